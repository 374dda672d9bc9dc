import { expect, it } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import { parseJson } from '../../../src/core/parseJson.ts';
import { type ReadCollectionResult, readCollection, readCollectionInSteps } from '../../../src/core/readCollection.ts';
import { runAllSteps } from '../../../src/core/steps.ts';
import { findKnownLists, keepLists } from '../../../src/engine/http/knownLists.ts';
import {
  type KnownLists,
  type LongJson,
  type ReadJson,
  readLongJson,
  UnreadableJson,
} from '../../../src/engine/http/longJson.ts';
import { createRandom, type Random } from '../../random.ts';
import { seed } from '../../seed.ts';
import { collection, post } from '../sourceHarness.ts';
import '../../comparePhrases.ts';

const rounds = 1000;

type Entries = readonly string[];
type Lists = { readonly liveContents: Entries; readonly stagingContents: Entries };

const messages = ['plain', '},{', '],[{"id":"p1"},', '\\"}', '🎶é', '\u2028', '{"liveContents":[', ''] as const;

/** A post as the bytes that a service could send for it. */
function writePost(id: string, random: Random): string {
  const fields = Object.entries(
    post(id, {
      message: random.pick(messages),
      media: random.between(0, 3) === 0 ? [{ mediaUrl: 'https://a.example/1.jpg', mediaType: 'image/jpeg' }] : [],
      ...(random.between(0, 3) === 0 && { note: { of: [id, random.pick<unknown>([0, null, [[]]])] } }),
      ...(random.between(0, 60) === 0 && { message: 7 }),
      ...(random.between(0, 60) === 0 && { source: null }),
    }),
  );
  if (random.between(0, 3) === 0) fields.reverse();
  return JSON.stringify(Object.fromEntries(fields), null, random.pick([0, 0, 0, 1]));
}

