// Statistics, verdicts and the order of running, with made-up sides. Needs no packages: node --test bench/peers
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { measure } from './measure.mjs';
import { json_text, ratios, table_text, verdict } from './report.mjs';
import { geometric_mean, median, summary } from './statistics.mjs';

const setting = {
  scale_factor: 1, threads: 1, rounds: 2, duckdb: 'v1', node: 'v2', ours: 'v3',
  machine: { model: 'a processor', processors: 2, load: 0 },
};

// What was run in which order goes into `log`.
function duckdb_side(log, rows = { 1: 'x', 2: 'y' }) {
  return {
    run: async (query) => {
      log.push(`duckdb ${query}`);
      return { nanoseconds: 2_000_000, rows: [[{ text: rows[query] }]] };
    },
  };
}

function our_side(log, answers = { 1: 'x\n', 2: 'y\n' }) {
  return {
    run: async (query) => {
      log.push(`ours ${query}`);
      const text = answers[query];
      return text === undefined ? { error: 'unknown query' } : { nanoseconds: 1_000_000, text };
    },
  };
}

function measured(ours, options = {}) {
  const sides = { duckdb: duckdb_side([]), ours: our_side([], ours) };
  return measure({ ...sides, queries: [1, 2], rounds: 3, official: new Map(), progress: () => {}, ...options });
}

test('the median of an even number of times is between the middle ones', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([10, 9, 1, 2]), 5.5);
  assert.deepEqual(summary([3, 1, 2]), { median: 2, least: 1, most: 3 });
});

test('the geometric mean of a double and a half is one', () => {
  assert.ok(Math.abs(geometric_mean([2, 0.5]) - 1) < 1e-12);
});

test('after a warm-up of all queries the side that goes first alternates', async () => {
  const log = [];
  await measured(undefined, { duckdb: duckdb_side(log), ours: our_side(log), queries: [1], rounds: 2 });
  assert.deepEqual(log, ['duckdb 1', 'ours 1', 'ours 1', 'duckdb 1', 'duckdb 1', 'ours 1']);
});

test('equal answers give exit code 0 and a time for every round', async () => {
  const results = await measured();
  assert.deepEqual(results[0].duckdb, [2_000_000, 2_000_000, 2_000_000]);
  assert.equal(verdict(results).code, 0);
  const { total, mean } = ratios(results);
  assert.equal(total.ratio, 0.5);
  assert.ok(Math.abs(mean.ratio - 0.5) < 1e-12);
  assert.match(table_text(results, setting), /not comparable to published TPC results/);
});

test('a query that a side does not know is incomplete, never 0', async () => {
  const results = await measured({ 1: 'x\n' });
  const { code, lines } = verdict(results);
  assert.equal(code, 3);
  assert.equal(lines[0], 'Q2: unknown: ours: unknown query');
  assert.equal(JSON.parse(json_text(results, setting)).complete, false);
});

test('a differing answer ends the comparison before any round, with exit code 1', async () => {
  const results = await measured({ 1: 'x\n', 2: 'z\n' });
  const { code, lines } = verdict(results);
  assert.equal(code, 1);
  assert.deepEqual(lines.slice(0, 3), ['Q2: row 1 differs', '  DuckDB: y', '  ours:   z']);
  assert.deepEqual(results[0].duckdb, []);
});

test('an answer that differs only in a later round is a difference too', async () => {
  let runs = 0;
  const fickle = { run: async () => ({ nanoseconds: 1, text: ++runs < 3 ? 'x\n' : 'z\n' }) };
  const results = await measured(undefined, { ours: fickle, queries: [1] });
  assert.equal(verdict(results).code, 1);
});

test('both sides being wrong in the same way is a difference from the official answer', async () => {
  const results = await measured(undefined, { official: new Map([[1, 'another hash']]) });
  const { code, lines } = verdict(results);
  assert.equal(code, 1);
  assert.match(lines[0], /^Q1: DuckDB's answer has hash .* another hash$/);
});

test('a missed target names the offenders', async () => {
  const results = await measured();
  assert.equal(verdict(results, { max_total: 0.5, max_query: 0.5 }).code, 0);
  const { code, lines } = verdict(results, { max_total: 0.4, max_query: 0.4 });
  assert.equal(code, 1);
  assert.match(lines.at(-2), /^--max-total: the total is 0.500/);
  assert.match(lines.at(-1), /^--max-query: .*Q1 0.500, Q2 0.500$/);
});

test('a missed target outweighs an unknown query, a kept one does not', async () => {
  const results = await measured({ 1: 'x\n' });
  assert.equal(verdict(results, { max_total: 0.4 }).code, 1);
  assert.equal(verdict(results, { max_total: 0.5 }).code, 3);
});
