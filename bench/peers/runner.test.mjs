// The protocol, with small programs at the other end; the command line; the schema. Needs no packages: node --test bench/peers
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { parse } from './arguments.mjs';
import { hash_of } from './canonical.mjs';
import { all_queries, query_text } from './duckdb.mjs';
import { Failure } from './failure.mjs';
import { Runner } from './runner.mjs';
import { insert_statement, tables_of } from './tables.mjs';

const ready = '{"ready":true,"version":"1"}';

// Prints the first line, then the next one for each that it reads, and ends when there are none.
function runner_that_prints(...lines) {
  const program = `
    const lines = ${JSON.stringify(lines)};
    console.log(lines.shift());
    require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
      if (lines.length === 0) process.exit(5);
      console.log(lines.shift());
    });`;
  return new Runner(process.execPath, ['-e', program]);
}

function answer(fields) {
  return JSON.stringify({ query: 1, nanoseconds: 5, rows: 1, hash: hash_of('a\n'), text: 'a\n', ...fields });
}

async function answer_of(line) {
  const runner = runner_that_prints(ready, line);
  await runner.ready();
  try {
    return await runner.run(1);
  } finally {
    await runner.stop();
  }
}

test('an answer is handed on', async () => {
  assert.deepEqual(await answer_of(answer({})), { nanoseconds: 5, rows: 1, hash: hash_of('a\n'), text: 'a\n' });
});

test('an error is an answer', async () => {
  assert.deepEqual(await answer_of('{"query":1,"error":"unknown query 1"}'), { error: 'unknown query 1' });
});

test('what breaks the protocol says what was expected', async () => {
  await assert.rejects(answer_of('oops'), /printed oops, expected a JSON object/);
  await assert.rejects(answer_of(answer({ query: 2 })), /expected an answer to query 1/);
  await assert.rejects(answer_of(answer({ nanoseconds: 0 })), /expected "nanoseconds" above 0/);
  await assert.rejects(answer_of(answer({ rows: 2 })), /"rows" is 2, expected 1/);
  await assert.rejects(answer_of(answer({ text: 'b\n' })), /"hash" is/);
});

test('a runner that ends leaves this query and the next ones without an answer', async () => {
  const runner = runner_that_prints(ready);
  await runner.ready();
  assert.deepEqual(await runner.run(1), { error: 'the runner ended with exit code 5' });
  assert.deepEqual(await runner.run(2), { error: 'the runner ended with exit code 5' });
});

test('a program that is not there or is never ready cannot be compared', async () => {
  await assert.rejects(new Runner('/nonexistent/runner', []).ready(), Failure);
  const runner = runner_that_prints('{"ready":false}');
  await assert.rejects(runner.ready(), /expected {"ready":true,...}/);
  await runner.stop();
});

test('options are read, and wrong ones refused with what was expected', () => {
  const options = parse(['--scale-factor', '0.01', '--queries', '1,6,1', '--max-total', '0.5', 'program']);
  assert.equal(options.scale_factor, 0.01);
  assert.deepEqual(options.queries, [1, 6]);
  assert.equal(options.max_total, 0.5);
  assert.throws(() => parse(['--threads', '0', 'program']), /--threads 0: expected a whole number from 1 to 1024/);
  assert.throws(() => parse(['--queries', '23', 'program']), /--queries 23/);
  assert.throws(() => parse([]), /0 programs given, expected one/);
  assert.throws(() => parse(['--fast', 'program']), Failure);
  assert.equal(parse(['--help']), null);
});

test('every query has a file that says what it asks', () => {
  for (const query of all_queries) assert.match(query_text(query), new RegExp(`^-- Q${query}, `));
});

test('the schema has the 61 columns of eight tables', () => {
  const tables = tables_of(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'));
  assert.equal(tables.length, 8);
  assert.equal(tables.flatMap(({ columns }) => columns).length, 61);
  assert.match(insert_statement(tables[0], "it's"), /^INSERT INTO region SELECT r_regionkey, .*'it''s'/);
});
