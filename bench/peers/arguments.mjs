// The command line.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { all_queries } from './duckdb.mjs';
import { Failure } from './failure.mjs';

export const help = `compare [OPTIONS] PROGRAM
Runs TPC-H-derived queries in DuckDB and in PROGRAM (the engine's tpch_runner) by turns, over the same tables;
compares every row of every answer, and the times.

  --scale-factor S  0.01 to 1000 (1)
  --threads T       of each side (1)
  --batch-size B    handed to PROGRAM
  --queries LIST    numbers, with commas between (all 22)
  --rounds N        after one warm-up (5)
  --max-total R     at most R times DuckDB's total, or exit 1
  --max-query R     at most R times DuckDB's median in every query, or exit 1
  --json FILE       raw samples, and what the answers showed
  --tables PROGRAM  what writes the tables (tpch_tables beside PROGRAM, else in build/no-lto/bin)
  --cache FOLDER    DuckDB and its tables ($LTOSCOPE_PEERS_CACHE, else \${XDG_CACHE_HOME:-$HOME/.cache}/ltoscope-peers)
  --help

Exit codes: 0 all answers are equal; 1 an answer differs or a target is missed; 2 usage, or it cannot run;
3 incomplete: a query is unknown, because a side did not run it.
`;

const root = fileURLToPath(new URL('../..', import.meta.url));

export function default_cache(environment = process.env) {
  return environment.LTOSCOPE_PEERS_CACHE || join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ltoscope-peers');
}

function default_generator(program) {
  const beside = join(dirname(program), 'tpch_tables');
  return existsSync(beside) ? beside : join(root, 'build/no-lto/bin/tpch_tables');
}

function number(text, option, { least, most = Number.MAX_SAFE_INTEGER, places = 0 }) {
  const form = places === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,4}(\\.\\d{1,${places}})?$`);
  const value = form.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  const what = places === 0 ? 'a whole number' : `a number of at most ${places} decimal places`;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw new Failure(`${option} ${text}: expected ${what} ${range}`);
}

// Null when help is asked for.
export function parse(words) {
  const text = { type: 'string' };
  let parsed;
  try {
    parsed = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        'scale-factor': { ...text, default: '1' }, threads: { ...text, default: '1' }, 'batch-size': text, queries: text,
        rounds: { ...text, default: '5' }, 'max-total': text, 'max-query': text, json: text, tables: text, cache: text,
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Failure(error.message.split('\n')[0]);
  }
  const { values, positionals } = parsed;
  if (values.help) return null;
  if (positionals.length !== 1) throw new Failure(`${positionals.length} programs given, expected one; see --help`);
  const ratio = (option) =>
    values[option] === undefined ? undefined : number(values[option], `--${option}`, { least: 0, places: 4 });
  const queries = values.queries?.split(',').map((word) => number(word, '--queries', { least: 1, most: all_queries.length }));
  return {
    program: positionals[0],
    scale_factor: number(values['scale-factor'], '--scale-factor', { least: 0.01, most: 1000, places: 2 }),
    threads: number(values.threads, '--threads', { least: 1, most: 1024 }),
    batch_size: values['batch-size'] && number(values['batch-size'], '--batch-size', { least: 1 }),
    queries: queries === undefined ? all_queries : [...new Set(queries)],
    rounds: number(values.rounds, '--rounds', { least: 1 }),
    max_total: ratio('max-total'),
    max_query: ratio('max-query'),
    json: values.json,
    generator: values.tables ?? default_generator(positionals[0]),
    cache: values.cache ?? default_cache(),
  };
}
