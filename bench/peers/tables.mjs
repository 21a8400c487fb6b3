// The tables that both sides have: a DuckDB file in the cache, loaded once from what tpch_tables writes. It has another name
// until it is whole, so one that is there under its own name can be used.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { hash_of } from './canonical.mjs';
import { Failure } from './failure.mjs';

// One of lineitem is 3 GB of text, which is on disk until it is loaded.
const scale_factor_of_a_piece = 4;

const schema = readFileSync(fileURLToPath(new URL('schema.sql', import.meta.url)), 'utf8');

// In the order of the schema: { name, columns: [{ name, type }] }.
export function tables_of(schema_text) {
  return [...schema_text.matchAll(/CREATE TABLE (\w+) \(\n([^;]*)\);/g)].map(([, name, body]) => ({
    name,
    columns: [...body.matchAll(/^ +(\w+) (.*) NOT NULL,?$/gm)].map(([, column, type]) => ({ name: column, type })),
  }));
}

// `version` is DuckDB's.
export function database_path(cache, scale_factor, version) {
  return join(cache, `tables-sf${scale_factor}-${hash_of(schema + version)}.duckdb`);
}

// Makes the file unless it is there. `generator` is the program tpch_tables.
export async function make_database(duckdb, path, { cache, scale_factor, threads, generator, progress }) {
  if (existsSync(path)) return;
  if (!existsSync(generator)) {
    throw new Failure(`${generator}: not found, expected the program that writes the tables; build tpch_tables`);
  }
  remove_leftovers(cache);
  const folder = join(cache, `loading-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const partial = join(folder, 'tables.duckdb');
    await load(duckdb, partial, { folder, scale_factor, threads, generator, progress });
    renameSync(partial, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// What runs that were killed have left.
function remove_leftovers(cache) {
  for (const name of readdirSync(cache)) {
    const pid = Number(/^loading-(\d+)$/.exec(name)?.[1]);
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

async function load(duckdb, path, { folder, scale_factor, threads, generator, progress }) {
  const instance = await duckdb.DuckDBInstance.create(path, { threads: String(threads) });
  const connection = await instance.connect();
  try {
    await connection.run(schema);
    for (const table of tables_of(schema)) {
      const is_fixed = table.name === 'region' || table.name === 'nation';
      const pieces = is_fixed ? 1 : Math.ceil(scale_factor / scale_factor_of_a_piece);
      for (let piece = 1; piece <= pieces; ++piece) {
        progress(`loading ${table.name}${pieces > 1 ? `, ${piece} of ${pieces}` : ''}`);
        const file = write_piece(table, { folder, scale_factor, threads, generator, piece, pieces });
        await connection.run(insert_statement(table, file));
        rmSync(file);
      }
    }
    await connection.run('CHECKPOINT');
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function write_piece(table, { folder, scale_factor, threads, generator, piece, pieces }) {
  const options = { '--scale-factor': scale_factor, '--threads': threads, '--tables': table.name, '--output': folder };
  const part = pieces > 1 ? ['--part', `${piece}/${pieces}`] : [];
  const result = spawnSync(generator, [...Object.entries(options).flat().map(String), ...part], { encoding: 'utf8' });
  if (result.status !== 0) {
    const reason = result.error?.message ?? (result.stderr.trim() || `exit code ${result.status ?? result.signal}`);
    throw new Failure(`${generator}: writing ${table.name}: ${reason}`);
  }
  return join(folder, `${table.name}.tbl${pieces > 1 ? `.${piece}` : ''}`);
}

// A line of .tbl ends with a '|', after which there is one more field, empty.
export function insert_statement(table, file) {
  const columns = [...table.columns, { name: 'after_the_last', type: 'VARCHAR' }];
  const types = columns.map(({ name, type }) => `'${name}': '${type}'`).join(', ');
  const names = table.columns.map(({ name }) => name).join(', ');
  return `INSERT INTO ${table.name} SELECT ${names} FROM read_csv('${file.replaceAll("'", "''")}', ` +
    `auto_detect = false, header = false, delim = '|', quote = '', escape = '', columns = {${types}})`;
}
