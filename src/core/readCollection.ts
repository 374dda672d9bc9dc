/** Reads a collection from unknown JSON: total, and sharing with the one held before whatever did not change. */
import type { Collection, Item } from './collection.ts';
import { parseInstant } from './instant.ts';
import {
  isJsonObject,
  isUnchanged,
  type JsonObject,
  type Note,
  type ReadProblem,
  readItem,
  readText,
} from './readItem.ts';

export type CollectionReading = {
  /** Null: the answer is unusable, and the first problem says why. */
  readonly collection: Collection | null;
  /** In the order of the answer, at most `problemLimit` of them. */
  readonly problems: readonly ReadProblem[];
  /**
   * How many live posts the answer speaks of although not one can be read from it; null when there is nothing to doubt.
   * Such an answer empties air only when the service says so again and again.
   */
  readonly doubtedCount: number | null;
};

/** Further problems of one answer are not named. */
export const problemLimit = 100;

/** Longer lists are cut. */
export const itemLimit = 50_000;

type ListName = 'liveContents' | 'stagingContents';

/**
 * Reads an answer or a delivery's `data`. `expectedId` is the collection that was asked for (null: any). `held` is the version
 * kept until now: posts and lists that say the same are the very same objects again, and a post that cannot be read any more
 * keeps its last good version while its id is still listed.
 */
export function readCollection(input: unknown, expectedId: string | null, held: Collection | null): CollectionReading {
  const problems: ReadProblem[] = [];
  const note: Note = (code, path, what) => {
    if (problems.length < problemLimit) problems.push({ code, path, what });
  };
  const unusable = (code: ReadProblem['code'], path: string, what: string): CollectionReading => ({
    collection: null,
    problems: [{ code, path, what }],
    doubtedCount: null,
  });

  if (!isJsonObject(input)) return unusable('SOURCE_MALFORMED', '$', 'is not an object');
  const id = input['id'];
  if (typeof id !== 'string' || id === '') return unusable('SOURCE_MALFORMED', '$.id', 'is missing');
  if (expectedId !== null && id !== expectedId)
    return unusable('SOURCE_WRONG_COLLECTION', '$.id', 'is not the one asked for');
  const rawLive: unknown = input['liveContents'];
  if (!Array.isArray(rawLive)) return unusable('SOURCE_MALFORMED', '$.liveContents', 'is not a list');

  const before = held?.id === id ? held : null;
  const odd = (field: string, what: string): void => note('SOURCE_FIELD_ODD', `$.${field}`, what);
  const rawStaging: unknown = input['stagingContents'];
  if (!Array.isArray(rawStaging)) odd('stagingContents', 'is not a list');
  const lastModifiedDate = readText(input['lastModifiedDate'], 'lastModifiedDate', '', odd);
  if (lastModifiedDate !== '' && parseInstant(lastModifiedDate) === null)
    odd('lastModifiedDate', 'is not a date with a zone');

  const known = knownItems(before);
  const live = readList(rawLive, 'liveContents', before?.live ?? [], known, note);
  const staging = readList(
    Array.isArray(rawStaging) ? rawStaging : [],
    'stagingContents',
    before?.staging ?? [],
    known,
    note,
  );
  // A fault of the writing, not a takedown: taken at its word, a renamed field would empty every feed.
  if (live.length === 0 && rawLive.length > 0 && (before?.live.length ?? 0) > 0)
    return unusable('SOURCE_MALFORMED', '$.liveContents', `has ${rawLive.length} posts, and none that can be read`);
  noteCount(input, 'liveContentCount', rawLive.length, odd);
  if (Array.isArray(rawStaging)) noteCount(input, 'stagingContentCount', rawStaging.length, odd);

  const collection: Collection = {
    id,
    name: readText(input['name'], 'name', before?.name ?? id, odd),
    contentType: readText(input['contentType'], 'contentType', before?.contentType ?? 'UNKNOWN', odd),
    createdDate: readText(input['createdDate'], 'createdDate', before?.createdDate ?? '', odd),
    lastModifiedDate,
    staging,
    live,
  };
  return { collection, problems, doubtedCount: doubtedCount(input, rawLive, live) };
}

/** A held version of a post, and whether it stood in the same list. */
type Held = { readonly item: Item; readonly isOfThisList: boolean };
type Known = (list: ListName, id: string) => Held | null;

