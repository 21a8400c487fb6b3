// The engine's canonical form of a result, made from DuckDB's values: integers as they are, every other number rounded
// half away from zero to two places, dates YYYY-MM-DD, texts without leading and trailing blanks; fields joined by '|',
// '\n' after every row. All rounding is done once and on integers, so that nothing is rounded twice.
import { createHash } from 'node:crypto';

const milliseconds_of_a_day = 86_400_000;

// numerator / denominator, half away from zero. Requires: denominator > 0.
function divide_rounded(numerator, denominator) {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const quotient = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -quotient : quotient;
}

// The decimal value / 10^scale in whole cents.
export function decimal_cents(value, scale) {
  return scale <= 2 ? value * 10n ** BigInt(2 - scale) : divide_rounded(value, 10n ** BigInt(scale - 2));
}

// A double in whole cents, from the binary fraction that it is exactly.
export function double_cents(number) {
  if (!Number.isFinite(number)) throw new RangeError(`${number} has no decimal form`);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = (number < 0 ? -1n : 1n) * (exponent === 0n ? fraction : fraction | (1n << 52n));
  const power = (exponent === 0n ? 1n : exponent) - 1075n;  // number = mantissa * 2^power
  return power >= 0n ? 100n * mantissa * 2n ** power : divide_rounded(100n * mantissa, 2n ** -power);
}

// "-0.01", "12.00"; zero has no sign.
export function cents_text(cents) {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

// One field: its text, and for a double its value, which comparing needs. `type` is DuckDB's name of the column's type.
export function canonical_field(value, type) {
  if (value === null) throw new TypeError(`a ${type} is NULL, which has no canonical form`);
  if (type.startsWith('DECIMAL')) return { text: cents_text(decimal_cents(value.value, value.scale)) };
  switch (type) {
    case 'DOUBLE':
      return { text: cents_text(double_cents(value)), double: value };
    case 'INTEGER':
    case 'BIGINT':
    case 'HUGEINT':
      return { text: value.toString() };
    case 'DATE':
      return { text: new Date(value.days * milliseconds_of_a_day).toISOString().slice(0, 10) };
    case 'VARCHAR':
      return { text: value.replace(/^ +| +$/g, '') };
    default:
      throw new TypeError(`no canonical form is known for the type ${type}`);
  }
}

export function row_text(fields) {
  return fields.map((field) => field.text).join('|');
}

export function rows_text(rows) {
  return rows.map((fields) => row_text(fields) + '\n').join('');
}

// The first 16 hex digits of the SHA-256.
export function hash_of(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
