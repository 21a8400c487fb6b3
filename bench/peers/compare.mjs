// Compares the engine with DuckDB. README.md says how to run it, and what our side has to speak.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

import { help, parse } from './arguments.mjs';
import { Database, load_duckdb } from './duckdb.mjs';
import { Failure } from './failure.mjs';
import { measure } from './measure.mjs';
import { json_text, table_text, verdict } from './report.mjs';
import { Runner } from './runner.mjs';
import { database_path, make_database } from './tables.mjs';

const unable_to_run = 2;

function progress(what) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}

function end_progress() {
  progress('');
}

// Only scale factor 1 has official answers.
function official_answers(scale_factor) {
  if (scale_factor !== 1) return new Map();
  const text = readFileSync(new URL('official_sf1.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => /^\d/.test(line));
  return new Map(lines.map((line) => line.split(' ')).map(([query, , hash]) => [Number(query), hash]));
}

function setting_of({ scale_factor, threads, batch_size, rounds }, duckdb, ready) {
  const { ready: _, ...ours } = ready;
  return {
    scale_factor, threads, batch_size: batch_size ?? null, rounds,
    duckdb: duckdb.version(),
    node: process.version,
    ours: Object.entries(ours).map(([name, value]) => `${name} ${value}`).join(', ') || 'unnamed',
    machine: { model: cpus()[0]?.model.trim() ?? 'unknown processor', processors: cpus().length, load: loadavg()[0] },
  };
}

async function compare(options) {
  const { cache, scale_factor, threads, batch_size } = options;
  const duckdb = load_duckdb(cache, progress);
  const path = database_path(cache, scale_factor, duckdb.version());
  await make_database(duckdb, path, { ...options, progress });

  progress(`starting ${options.program}`);
  const batches = batch_size === undefined ? [] : ['--batch-size', batch_size];
  const ours = new Runner(options.program, ['--scale-factor', scale_factor, '--threads', threads, ...batches]);
  const setting = setting_of(options, duckdb, await ours.ready());
  const database = await Database.open(duckdb, path, { threads, scale_factor });
  const official = official_answers(scale_factor);
  const results = await measure({ ...options, duckdb: database, ours, official, progress });
  database.close();
  await ours.stop();
  end_progress();

  if (options.json !== undefined) writeFileSync(options.json, json_text(results, setting));
  const { code, lines } = verdict(results, options);
  process.stdout.write(`${table_text(results, setting)}\n${lines.join('\n')}\n`);
  return code;
}

try {
  const options = parse(process.argv.slice(2));
  if (options === null) process.stdout.write(help);
  process.exitCode = options === null ? 0 : await compare(options);
} catch (error) {
  end_progress();
  console.error(`compare: ${error instanceof Failure || error.syscall ? error.message : error.stack}`);
  // At once: our side, if it has been started, ends when its input does.
  process.exit(unable_to_run);
}