/** Finds the held version of a post, in its own list first. The maps are made only when something changed. */
function knownItems(held: Collection | null): Known {
  if (held === null) return () => null;
  let maps: { readonly live: ReadonlyMap<string, Item>; readonly staging: ReadonlyMap<string, Item> } | null = null;
  const byId = (items: readonly Item[]): ReadonlyMap<string, Item> => new Map(items.map((item) => [item.id, item]));
  return (list, id) => {
    maps ??= { live: byId(held.live), staging: byId(held.staging) };
    const { live, staging } = maps;
    const [own, other] = list === 'liveContents' ? [live, staging] : [staging, live];
    const item = own.get(id) ?? other.get(id);
    return item === undefined ? null : { item, isOfThisList: own.has(id) };
  };
}

function readList(
  raw: readonly unknown[],
  list: ListName,
  held: readonly Item[],
  known: Known,
  note: Note,
): readonly Item[] {
  const unchanged = countUnchanged(raw, held);
  if (unchanged === raw.length && unchanged === held.length) return held;
  const items = held.slice(0, unchanged);
  const seen = new Set(items.map((item) => item.id));
  if (raw.length > itemLimit)
    note('SOURCE_FIELD_ODD', `$.${list}`, `has more than ${itemLimit} posts; the rest was left out`);
  const isOnce = onceIn(raw);
  const end = Math.min(raw.length, itemLimit);
  for (let place = unchanged; place < end; place += 1) {
    const item = readListed(raw[place], isOnce, list, place, seen, known, note);
    if (item === null) continue;
    seen.add(item.id);
    items.push(item);
  }
  return items.length === held.length && items.every((item, place) => item === held[place]) ? held : items;
}

/** Tells whether an id stands in the list only once. Counted at the first question, which few lists raise. */
function onceIn(raw: readonly unknown[]): (id: string) => boolean {
  let counts: Map<unknown, number> | null = null;
  return (id) => {
    if (counts === null) {
      counts = new Map();
      for (const post of raw) if (isJsonObject(post)) counts.set(post['id'], (counts.get(post['id']) ?? 0) + 1);
    }
    return counts.get(id) === 1;
  };
}

function readListed(
  raw: unknown,
  isOnce: (id: string) => boolean,
  list: ListName,
  place: number,
  seen: ReadonlySet<string>,
  known: Known,
  note: Note,
): Item | null {
  const id = isJsonObject(raw) ? raw['id'] : undefined;
  if (!isJsonObject(raw) || typeof id !== 'string' || id === '') {
    note('SOURCE_ITEM_UNREADABLE', `$.${list}[${place}]`, isJsonObject(raw) ? 'has no id' : 'is not a post');
    return null;
  }
  if (seen.has(id)) {
    note('SOURCE_FIELD_ODD', `$.${list}[${place}].id`, 'is there twice; the first is kept');
    return null;
  }
  const before = known(list, id);
  if (before !== null && isUnchanged(raw, before.item)) return before.item;
  const read = readItem(raw, id, before?.item ?? null, `$.${list}[${place}]`, note);
  if (read !== null || before?.isOfThisList !== true) return read;
  // A post that cannot be read keeps its last good words where it stood, unless it comes again and can be read there.
  return isOnce(id) ? before.item : null;
}

/** How many posts from the head of the list say exactly what the held ones say. */
function countUnchanged(raw: readonly unknown[], held: readonly Item[]): number {
  const end = Math.min(raw.length, held.length, itemLimit);
  for (let place = 0; place < end; place += 1) {
    const before = held[place];
    if (before === undefined || !isUnchanged(raw[place], before)) return place;
  }
  return end;
}

function noteCount(input: JsonObject, field: string, length: number, odd: (field: string, what: string) => void): void {
  const count = input[field];
  if (count === length) return;
  if (typeof count === 'number') odd(field, `says ${count}, the list has ${length}`);
  else odd(field, count === undefined ? 'is missing' : 'is not a number');
}

function doubtedCount(input: JsonObject, rawLive: readonly unknown[], live: readonly Item[]): number | null {
  if (live.length > 0) return null;
  if (rawLive.length > 0) return rawLive.length;
  const count = input['liveContentCount'];
  return typeof count === 'number' && count > 0 ? count : null;
}
