// Comparing two answers row by row. DuckDB's averages and ratios are doubles, which can fall on the other side of half a
// cent than the exact value: such a field may also be what a double next to it rounds to, and is then counted.
import { canonical_field, cents_text, double_cents, row_text } from './canonical.mjs';

// Beyond the error of a sum and a division of doubles, far below a cent of any value in an answer.
const relative_error = 1e-14;

function is_same_but_for_rounding(field, text) {
  if (field.double === undefined) return false;
  const error = Math.abs(field.double) * relative_error;
  return [field.double - error, field.double + error].some((near) => cents_text(double_cents(near)) === text);
}

// `theirs`: DuckDB's rows of canonical fields; `ours`: canonical text. Gives { rounded } fields that differ by rounding,
// and the first `difference`, if any: { row, theirs, ours }, the row counted from 1, a missing one null.
export function compare_answers(theirs, ours) {
  const lines = ours === '' ? [] : ours.replace(/\n$/, '').split('\n');
  let rounded = 0;
  for (let row = 0; row < Math.max(theirs.length, lines.length); ++row) {
    const fields = theirs[row];
    const line = lines[row];
    if (fields !== undefined && line === row_text(fields)) continue;
    const texts = line === undefined ? [] : line.split('|');
    const others = fields?.filter((field, column) => field.text !== texts[column]) ?? [];
    const is_close =
      fields?.length === texts.length &&
      fields.every((field, i) => field.text === texts[i] || is_same_but_for_rounding(field, texts[i]));
    if (!is_close) {
      return { rounded, difference: { row: row + 1, theirs: fields ? row_text(fields) : null, ours: line ?? null } };
    }
    rounded += others.length;
  }
  return { rounded, difference: null };
}

// DuckDB's values and the names of their columns' types as canonical fields.
export function canonical_rows(values, types) {
  return values.map((row) => row.map((value, column) => canonical_field(value, types[column])));
}
