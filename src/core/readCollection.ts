/** Reads a collection from unknown JSON. Never throws, and reuses the current objects of unchanged posts. */
import type { Collection, Item } from './collection.ts';
import { isSameItem, markReused } from './compare.ts';
import { parseInstant } from './instant.ts';
import {
  isJsonObject,
  isUnchanged,
  type JsonObject,
  type ReadProblem,
  type ReportProblem,
  readItem,
  readText,
} from './readItem.ts';

export type ReadCollectionResult = {
  /** `null` if the response is unusable; the first problem gives the reason. */
  readonly collection: Collection | null;
  /** In the order of the response, at most `problemLimit`. */
  readonly problems: readonly ReadProblem[];
  /**
   * How many live posts the response claims although its list is empty or unreadable; `null` if it claims none.
   * Only repeated responses like this empty a feed.
   */
  readonly doubtedCount: number | null;
};

/** Largest number of problems reported for one response. */
export const problemLimit = 100;

/** Longer lists are truncated. */
export const itemLimit = 50_000;

type ListName = 'liveContents' | 'stagingContents';

/**
 * Reads a response or a delivery's `data`. `expectedId` is the requested collection; `null` accepts any. Posts and lists that are unchanged
 * since `current` keep their objects. A post that becomes unreadable keeps its last good version while its id is listed.
 */
export function readCollection(
  input: unknown,
  expectedId: string | null,
  current: Collection | null,
): ReadCollectionResult {
  const problems: ReadProblem[] = [];
  const report: ReportProblem = (code, path, what) => {
    if (problems.length < problemLimit) problems.push({ code, path, what });
  };
  const unusable = (code: ReadProblem['code'], path: string, what: string): ReadCollectionResult => ({
    collection: null,
    problems: [{ code, path, what }],
    doubtedCount: null,
  });

  if (!isJsonObject(input)) return unusable('SOURCE_MALFORMED', '$', 'is not an object');
  const id = input['id'];
  if (typeof id !== 'string' || id === '') return unusable('SOURCE_MALFORMED', '$.id', 'is missing');
  if (expectedId !== null && id !== expectedId)
    return unusable('SOURCE_WRONG_COLLECTION', '$.id', 'is not the requested collection');
  const rawLive: unknown = input['liveContents'];
  if (!Array.isArray(rawLive)) return unusable('SOURCE_MALFORMED', '$.liveContents', 'is not a list');

  const before = current?.id === id ? current : null;
  const reportOddField = (field: string, what: string): void => report('SOURCE_FIELD_ODD', `$.${field}`, what);
  const rawStaging: unknown = input['stagingContents'];
  if (!Array.isArray(rawStaging)) reportOddField('stagingContents', 'is not a list');
  const lastModifiedDate = readText(input['lastModifiedDate'], 'lastModifiedDate', '', reportOddField);
  if (lastModifiedDate !== '' && parseInstant(lastModifiedDate) === null)
    reportOddField('lastModifiedDate', 'is not a date with a time zone');

  const findCurrent = createCurrentLookup(before);
  const live = readList(rawLive, 'liveContents', before?.live ?? [], findCurrent, report);
  const staging = readList(
    Array.isArray(rawStaging) ? rawStaging : [],
    'stagingContents',
    before?.staging ?? [],
    findCurrent,
    report,
  );
  // A fault at the service, not a takedown: one renamed field must not empty every feed.
  if (live.length === 0 && rawLive.length > 0 && (before?.live.length ?? 0) > 0)
    return unusable(
      'SOURCE_MALFORMED',
      '$.liveContents',
      rawLive.length === 1 ? 'has 1 post, which can’t be read' : `has ${rawLive.length} posts, none of them readable`,
    );
  checkCount(input, 'liveContentCount', rawLive.length, reportOddField);
  if (Array.isArray(rawStaging)) checkCount(input, 'stagingContentCount', rawStaging.length, reportOddField);

  const collection: Collection = {
    id,
    name: readText(input['name'], 'name', before?.name ?? id, reportOddField),
    contentType: readText(input['contentType'], 'contentType', before?.contentType ?? 'UNKNOWN', reportOddField),
    createdDate: readText(input['createdDate'], 'createdDate', before?.createdDate ?? '', reportOddField),
    lastModifiedDate,
    staging,
    live,
  };
  if (before !== null) markReused(before, collection);
  return { collection, problems, doubtedCount: findDoubtedCount(input, rawLive, live) };
}

/** The current version of a post, and whether it is in the same list. */
type CurrentItem = { readonly item: Item; readonly isOfThisList: boolean };
type FindCurrent = (list: ListName, id: string) => CurrentItem | null;

