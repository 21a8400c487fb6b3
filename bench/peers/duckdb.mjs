// DuckDB: installing it where the user's caches are, and running queries in it. The folder is keyed by what package-lock.json
// pins, to the bytes of each package.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { canonical_rows } from './answers.mjs';
import { hash_of } from './canonical.mjs';
import { Failure } from './failure.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

export const all_queries = Array.from({ length: 22 }, (_, index) => index + 1);

export function query_text(query) {
  return readFileSync(join(here, 'queries', `q${query}.sql`), 'utf8');
}

// The module @duckdb/node-api, installed below the cache at the first use.
export function load_duckdb(cache, progress) {
  const lock = readFileSync(join(here, 'package-lock.json'));
  const folder = join(cache, `npm-${hash_of(lock)}`);
  if (!existsSync(folder)) install(cache, folder, progress);
  return createRequire(join(folder, 'package.json'))('@duckdb/node-api');
}

// Under a name of its own until it is whole; where another run was quicker, that one's is kept.
function install(cache, folder, progress) {
  progress('installing DuckDB');
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, 'installing-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(here, name), join(partial, name));
    try {
      execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: partial, stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      throw new Failure(`installing DuckDB: npm ci: ${error.stderr?.toString().trim() || error.message}`);
    }
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

// One database, opened for reading, and one connection to it.
export class Database {
  #instance;
  #connection;

  static async open(duckdb, path, { threads, scale_factor }) {
    const database = new Database();
    database.#instance = await duckdb.DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    database.#connection = await database.#instance.connect();
    await database.#connection.run(`SET threads = ${threads}`);
    await database.#connection.run(`SET VARIABLE scale_factor = ${scale_factor}::DECIMAL(6, 2)`);
    return database;
  }

  // { nanoseconds, rows } or { error }: from the SQL text to the whole result in memory, parsing and planning included;
  // reading values out of it and writing them canonically is not timed.
  async run(query) {
    const sql = query_text(query);
    const start = process.hrtime.bigint();
    let result;
    try {
      result = await this.#connection.run(sql);
    } catch (error) {
      return { error: error.message };
    }
    const nanoseconds = Number(process.hrtime.bigint() - start);
    return { nanoseconds, rows: canonical_rows(await result.getRows(), result.columnTypes().map(String)) };
  }

  close() {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