/** The same post in other bytes, other bytes that look the same, or bytes that are no post. */
function rewrite(entry: string, random: Random): string {
  const at = random.between(0, entry.length);
  switch (random.between(0, 9)) {
    case 9:
      return entry + random.pick(['\ufeff', entry, ...'[]{},:"\\1x ']);
    case 0:
      return entry.replace(/[a-z]/, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    case 1:
      return ` ${entry}\n`;
    case 2:
      return entry.replace('{', '{"message":"first of two",');
    case 3:
      return JSON.stringify(Object.fromEntries(Object.entries(parseJson(entry) ?? {}).reverse()));
    case 4:
      return entry.slice(0, at) + random.pick(['\ufeff', '\u00a0', '},{', ...'[]{},:"\\ 1é']) + entry.slice(at + 1);
    case 5:
      return random.pick(['null', '{}', '[]', '', ' ', '{"id":"p1"}']);
    case 6:
      return `${entry},${entry}`;
    case 7:
      return entry.replace(/"message":\s*"/, (start) => `${start}!`);
    default:
      return entry.replace('{', '{"__proto__":{"message":"x"},');
  }
}

/** Adds, removes, moves, repeats and rewrites posts, also from one list to the other. */
function change(lists: Lists, pool: Entries, random: Random): Lists {
  const next = { liveContents: [...lists.liveContents], stagingContents: [...lists.stagingContents] };
  for (let count = random.between(0, 3); count > 0; count -= 1) {
    const [from, to] = random.pick([
      [next.liveContents, next.liveContents],
      [next.stagingContents, next.stagingContents],
      [next.liveContents, next.stagingContents],
      [next.stagingContents, next.liveContents],
    ] as const);
    const at = random.between(0, Math.max(0, from.length - 1));
    const target = random.between(0, to.length);
    switch (from.length > 12 ? 0 : random.between(0, 4)) {
      case 0:
        from.splice(at, random.between(1, 3));
        break;
      case 1:
        to.splice(target, 0, ...from.splice(at, 1));
        break;
      case 2:
        to.splice(target, 0, random.pick(['', ...pool]) || writePost(`p${random.between(0, 200)}`, random));
        break;
      case 3:
        to.splice(target, 0, writePost(`p${random.between(0, 200)}`, random));
        break;
      default:
        if (from.length > 0) from.splice(at, 1, rewrite(from[at] ?? '', random));
    }
  }
  return next;
}

function write(id: string, second: number, lists: Lists, random: Random): string {
  const { liveContents, stagingContents, ...head } = collection(id, second, []);
  const separator = random.pick([',', ',', ', ']);
  const listTexts = Object.entries(lists).map(([name, entries]) => `"${name}":[${entries.join(separator)}]`);
  const counts = {
    liveContentCount: lists.liveContents.length,
    stagingContentCount: lists.stagingContents.length,
  };
  if (random.between(0, 3) === 0) listTexts.reverse();
  const headText = JSON.stringify({ ...head, ...counts }).slice(1, -1);
  const data = random.between(0, 3) === 0 ? [...listTexts, headText] : [headText, ...listTexts];
  return `{"event":"COLLECTION_UPDATED","data":{${data.join(',')}}}`;
}

/** Reads a delivery as the listener does, and remembers its lists if `keeps`. */
function readByDifference(
  text: string,
  [id, current]: readonly [string, Collection | null],
  known: KnownLists,
  partBytes: number,
  keeps = true,
): { readonly reading: ReadCollectionResult; readonly scanned: unknown } | string {
  const read: ReadJson<{ reading: ReadCollectionResult; scanned: unknown }> = function* (json: LongJson) {
    const { data } = json.value as { data: unknown };
    const reading = yield* readCollectionInSteps({ value: data, partedLists: json.partedLists }, id, current);
    if (keeps) keepLists(reading, json);
    const scanned = [...json.partedLists].map(
      ([
        name,
        {
          scanned: { segments: _, ...rest },
        },
      ]) => [name, rest],
    );
    return { reading, scanned };
  };
  try {
    return runAllSteps(readLongJson(Buffer.from(text), read, 'data', known, partBytes));
  } catch (error) {
    if (error instanceof UnreadableJson) return error.message;
    throw error;
  }
}

function readWhole(text: string, id: string, current: Collection | null): ReadCollectionResult | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  return readCollection((value as { data: unknown }).data, id, current);
}

it(`reads every version of two collections by its changes as it reads it whole (${rounds} deliveries, seed ${seed})`, () => {
  const random = createRandom(seed);
  const ids = ['col_1', 'col_2'] as const;
  const empty: Lists = { liveContents: [], stagingContents: [] };
  /** The last text of each collection that could be read, and what was read from it. */
  const last = new Map(ids.map((id) => [id, { lists: empty, collection: null as Collection | null }]));
  const earlier: Collection[] = [];
  let [readable, reused, refused] = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const id = random.pick(ids);
    const { lists, collection: current } = last.get(id) ?? { lists: empty, collection: null };
    const pool = [...last.values()].flatMap((other) => [...other.lists.liveContents, ...other.lists.stagingContents]);
    const next = change(lists, pool, random);
    const text = write(id, round, next, random);
    const context = `round ${round} of seed ${seed}: ${text}`;
    // A wrong guess of the collection, and a version from before another delivery, may only cost time.
    const guessed = random.between(0, 4) === 0 ? (earlier[random.between(0, earlier.length - 1)] ?? null) : current;
    const known = findKnownLists(guessed);
    if (known.size > 0) reused += 1;
    const partBytes = random.pick([0, 200, 100_000]);

    const whole = readWhole(text, id, current);
    const fresh = readByDifference(text, [id, current], new Map(), partBytes, false);
    const result = readByDifference(text, [id, current], known, partBytes);
    expect(typeof result === 'string' ? result : result.reading, context).toEqual(whole);
    // The positions to remember are the same too, so that the next version is read as well.
    expect(result, context).toEqual(fresh);
    if (typeof result === 'string' || typeof whole === 'string') {
      refused += 1;
      continue;
    }
    for (const name of ['live', 'staging'] as const) {
      const indexes = (items: Collection['live'] | undefined) => items?.map((item) => current?.[name].indexOf(item));
      expect(indexes(result.reading.collection?.[name]), context).toEqual(indexes(whole.collection?.[name]));
    }
    if (result.reading.collection === null) continue;
    readable += 1;
    earlier.push(result.reading.collection);
    if (earlier.length > 6) earlier.shift();
    // Faulty posts would otherwise stay, and nothing would ever be remembered.
    const isOdd = result.reading.problems.length > 0;
    last.set(id, { lists: isOdd ? lists : next, collection: result.reading.collection });
  }
  expect(readable).toBeGreaterThan(rounds / 3);
  expect(reused).toBeGreaterThan(rounds / 2);
  expect(refused).toBeGreaterThan(rounds / 150);
});