/** Finds the current version of a post, in the same list first. Builds its maps only on first use. */
function createCurrentLookup(current: Collection | null): FindCurrent {
  if (current === null) return () => null;
  let maps: { readonly live: ReadonlyMap<string, Item>; readonly staging: ReadonlyMap<string, Item> } | null = null;
  const byId = (items: readonly Item[]): ReadonlyMap<string, Item> => new Map(items.map((item) => [item.id, item]));
  return (list, id) => {
    maps ??= { live: byId(current.live), staging: byId(current.staging) };
    const { live, staging } = maps;
    const [own, other] = list === 'liveContents' ? [live, staging] : [staging, live];
    const item = own.get(id) ?? other.get(id);
    return item === undefined ? null : { item, isOfThisList: own.has(id) };
  };
}

function readList(
  raw: readonly unknown[],
  list: ListName,
  current: readonly Item[],
  findCurrent: FindCurrent,
  report: ReportProblem,
): readonly Item[] {
  const unchangedCount = countUnchanged(raw, current);
  if (unchangedCount === raw.length && unchangedCount === current.length) return current;
  const items = current.slice(0, unchangedCount);
  const seen = new Set(items.map((item) => item.id));
  if (raw.length > itemLimit)
    report('SOURCE_FIELD_ODD', `$.${list}`, `has more than ${itemLimit} posts; the rest were dropped`);
  const isUnique = createUniqueCheck(raw);
  const end = Math.min(raw.length, itemLimit);
  for (let index = unchangedCount; index < end; index += 1) {
    const item = readListedItem(raw[index], isUnique, list, index, seen, findCurrent, report);
    if (item === null) continue;
    seen.add(item.id);
    items.push(item);
  }
  return items.length === current.length && items.every((item, index) => item === current[index]) ? current : items;
}

/** Returns a check that an id occurs only once in the list. Counts on first use, because few lists need it. */
function createUniqueCheck(raw: readonly unknown[]): (id: string) => boolean {
  let counts: Map<unknown, number> | null = null;
  return (id) => {
    if (counts === null) {
      counts = new Map();
      for (const post of raw) if (isJsonObject(post)) counts.set(post['id'], (counts.get(post['id']) ?? 0) + 1);
    }
    return counts.get(id) === 1;
  };
}

function readListedItem(
  raw: unknown,
  isUnique: (id: string) => boolean,
  list: ListName,
  index: number,
  seen: ReadonlySet<string>,
  findCurrent: FindCurrent,
  report: ReportProblem,
): Item | null {
  const id = isJsonObject(raw) ? raw['id'] : undefined;
  if (!isJsonObject(raw) || typeof id !== 'string' || id === '') {
    report('SOURCE_ITEM_UNREADABLE', `$.${list}[${index}]`, isJsonObject(raw) ? 'has no id' : 'is not a post');
    return null;
  }
  if (seen.has(id)) {
    report('SOURCE_FIELD_ODD', `$.${list}[${index}].id`, 'appears twice; the first is kept');
    return null;
  }
  const before = findCurrent(list, id);
  if (before !== null && isUnchanged(raw, before.item)) return before.item;
  const read = readItem(raw, id, before?.item ?? null, `$.${list}[${index}]`, report);
  // A post with a fault is read again at each arrival, but keeps its object while the result is the same.
  if (read !== null && before !== null && isSameItem(before.item, read)) return before.item;
  if (read !== null || before?.isOfThisList !== true) return read;
  // An unreadable post keeps its last good version, unless another entry with its id can be read.
  return isUnique(id) ? before.item : null;
}

/** Number of unchanged posts at the start of the list. */
function countUnchanged(raw: readonly unknown[], current: readonly Item[]): number {
  const end = Math.min(raw.length, current.length, itemLimit);
  for (let index = 0; index < end; index += 1) {
    const before = current[index];
    if (before === undefined || !isUnchanged(raw[index], before)) return index;
  }
  return end;
}

function checkCount(
  input: JsonObject,
  field: string,
  length: number,
  reportOddField: (field: string, what: string) => void,
): void {
  const count = input[field];
  if (count === length) return;
  if (typeof count === 'number') reportOddField(field, `is ${count}, but the list has ${length}`);
  else reportOddField(field, count === undefined ? 'is missing' : 'is not a number');
}

function findDoubtedCount(input: JsonObject, rawLive: readonly unknown[], live: readonly Item[]): number | null {
  if (live.length > 0) return null;
  if (rawLive.length > 0) return rawLive.length;
  const count = input['liveContentCount'];
  return typeof count === 'number' && count > 0 ? count : null;
}
