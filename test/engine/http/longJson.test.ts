import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import {
  type ParsedJson,
  type ReadCollectionResult,
  readCollection,
  readCollectionInSteps,
} from '../../../src/core/readCollection.ts';
import { runAllSteps, type Steps } from '../../../src/core/steps.ts';
import { findExceededLimit, nestingLimit, valueLimit } from '../../../src/engine/http/jsonLimits.ts';
import { findKnownLists, keepLists } from '../../../src/engine/http/knownLists.ts';
import {
  type KnownLists,
  type ReadJson,
  readLongJson,
  readValue,
  UnreadableJson,
} from '../../../src/engine/http/longJson.ts';
import { createRandom, type Random } from '../../random.ts';
import { seed } from '../../seed.ts';
import { mutate } from '../mutate.ts';
import { collection, post } from '../sourceHarness.ts';
import '../../comparePhrases.ts';

const runs = 1500;
const partLengths = [0, 30, 200, 100_000] as const;

function readInParts<Result>(
  text: string,
  read: ReadJson<Result>,
  partBytes: number,
  wrapper: string | null = null,
  known: KnownLists = findKnownLists(null),
): Result | string {
  try {
    return runAllSteps(readLongJson(Buffer.from(text), read, wrapper, known, partBytes));
  } catch (error) {
    if (error instanceof UnreadableJson) return error.message;
    throw error;
  }
}

function readWhole<Result>(text: string, read: (value: unknown) => Result): Result | string {
  const bytes = Buffer.from(text);
  const exceeded = findExceededLimit(bytes);
  if (exceeded !== null) return exceeded();
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return 'it is not JSON';
  }
  return read(value);
}

/** Puts the parts of the lists together again. */
function* join({ value, partedLists }: ParsedJson): Steps<unknown> {
  for (const [name, list] of partedLists) {
    const entries: unknown[] = [];
    for (const part of list.parts) {
      entries.push(...part.entries);
      yield;
    }
    expect(entries).toHaveLength(list.length);
    Object.assign(value as object, { [name]: entries });
  }
  return value;
}

/** The same for a collection that is a value of the text. */
function* joinWrapped({ value, partedLists }: ParsedJson): Steps<unknown> {
  const data = partedLists.size === 0 ? null : (value as { data: unknown }).data;
  yield* join({ value: data, partedLists });
  return value;
}

/** Reads a collection as deliveries do, and remembers its lists. */
const readAndKeep = (current: Collection | null): ReadJson<ReadCollectionResult> =>
  function* (json) {
    const reading = yield* readCollectionInSteps(json, 'col_1', current);
    keepLists(reading, json);
    return reading;
  };

/** Removes, repeats or inserts one of the characters that JSON is made of, or a short range. */
function damage(text: string, random: Random): string {
  const at = random.between(0, text.length);
  const length = random.between(0, 2);
  return text.slice(0, at) + random.pick(['', ...'[]{},:"\\ 1', '\n', '\u00a0', '\ufeff']) + text.slice(at + length);
}

