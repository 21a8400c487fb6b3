// What is said of measured results: the table, the verdict with its exit code, and the raw samples as JSON. Pure: same
// results, same text.
import { geometric_mean, summary } from './statistics.mjs';

export const disclaimer = 'TPC-H-derived, not comparable to published TPC results';

const nanoseconds_of_a_millisecond = 1e6;

function milliseconds(nanoseconds) {
  return (nanoseconds / nanoseconds_of_a_millisecond).toFixed(2);
}

function times_text(times) {
  const { median, least, most } = summary(times);
  return `${milliseconds(median)} [${milliseconds(least)}..${milliseconds(most)}]`;
}

// Those with times and equal answers.
function known(results) {
  return results.filter((result) => result.unknown === null && result.difference === null && result.ours.length > 0);
}

// { duckdb, ours, ratio } of each known query by medians, and of all of them; null where no query is known.
export function ratios(results) {
  const queries = known(results).map((result) => {
    const duckdb = summary(result.duckdb).median;
    const ours = summary(result.ours).median;
    return { query: result.query, duckdb, ours, ratio: ours / duckdb };
  });
  if (queries.length === 0) return { queries, total: null, mean: null };
  const sum = (side) => queries.reduce((total, query) => total + query[side], 0);
  const mean = (side) => geometric_mean(queries.map((query) => query[side]));
  const both = (of) => ({ duckdb: of('duckdb'), ours: of('ours'), ratio: of('ours') / of('duckdb') });
  return { queries, total: both(sum), mean: both(mean) };
}

function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, column) => cell[column === 0 ? 'padEnd' : 'padStart'](widths[column])).join('  '));
}

export function table_text(results, setting) {
  const { queries, total, mean } = ratios(results);
  const rows = [['query', 'DuckDB ms', 'ours ms', 'ours/DuckDB']];
  for (const { query, ratio } of queries) {
    const { duckdb, ours } = results.find((result) => result.query === query);
    rows.push([`Q${query}`, times_text(duckdb), times_text(ours), ratio.toFixed(2)]);
  }
  for (const [name, both] of [['total', total], ['geometric mean', mean]]) {
    if (both !== null) rows.push([name, milliseconds(both.duckdb), milliseconds(both.ours), both.ratio.toFixed(2)]);
  }
  const lines = [
    disclaimer,
    `DuckDB ${setting.duckdb} in node ${setting.node}; ours ${setting.ours}`,
    `scale factor ${setting.scale_factor}, threads ${setting.threads}, rounds ${setting.rounds} after a warm-up; wall ` +
      'time, median [least..most]',
    `${setting.machine.model}, ${setting.machine.processors} processors, load ${setting.machine.load.toFixed(2)} before`,
  ];
  if (queries.length > 0) lines.push('', ...aligned(rows));
  return lines.join('\n') + '\n';
}

function difference_lines({ query, hash, difference }) {
  if (difference.official !== undefined) {
    return [`Q${query}: DuckDB's answer has hash ${hash}, expected the official answer's, ${difference.official}`];
  }
  const row = (text) => text ?? '(no such row)';
  return [
    `Q${query}: row ${difference.row} differs`,
    `  DuckDB: ${row(difference.theirs)}`,
    `  ours:   ${row(difference.ours)}`,
  ];
}

// { code, lines }: 0 all answers equal, 1 an answer differs or a target is missed, 3 a query is unknown.
export function verdict(results, { max_total, max_query } = {}) {
  const lines = [];
  const different = results.filter((result) => result.difference !== null);
  const unknown = results.filter((result) => result.difference === null && result.unknown !== null);
  for (const result of different) lines.push(...difference_lines(result));
  for (const { query, unknown: reason } of unknown) lines.push(`Q${query}: unknown: ${reason}`);
  for (const { query, rounded } of results) {
    if (rounded > 0) lines.push(`Q${query}: ${rounded} ${rounded === 1 ? 'field differs' : 'fields differ'} by rounding`);
  }
  const equal = results.length - different.length - unknown.length;
  lines.push(`answers: ${equal} of ${results.length} equal, ${different.length} different, ${unknown.length} unknown`);
  // After a difference times are no comparison.
  const missed = different.length > 0 ? [] : missed_targets(results, { max_total, max_query });
  lines.push(...missed);
  return { code: different.length > 0 || missed.length > 0 ? 1 : unknown.length > 0 ? 3 : 0, lines };
}

function missed_targets(results, { max_total, max_query }) {
  const { queries, total } = ratios(results);
  const lines = [];
  if (max_total !== undefined && total !== null && total.ratio > max_total) {
    lines.push(`--max-total: the total is ${total.ratio.toFixed(3)} of DuckDB's, expected at most ${max_total}`);
  }
  const slow = max_query === undefined ? [] : queries.filter(({ ratio }) => ratio > max_query);
  if (slow.length > 0) {
    const names = slow.map(({ query, ratio }) => `Q${query} ${ratio.toFixed(3)}`).join(', ');
    lines.push(`--max-query: expected at most ${max_query} of DuckDB's time: ${names}`);
  }
  return lines;
}

export function json_text(results, setting) {
  const queries = results.map(({ query, rows, hash, rounded, unknown, difference, duckdb, ours }) => ({
    query, rows, duckdb_hash: hash, fields_differing_by_rounding: rounded, unknown, difference,
    duckdb_nanoseconds: duckdb, ours_nanoseconds: ours,
  }));
  const complete = known(results).length === results.length;
  return JSON.stringify({ schema_version: 1, tool: 'compare', note: disclaimer, complete, ...setting, queries }, null, 1) + '\n';
}
