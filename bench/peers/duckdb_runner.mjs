#!/usr/bin/env node
// A stand-in for our side: speaks the protocol over DuckDB itself. Compared with it, every answer is equal and every
// ratio near 1: what is far from 1 is an error of the measuring or an unquiet machine.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { default_cache } from './arguments.mjs';
import { hash_of, rows_text } from './canonical.mjs';
import { Database, load_duckdb } from './duckdb.mjs';
import { database_path } from './tables.mjs';

const option = { type: 'string' };
const { values } = parseArgs({ options: { 'scale-factor': option, threads: option, 'batch-size': option } });
const cache = default_cache();
const scale_factor = Number(values['scale-factor']);
const duckdb = load_duckdb(cache, () => {});
const path = database_path(cache, scale_factor, duckdb.version());
const database = await Database.open(duckdb, path, { threads: Number(values.threads), scale_factor });

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + '\n');
}

async function answer_to(query) {
  const { nanoseconds, rows, error } = await database.run(query);
  if (error !== undefined) return { query, error };
  const text = rows_text(rows);
  return { query, nanoseconds, rows: rows.length, hash: hash_of(text), text };
}

say({ ready: true, program: 'duckdb_runner', version: duckdb.version() });
for await (const line of createInterface({ input: process.stdin })) say(await answer_to(Number(line.split(' ')[1])));
database.close();
