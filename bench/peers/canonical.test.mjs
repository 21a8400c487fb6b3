// The canonical form, and what comparing lets pass. Needs no packages: node --test bench/peers
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compare_answers } from './answers.mjs';
import { canonical_field, cents_text, decimal_cents, double_cents, hash_of } from './canonical.mjs';

function decimal(value, scale) {
  return canonical_field({ value, scale }, `DECIMAL(38,${scale})`);
}

function double(value) {
  return canonical_field(value, 'DOUBLE');
}

test('decimals are rounded half away from zero', () => {
  assert.equal(decimal(426983828550n, 4).text, '42698382.86');
  assert.equal(decimal(-426983828550n, 4).text, '-42698382.86');
  assert.equal(decimal(10049n, 4).text, '1.00');
});

test('decimals of fewer places get two', () => {
  assert.equal(decimal(7n, 0).text, '7.00');
  assert.equal(decimal(-75n, 1).text, '-7.50');
});

test('what rounds to zero has no sign', () => {
  assert.equal(decimal(-49n, 4).text, '0.00');
  assert.equal(double(-0.001).text, '0.00');
  assert.equal(double(-0).text, '0.00');
});

test('a double is rounded by what it is exactly and only once', () => {
  assert.equal(double(1.005).text, '1.00');  // 1.00499999999999989...
  assert.equal(double(2.675).text, '2.67');  // 2.67499999999999982...
  assert.equal(double(0.125).text, '0.13');  // a tie: away from zero
  assert.equal(double(-0.125).text, '-0.13');
  assert.equal(double(0.00499999999999999).text, '0.00');
});

test('doubles without a fraction and tiny ones are exact', () => {
  assert.equal(cents_text(double_cents(2 ** 70)), `${2n ** 70n}.00`);
  assert.equal(cents_text(double_cents(Number.MIN_VALUE)), '0.00');
  assert.throws(() => double_cents(NaN), RangeError);
});

test('dates before 1970 and after are written in full', () => {
  assert.equal(canonical_field({ days: 9131 }, 'DATE').text, '1995-01-01');
  assert.equal(canonical_field({ days: -1 }, 'DATE').text, '1969-12-31');
});

test('integers stay as they are and texts lose the blanks around them', () => {
  assert.equal(canonical_field(12345678901234567890n, 'HUGEINT').text, '12345678901234567890');
  assert.equal(canonical_field(' a b ', 'VARCHAR').text, 'a b');
});

test('a missing value and an unknown type are refused', () => {
  assert.throws(() => canonical_field(null, 'DOUBLE'), /NULL/);
  assert.throws(() => canonical_field(1.5, 'FLOAT'), /FLOAT/);
});

test('the hash is the first 16 hex digits of the SHA-256', () => {
  assert.equal(hash_of(''), 'e3b0c44298fc1c14');
});

test('equal answers have no difference', () => {
  const rows = [[{ text: 'A' }, decimal(150n, 2)], [{ text: 'B' }, decimal(250n, 2)]];
  assert.deepEqual(compare_answers(rows, 'A|1.50\nB|2.50\n'), { rounded: 0, difference: null });
  assert.deepEqual(compare_answers([], ''), { rounded: 0, difference: null });
});

test('a difference names the first row and both sides', () => {
  const rows = [[{ text: 'A' }], [{ text: 'B' }]];
  assert.deepEqual(compare_answers(rows, 'A\nC\n').difference, { row: 2, theirs: 'B', ours: 'C' });
  assert.deepEqual(compare_answers(rows, 'A\n').difference, { row: 2, theirs: 'B', ours: null });
  assert.deepEqual(compare_answers(rows, 'A\nB\n\n').difference, { row: 3, theirs: null, ours: '' });
});

test('an average next to half a cent may be rounded either way and is counted', () => {
  assert.deepEqual(compare_answers([[double(1.005)]], '1.01\n'), { rounded: 1, difference: null });
  assert.deepEqual(compare_answers([[double(0.125)]], '0.12\n'), { rounded: 1, difference: null });
});

test('an average away from half a cent may not', () => {
  assert.notEqual(compare_answers([[double(0.0501)]], '0.06\n').difference, null);
  assert.notEqual(compare_answers([[double(1.0051)]], '1.00\n').difference, null);
});

test('a sum may never be a cent off', () => {
  const cents = decimal_cents(10050n, 4);
  assert.equal(cents, 101n);
  assert.notEqual(compare_answers([[decimal(10050n, 4)]], '1.00\n').difference, null);
});
