import { describe, expect, it } from 'vitest';
import { findExceededLimit, nestingLimit, valueLimit } from '../../../src/engine/source/bounds.ts';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);
const exceededLimit = (text: string): string | null => findExceededLimit(Buffer.from(text));

describe('limits on JSON', () => {
  it.each([
    ['nothing', ''],
    ['lists to the limit', nested(nestingLimit)],
    ['objects to the limit', `${'{"a":'.repeat(nestingLimit)}1${'}'.repeat(nestingLimit)}`],
    ['many beside each other', `[${'[[]],{},'.repeat(1000)}0]`],
    ['brackets in a text', JSON.stringify({ a: nested(1000), b: '{'.repeat(1000) })],
    ['a text that ends in backslashes', `["\\\\","${'['.repeat(100)}"]`],
    ['a text with quotes', JSON.stringify([`"${'['.repeat(100)}`, 'ä“😀'])],
    ['a text that never ends', `["${'['.repeat(100)}`],
    ['a text that ends in a lone backslash', '["\\'],
    ['values to the limit', `[${'1,'.repeat(valueLimit - 2)}1]`],
  ])('accepts %s', (_, text) => {
    expect(exceededLimit(text)).toBeNull();
  });

  it.each([
    ['lists', nested(nestingLimit + 1)],
    ['objects', `${'{"a":'.repeat(nestingLimit + 1)}1`],
    ['both in turn', '[{"a":'.repeat(nestingLimit)],
    ['lists after a text with an escaped quote', `["\\"[",${nested(nestingLimit)}]`],
    ['lists after a text that ends in backslashes', `["\\\\",${nested(nestingLimit)}]`],
  ])('rejects %s one level deeper than the limit', (_, text) => {
    expect(exceededLimit(text)).toBe('it is nested deeper than 64');
  });

  it('rejects more values than the limit', () => {
    expect(exceededLimit(`[${'{},'.repeat(valueLimit / 2)}{}]`)).toBe('it has more than 1000000 values');
  });
});
