// The order of running: a warm-up of every query on both sides, then rounds over all of them, in which the side that goes
// first alternates. Every answer of every run is compared. A side is anything with run(query); what it gives is described
// at Database and Runner.
import { compare_answers } from './answers.mjs';
import { hash_of, rows_text } from './canonical.mjs';

// `official`: hashes by query, empty where none is known. Gives for each query
// { query, rows, hash, rounded, unknown, difference, duckdb, ours }: hash of DuckDB's answer; rounded, fields that differ by
// rounding; unknown, why it has no times, or null; difference, or null; the two last lists of nanoseconds, warm-up apart.
export async function measure({ duckdb, ours, queries, rounds, official, progress }) {
  const results = queries.map((query) => ({
    query, rows: null, hash: null, rounded: 0, unknown: null, difference: null, duckdb: [], ours: [],
  }));
  for (const result of results) {
    progress(`warm-up: Q${result.query}`);
    await run_both(result, duckdb, ours, true);
    const expected = official.get(result.query);
    if (result.hash !== null && expected !== undefined && result.hash !== expected) {
      result.difference ??= { official: expected };
    }
  }
  if (results.some((result) => result.difference !== null)) return results;

  for (let round = 1; round <= rounds; ++round) {
    for (const [index, result] of results.entries()) {
      if (result.unknown !== null) continue;
      progress(`round ${round} of ${rounds}: Q${result.query}`);
      const times = await run_both(result, duckdb, ours, (round + index) % 2 === 0);
      if (result.difference !== null) return results;
      if (times === null) continue;
      result.duckdb.push(times.duckdb);
      result.ours.push(times.ours);
    }
  }
  return results;
}

// The two times, or null when a side had none; notes in the result what the answers show.
async function run_both(result, duckdb, ours, is_duckdb_first) {
  const { query } = result;
  let theirs = is_duckdb_first ? await duckdb.run(query) : null;
  const our = await ours.run(query);
  theirs ??= await duckdb.run(query);
  if (theirs.error !== undefined) {
    result.unknown = `DuckDB: ${theirs.error}`;
    return null;
  }
  result.rows = theirs.rows.length;
  result.hash = hash_of(rows_text(theirs.rows));
  if (our.error !== undefined) {
    result.unknown = `ours: ${our.error}`;
    return null;
  }
  const { rounded, difference } = compare_answers(theirs.rows, our.text);
  result.rounded = rounded;
  result.difference = difference;
  return { duckdb: theirs.nanoseconds, ours: our.nanoseconds };
}
