import { describe, expect, it } from 'vitest';
import { findExceededLimit, nestingLimit, valueLimit } from '../../../src/engine/http/jsonLimits.ts';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);
const exceededLimit = (text: string): string | null => findExceededLimit(Buffer.from(text))?.() ?? null;

describe('limits on JSON', () => {
  it.each([
    ['empty text', ''],
    ['lists nested up to the limit', nested(nestingLimit)],
    ['objects nested up to the limit', `${'{"a":'.repeat(nestingLimit)}1${'}'.repeat(nestingLimit)}`],
    ['many lists and objects side by side', `[${'[[]],{},'.repeat(1000)}0]`],
    ['brackets in a string', JSON.stringify({ a: nested(1000), b: '{'.repeat(1000) })],
    ['a string that ends in backslashes', `["\\\\","${'['.repeat(100)}"]`],
    ['a string with quotes', JSON.stringify([`"${'['.repeat(100)}`, 'ä“😀'])],
    ['an unterminated string', `["${'['.repeat(100)}`],
    ['a string cut off after a backslash', '["\\'],
    ['values up to the limit', `[${'1,'.repeat(valueLimit - 2)}1]`],
  ])('accepts %s', (_, text) => {
    expect(exceededLimit(text)).toBeNull();
  });

  it.each([
    ['lists', nested(nestingLimit + 1)],
    ['objects', `${'{"a":'.repeat(nestingLimit + 1)}1`],
    ['alternating lists and objects', '[{"a":'.repeat(nestingLimit)],
    ['lists after a string with an escaped quote', `["\\"[",${nested(nestingLimit)}]`],
    ['lists after a string that ends in backslashes', `["\\\\",${nested(nestingLimit)}]`],
  ])('rejects %s one level deeper than the limit', (_, text) => {
    expect(exceededLimit(text)).toBe('it is nested deeper than 64');
  });

  it('rejects more values than the limit', () => {
    expect(exceededLimit(`[${'{},'.repeat(valueLimit / 2)}{}]`)).toBe('it has more than 1000000 values');
  });
});
