/** Tests that a difference gives the later value again, keeps what is the same, and is refused when it does not fit. */
import { describe, expect, it, test } from 'vitest';
import { readDifference, writeDifference } from '../../src/core/jsonDifference.ts';
import { fc } from '../properties.ts';

const post = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map((number) => `post-${number}`),
  message: fc.constantFrom('a', 'b', ''),
  media: fc.array(fc.record({ progress: fc.constantFrom(0, 0.5, 1) }), { maxLength: 2 }),
  mark: fc.option(fc.record({ arrivedAt: fc.constantFrom('20:00', '20:01') })),
});
const lists = fc.record({
  live: fc.array(post, { maxLength: 12 }),
  onAir: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }),
});

/** As it arrives over a connection. */
const send = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

function expectSameAfter(before: unknown, after: unknown): void {
  const difference = writeDifference(before, after);
  if (difference === null) expect(send(before)).toEqual(send(after));
  else expect(readDifference(send(before), send(difference))).toEqual({ value: send(after) });
}

describe('a difference', () => {
  it('gives the later lists again, whatever changed in them', () => {
    fc.assert(fc.property(lists, lists, expectSameAfter));
  });

  it('gives a long list again after all its entries were edited', () => {
    const before = Array.from({ length: 1200 }, (_, number) => ({ id: `post-${number}`, message: 'before' }));
    const after = before.map((entry, index) => (index % 100 === 7 ? entry : { ...entry, message: 'after' }));
    expectSameAfter(before, after);
    expectSameAfter(before, [...after.toReversed(), { id: 'new', message: 'new' }]);
  });

  it('gives any later JSON again', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), expectSameAfter));
  });

  it('is null for the same JSON in other objects', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => writeDifference(value, structuredClone(value)) === null));
  });

  const createPost = (id: string) => ({ id, message: id, media: [{ progress: 0 }] });
  type Entry = ReturnType<typeof createPost>;
  const [a, b, c] = [createPost('a'), createPost('b'), createPost('c')];
  const progress = { fields: { progress: { value: 0.5 } }, removed: [] };
  const media = { fields: { media: { from: 1, parts: [{ edit: [0, progress] }] } }, removed: [] };
  test.each<[string, readonly Entry[], readonly unknown[]]>([
    ['an edited post', [a, { ...b, message: 'B' }, c], [{ run: [0, 1] }, expect.anything(), { run: [2, 1] }]],
    ['a medium', [a, b, { ...c, media: [{ progress: 0.5 }] }], [{ run: [0, 2] }, { edit: [2, media] }]],
    ['a new post', [a, { ...a, id: 'd' }, b, c], [{ run: [0, 1] }, { values: [{ ...a, id: 'd' }] }, { run: [1, 2] }]],
    ['a post that left', [a, c], [{ run: [0, 1] }, { run: [2, 1] }]],
    ['a post that moved', [b, c, a], [{ run: [1, 2] }, { run: [0, 1] }]],
  ])('has only what changed: %s', (_, after, parts) => {
    const before = [a, b, c];
    const difference = writeDifference(before, after);
    expect(difference).toEqual({ from: 3, parts });
    const read = readDifference(before, difference)?.value as readonly Entry[];
    expect(read).toEqual(after);
    for (const entry of after.filter((one) => before.includes(one))) expect(read).toContain(entry);
  });

  it('changes the field __proto__ like any other', () => {
    const [before, after] = ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'].map((text) => JSON.parse(text));
    const read = readDifference(before, send(writeDifference(before, after)));
    expect(JSON.stringify(read?.value)).toBe('{"__proto__":{"a":2}}');
  });

  it('of a deep value does not overflow the stack', () => {
    const nest = (leaf: number): unknown => {
      let value: unknown = leaf;
      for (let depth = 0; depth < 50_000; depth += 1) value = { in: value };
      return value;
    };
    const [before, after] = [nest(1), nest(2)];
    const read = readDifference(before, writeDifference(before, after));
    expect(writeDifference(read?.value, after)).toBeNull();
  });
});

describe('a difference is refused', () => {
  const before = { live: ['a', 'b'], gate: 'held' };
  const inLive = (difference: unknown): unknown => ({ fields: { live: difference }, removed: [] });
  test.each<[string, unknown]>([
    ['when it is of an unknown kind', { patch: [] }],
    ['when it is null', null],
    ['when it is a list', []],
    ['when its fields are missing', { removed: [] }],
    ['when it changes the fields of a list', inLive({ fields: {}, removed: [] })],
    ['when it changes the entries of a text', { fields: { gate: { from: 0, parts: [] } }, removed: [] }],
    ['when it changes a field that is not there', { fields: { other: { fields: {}, removed: [] } }, removed: [] }],
    ['when the list had another length', inLive({ from: 3, parts: [{ run: [0, 2] }] })],
    ['when a run ends after the list', inLive({ from: 2, parts: [{ run: [1, 2] }] })],
    ['when a run starts before the list', inLive({ from: 2, parts: [{ run: [-1, 2] }] })],
    ['when a run is not a number', inLive({ from: 2, parts: [{ run: ['0', 1] }] })],
    ['when an edited entry is not there', inLive({ from: 2, parts: [{ edit: [2, { value: 'c' }] }] })],
    ['when the difference of an entry is invalid', inLive({ from: 2, parts: [{ edit: [0, { parts: [] }] }] })],
    ['when a part is of an unknown kind', inLive({ from: 2, parts: [{ copy: 1 }] })],
  ])('%s', (_, difference) => {
    expect(readDifference(before, difference)).toBeNull();
  });

  it('or read without an exception, whatever it is', () => {
    const part = fc.oneof(
      fc.record({ run: fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 2 }) }),
      fc.record({ edit: fc.tuple(fc.integer({ min: -1, max: 3 }), fc.jsonValue()) }),
      fc.jsonValue(),
    );
    const difference = fc.oneof(
      fc.jsonValue(),
      fc.record({
        fields: fc.record({ live: fc.record({ from: fc.constant(2), parts: fc.array(part) }) }),
        removed: fc.array(fc.string()),
      }),
    );
    fc.assert(fc.property(difference, (value) => readDifference(before, value) === null || true));
  });
});