describe('long JSON', () => {
  it(`gives the same collections in parts as in one piece, also if it is damaged (${runs} texts, seed ${seed})`, () => {
    const random = createRandom(seed);
    let readable = 0;
    for (let run = 0; run < runs; run += 1) {
      const idsOf = (name: string): readonly string[] =>
        Array.from({ length: random.between(0, 6) }, () => `${name}-${random.between(0, 9)}`);
      const write = (live: readonly string[], staging: readonly string[]): string =>
        JSON.stringify(
          collection('col_1', run, live, {
            stagingContents: staging.map((id) => post(id, { message: '] } , [ { " \\ 🎶', note: { of: [id] } })),
            stagingContentCount: staging.length,
          }),
          null,
          run % 2,
        );
      const keep = (): Collection | null => {
        const [live, staging] = [new Set(idsOf('live')), new Set(idsOf('staging'))];
        const reading = readInParts(write([...live], [...staging]), readAndKeep(null), 0);
        return typeof reading === 'string' ? null : reading.collection;
      };
      const current = keep();
      // Deliveries that arrive together are read by what was known before the first.
      const known = findKnownLists(random.between(0, 3) === 0 ? keep() : current);
      let text = write(idsOf('live'), idsOf('staging'));
      for (let change = random.between(0, 2); change > 0; change -= 1)
        text = random.between(0, 1) === 0 ? mutate(text, random) : damage(text, random);
      const context = `run ${run} of seed ${seed}: ${text.slice(0, 1000)}`;
      const partBytes = random.pick(partLengths);
      const whole = readWhole(text, (value) => readCollection(value, 'col_1', current));
      const parted = readInParts(text, readAndKeep(current), partBytes, null, known);
      expect(parted, context).toEqual(whole);
      expect(readInParts(text, join, partBytes), context).toEqual(readWhole(text, (value) => value));
      const delivery = damage(`{"event":"COLLECTION_UPDATED","data":${text}}`, random);
      expect(readInParts(delivery, joinWrapped, partBytes, 'data'), `${context}: ${delivery.slice(0, 1000)}`).toEqual(
        readWhole(delivery, (value) => value),
      );
      expect(known.size, context).toBe(2);
      if (typeof whole === 'string' || typeof parted === 'string') continue;
      readable += 1;
      for (const name of ['live', 'staging'] as const) {
        const known = current?.[name];
        const indexes = (items = known) => items?.map((item) => known?.indexOf(item));
        expect(indexes(parted.collection?.[name]), context).toEqual(indexes(whole.collection?.[name]));
        expect(parted.collection?.[name] === known, context).toBe(whole.collection?.[name] === known);
      }
    }
    // Guards against texts that are all readable or all damaged.
    expect(readable).toBeGreaterThan(runs / 5);
    expect(readable).toBeLessThan((runs * 4) / 5);
  });

  it.each([
    ['an empty list', '{"liveContents":[ \n]}'],
    ['a list without a first entry', '{"liveContents":[,1]}'],
    ['a list without a last entry', '{"liveContents":[1,2,]}'],
    ['a list with an entry missing', '{"liveContents":[1,,2]}'],
    ['a space that is not JSON', '{"liveContents":[\u00a0]}'],
    ['two values without a comma', '{"liveContents":[1] [2]}'],
    ['brackets of two kinds', '{"liveContents":[{"a":[1}],"b":[2]]}'],
    ['a list closed as an object', '{"liveContents":[1,2}'],
    ['a list that never ends', '{"liveContents":[1,2'],
    ['a text that never ends', '{"liveContents":[1,"2]}'],
    ['a repeated list', '{"liveContents":[1,2],"a":0,"liveContents":[3]}'],
    ['a list repeated as another value', '{"liveContents":[1,2],"liveContents":null}'],
    ['a repeated list with an escaped name', '{"liveContents":[1,2],"live\\u0043ontents":[3]}'],
    ['a second value', '{"liveContents":[1,2]}{"liveContents":[3]}'],
    ['a value before the list', '{"liveContents":0 [1,2]}'],
    ['the name as a value', '{"a":"liveContents","b":[1,2]}'],
    ['the name in a list', '["liveContents",[1,2]]'],
    ['the name at another depth', '{"data":{"liveContents":[1,2]},"stagingContents":{"liveContents":[3]}}'],
    ['a list in a list', '{"liveContents":[[1,2],[3,[4]]]}'],
    ['`__proto__`', '{"__proto__":{"liveContents":[1]},"liveContents":[{"__proto__":null}]}'],
    ['no text', ''],
    ['a byte order mark', '\ufeff{"liveContents":[1]}'],
    ['too deep a list', `{"liveContents":[1,${'['.repeat(nestingLimit)}${']'.repeat(nestingLimit)}]}`],
  ])('is read like JSON.parse does with %s', (_, text) => {
    const wrapped = [
      text,
      `{"data":${text}}`,
      `{"event":"liveContents","liveContents":[0],"data": ${text},"count":[1,2]}`,
      `{"data":${text},"data":{"liveContents":[5]}}`,
      `{"d\\u0061ta":{"liveContents":[5]},"data":${text}}`,
      `{"data":[${text}]}`,
      `{"data":["liveContents",[1,2],${text}]}`,
      `{"other":{"data":${text}},"data":{"data":${text}}}`,
    ];
    for (const partBytes of partLengths) {
      expect(readInParts(text, join, partBytes)).toEqual(readWhole(text, (value) => value));
      for (const delivery of wrapped)
        expect(readInParts(delivery, joinWrapped, partBytes, 'data'), delivery).toEqual(
          readWhole(delivery, (value) => value),
        );
    }
  });

  it('finds the lists of a collection in a delivery', () => {
    const delivery = '{"event":"COLLECTION_UPDATED","data":{"id":"col_1","liveContents":[1,2],"stagingContents":[3]}}';
    // biome-ignore lint/correctness/useYield: it has only one step
    const listNames: ReadJson<readonly string[]> = function* ({ partedLists }) {
      return [...partedLists.keys()];
    };
    expect(readInParts(delivery, listNames, 0, 'data')).toEqual(['liveContents', 'stagingContents']);
    expect(readInParts(delivery, listNames, 0)).toEqual([]);
  });

  it('is refused for invalid JSON in a list that is not read', () => {
    expect(readInParts('{"liveContents":[1,2]}', readValue, 0)).toEqual({ liveContents: [] });
    expect(readInParts('{"liveContents":[1,2x]}', readValue, 0)).toBe('it is not JSON');
  });

  describe('after a version that was read without a fault', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const write = (live: readonly string[], edited: readonly string[] = []): string =>
      JSON.stringify({
        ...collection('col_1', 1, []),
        liveContentCount: live.length,
        liveContents: live.map((id) => post(id, edited.includes(id) ? { message: 'edited' } : {})),
      });
    const readFirst = (text: string): ReadCollectionResult =>
      readInParts(text, readAndKeep(null), 100) as ReadCollectionResult;
    const countParsed = (text: string, before: Collection | null): number | string => {
      const count: ReadJson<number> = function* ({ partedLists }) {
        const parts = [...partedLists.values()].flatMap((list) => [...list.parts]);
        return parts.flatMap(({ entries, posts }) => (posts === null ? entries : [])).length;
      };
      return readInParts(text, count, 100, null, findKnownLists(before));
    };

    it.each([
      ['nothing changes', write(ids), 0],
      ['a post is edited', write(ids, ['p7']), 1],
      ['the first and the last post are edited', write(ids, ['p0', 'p39']), 2],
      ['neighbours are edited', write(ids, ['p7', 'p8', 'p9']), 3],
      ['a post is added at the start', write(['new', ...ids]), 1],
      // The last entry ended at the bracket, and now at a comma.
      ['a post is added at the end', write([...ids, 'new']), 2],
      ['a post is removed', write(ids.filter((id) => id !== 'p7')), 0],
      ['several posts are removed together', write(ids.filter((_, index) => index < 7 || index > 15)), 0],
      ['a post moves down', write([...ids.slice(1, 20), 'p0', ...ids.slice(20)]), 1],
      ['a post moves up', write(['p20', ...ids.slice(0, 20), ...ids.slice(21)]), 1],
      ['the list is emptied', write([]), 0],
    ])('parses only posts that changed when %s', (_, text, parsed) => {
      const before = readFirst(write(ids)).collection;
      expect(countParsed(text, before)).toBe(parsed);
      const after = readInParts(text, readAndKeep(before), 100, null, findKnownLists(before));
      expect(after).toEqual(readWhole(text, (value) => readCollection(value, 'col_1', before)));
      expect(countParsed(text, (after as ReadCollectionResult).collection)).toBe(0);
    });

    it('parses a list whole that has no post in common with it', () => {
      const others = Array.from({ length: 500 }, (_, index) => `other${index}`);
      expect(countParsed(write(others), readFirst(write(ids)).collection)).toBe(500);
    });

    it('no longer looks for known posts after very many others', () => {
      const withOthers = (count: number): string =>
        write([...Array.from({ length: count }, (_, index) => `other${index}`), ...ids]);
      const before = readFirst(write(ids)).collection;
      expect(countParsed(withOthers(100), before)).toBe(100);
      expect(countParsed(withOthers(200), before)).toBe(200 + ids.length);
    });

    it('reads many known posts in several steps', () => {
      const many = Array.from({ length: 9000 }, (_, index) => `p${index}`);
      const before = readFirst(write(many)).collection;
      const text = write(['new', ...many]);
      const known = findKnownLists(before);
      const countSteps = (read: ReadJson<unknown>): number =>
        [...readLongJson(Buffer.from(text), read, null, known)].length;
      const steps = countSteps(readAndKeep(before));
      // biome-ignore lint/correctness/useYield: it has only one step
      const readNothing: ReadJson<null> = function* ({ partedLists }) {
        for (const { parts } of partedLists.values()) for (const _ of parts);
        return null;
      };
      // One of the new post, and one for each two thousand of the others; the staging list has one.
      expect(steps - countSteps(readNothing)).toBe(7);
    });

    it('counts the values of known entries towards the limit', () => {
      const filler = (count: number): number[] => Array.from({ length: count }, () => 0);
      const base = { ...collection('col_1', 1, []), liveContentCount: 99 };
      const long = Array.from({ length: 99 }, (_, index) => post(`p${index}`, { note: filler(9990) }));
      const before = readFirst(JSON.stringify({ ...base, liveContents: long })).collection;
      const withPost = (values: number): string =>
        JSON.stringify({ ...base, liveContents: [...long.slice(0, 50), filler(values), ...long.slice(50)] });
      const isRefused = (values: number): boolean => findExceededLimit(Buffer.from(withPost(values))) !== null;
      let most = 0;
      for (let step = 8192; step >= 1; step /= 2) if (!isRefused(most + step)) most += step;
      expect(countParsed(withPost(most), before)).toBe(1);
      expect(countParsed(withPost(most + 1), before)).toBe(`it has more than ${valueLimit} values`);
    });
  });
});
