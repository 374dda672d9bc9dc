/** Reads a collection from unknown JSON. Never throws, and reuses the current objects of unchanged posts. */
import type { Collection, Item } from './collection.ts';
import { isSameItem, markReused } from './compare.ts';
import { type CurrentItem, createCurrentLookup, type FindCurrent } from './currentPosts.ts';
import { createIdSearch } from './idSearch.ts';
import { parseInstant } from './instant.ts';
import { findIdFault } from './itemId.ts';
import { type Phrase, sayLater } from './language/say.ts';
import { cleanName, maxNameLength } from './names.ts';
import { labelPost } from './postLabel.ts';
import { isJsonObject, isUnchanged, type JsonObject, type ReportFault, readItem, readText } from './readItem.ts';
import type { PostsEffect, ReadProblem } from './readProblem.ts';
import { runAllSteps, type Steps } from './steps.ts';

export type ReadCollectionResult = {
  /** `null` if the response is unusable; the first problem gives the reason. */
  readonly collection: Collection | null;
  /** In the order of the response, at most `problemLimit` of each code. */
  readonly problems: readonly ReadProblem[];
  /** How many live posts the response claims although its list has fewer or is unreadable; `null` if they agree. */
  readonly doubtedCount: number | null;
  /** Whether posts of the current version would leave because of that. Only repeated responses like this take them off air. */
  readonly isDoubtful: boolean;
};

/** Largest number of problems of each code reported for one response. */
export const problemLimit = 100;

/** Longer lists are truncated. */
export const itemLimit = 50_000;

/** The lists of a collection that may be long. */
export const longListNames = ['liveContents', 'stagingContents'] as const;

export type LongListName = (typeof longListNames)[number];

/**
 * `posts` are what the entries were read as before, without a fault; they are then the entries, too. Each is in the parts of its list only once.
 * `null`: the entries are JSON to read.
 */
export type ListPart = { readonly entries: readonly unknown[]; readonly posts: readonly Item[] | null };

/** Entries of a long list. Each iteration parses them again, part by part, and throws if the JSON is invalid. */
export type PartedList = { readonly length: number; readonly parts: Iterable<ListPart> };

/** A parsed response. The lists in `partedLists` are empty in `value`. */
export type ParsedJson = { readonly value: unknown; readonly partedLists: ReadonlyMap<LongListName, PartedList> };

/**
 * Reads a response or a delivery's `data`. `expectedId` is the requested collection; `null` accepts any. Posts and lists that are unchanged
 * since `current` keep their objects. A post that becomes unreadable keeps its last good version while its id is listed.
 */
export function readCollection(
  input: unknown,
  expectedId: string | null,
  current: Collection | null,
): ReadCollectionResult {
  return runAllSteps(readCollectionInSteps({ value: input, partedLists: new Map() }, expectedId, current));
}

/** The same, with a step for each part of a list. */
export function* readCollectionInSteps(
  { value: input, partedLists }: ParsedJson,
  expectedId: string | null,
  current: Collection | null,
): Steps<ReadCollectionResult> {
  const problems: ReadProblem[] = [];
  const reported = new Map<ReadProblem['code'], number>();
  const report = (problem: ReadProblem): void => {
    const count = reported.get(problem.code) ?? 0;
    reported.set(problem.code, count + 1);
    if (count < problemLimit) problems.push(problem);
  };
  const unusable = (code: ReadProblem['code'], path: string, what: Phrase): ReadCollectionResult => ({
    collection: null,
    problems: [{ code, path, what, posts: null }],
    doubtedCount: null,
    isDoubtful: false,
  });

  if (!isJsonObject(input)) return unusable('SOURCE_MALFORMED', '$', sayLater('is not an object'));
  const id = input['id'];
  if (typeof id !== 'string' || id === '') return unusable('SOURCE_MALFORMED', '$.id', sayLater('is missing'));
  if (expectedId !== null && id !== expectedId)
    return unusable('SOURCE_WRONG_COLLECTION', '$.id', sayLater('is not the requested collection'));
  const findList = (name: LongListName): PartedList | null => partedLists.get(name) ?? asOnePart(input[name]);
  const rawLive = findList('liveContents');
  if (rawLive === null) return unusable('SOURCE_MALFORMED', '$.liveContents', sayLater('is not a list'));

  const before = current?.id === id ? current : null;
  const reportOddField = (field: string, what: Phrase): void =>
    report({ code: 'SOURCE_FIELD_ODD', path: `$.${field}`, what, posts: null });
  const rawStaging = findList('stagingContents');
  if (rawStaging === null) reportOddField('stagingContents', sayLater('is not a list'));
  const lastModifiedDate = readText(input['lastModifiedDate'], 'lastModifiedDate', '', reportOddField);
  if (lastModifiedDate !== '' && parseInstant(lastModifiedDate) === null)
    reportOddField('lastModifiedDate', sayLater('is not a date with a time zone'));

  const findCurrent = createCurrentLookup(before);
  const live = yield* readList(rawLive, 'liveContents', before?.live ?? [], findCurrent, report);
  const staging = yield* readList(
    rawStaging ?? { length: 0, parts: [] },
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
      sayLater('{count, plural, one {has # post, which can’t be read} other {has # posts, none of them readable}}', {
        count: rawLive.length,
      }),
    );
  const doubtedCount = findDoubtedCount(input, rawLive, live);
  const isDoubtful = doubtedCount !== null && isAnyMissing(before?.live ?? [], live);
  if (!isDoubtful) checkCount(input, 'liveContentCount', rawLive.length, reportOddField);
  if (rawStaging !== null) checkCount(input, 'stagingContentCount', rawStaging.length, reportOddField);

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
  return { collection, problems, doubtedCount, isDoubtful };
}

function asOnePart(list: unknown): PartedList | null {
  return Array.isArray(list) ? { length: list.length, parts: [{ entries: list, posts: null }] } : null;
}

function* readList(
  raw: PartedList,
  list: LongListName,
  current: readonly Item[],
  findCurrent: FindCurrent,
  report: (problem: ReadProblem) => void,
): Steps<readonly Item[]> {
  const isLive = list === 'liveContents';
  const reportUnusable = (path: string, what: Phrase, count: number, effect: PostsEffect, name: string | null): void =>
    report({ code: 'SOURCE_ITEM_UNREADABLE', path, what, posts: { count, effect, isLive, name } });
  if (raw.length > itemLimit)
    reportUnusable(
      `$.${list}`,
      sayLater('has more than {limit} posts', { limit: itemLimit }),
      raw.length - itemLimit,
      'leftOut',
      null,
    );
  let index = 0;
  /** `null` while every post so far is unchanged and where it was. */
  let items: Item[] | null = null;
  /** Where the current list is expected to continue. */
  let next = 0;
  /** Posts that do not come from the same list of the current version, one after the other. Only these can have an id twice. */
  const compared = new Set<string>();
  let isSeen = (_id: string): boolean => false;
  const findBefore = (id: string): CurrentItem | null => {
    const found = findCurrent(isLive, id, next);
    if (found !== null && found.index !== null) next = found.index + 1;
    return found;
  };
  let counts: ReadonlyMap<unknown, number> | null = null;
  for (const part of raw.parts) {
    for (let at = 0; at < part.entries.length; at += 1) {
      if (index === itemLimit) break;
      const entry = part.entries[at];
      const known = part.posts?.[at] ?? null;
      const unchanged = current[next];
      const isSame =
        known === null
          ? items === null && unchanged !== undefined && isUnchanged(entry, unchanged)
          : known === unchanged;
      if (isSame && unchanged !== undefined && !compared.has(unchanged.id)) {
        items?.push(unchanged);
        index += 1;
        next += 1;
        continue;
      }
      if (items === null) {
        items = current.slice(0, index);
        const search = createIdSearch(items);
        isSeen = (id) => search(id) >= 0;
      }
      const faults: { readonly path: string; readonly what: Phrase }[] = [];
      const reportFault: ReportFault = (path, what) => faults.push({ path, what });
      let item = readListedItem(entry, known, `$.${list}[${index}]`, isSeen, findBefore, reportFault);
      let effect: PostsEffect = item === null ? 'leftOut' : 'incomplete';
      if (item !== null && 'lastGood' in item) {
        counts ??= yield* countIds(raw);
        item = counts.get(item.lastGood.id) === 1 ? item.lastGood : null;
        effect = item === null ? 'leftOut' : 'lastGood';
      }
      const name = faults.length === 0 ? null : nameOf(entry, item);
      for (const [at, { path, what }] of faults.entries()) {
        // A post counts once, however many faults it has.
        const count = at === 0 ? 1 : 0;
        if (effect !== 'incomplete') reportUnusable(path, what, count, effect, name);
        else if (isLive) report({ code: 'SOURCE_ITEM_INCOMPLETE', path, what, posts: { count, effect, isLive, name } });
        else report({ code: 'SOURCE_FIELD_ODD', path, what, posts: null });
      }
      if (item !== null) {
        compared.add(item.id);
        items.push(item);
      }
      index += 1;
    }
    yield;
  }
  if (items === null) return index === current.length ? current : current.slice(0, index);
  return items.length === current.length && items.every((item, at) => item === current[at]) ? current : items;
}

/** How often each id occurs in the list. */
function* countIds(raw: PartedList): Steps<ReadonlyMap<unknown, number>> {
  const counts = new Map<unknown, number>();
  for (const part of raw.parts) {
    for (const entry of part.entries)
      if (isJsonObject(entry)) counts.set(entry['id'], (counts.get(entry['id']) ?? 0) + 1);
    yield;
  }
  return counts;
}

function nameOf(raw: unknown, item: Item | null): string | null {
  if (item !== null) return labelPost(item);
  const fullName = isJsonObject(raw) ? raw['fullName'] : null;
  return typeof fullName === 'string' && fullName !== '' ? cleanName(fullName, maxNameLength) : null;
}

/** `lastGood` replaces an unreadable post, unless another entry with its id can be read. `known`: see `ListPart`. */
function readListedItem(
  raw: unknown,
  known: Item | null,
  path: string,
  isSeen: (id: string) => boolean,
  findBefore: (id: string) => CurrentItem | null,
  report: ReportFault,
): Item | { readonly lastGood: Item } | null {
  const fault = isJsonObject(raw) ? findIdFault(raw['id']) : sayLater('is not a post');
  if (!isJsonObject(raw) || fault !== null) {
    report(path, fault ?? sayLater('is not a post'));
    return null;
  }
  const id = String(raw['id']);
  if (isSeen(id)) {
    report(`${path}.id`, sayLater('appears twice, and the first post with it is used'));
    return null;
  }
  const before = findBefore(id);
  if (known !== null) return before !== null && isSameItem(before.item, known) ? before.item : known;
  if (before !== null && isUnchanged(raw, before.item)) return before.item;
  const read = readItem(raw, id, before?.item ?? null, path, report);
  // A post with a fault is read again at each arrival, but keeps its object while the result is the same.
  if (read !== null && before !== null && isSameItem(before.item, read)) return before.item;
  return read !== null || before === null || before.index === null ? read : { lastGood: before.item };
}

function checkCount(
  input: JsonObject,
  field: string,
  length: number,
  reportOddField: (field: string, what: Phrase) => void,
): void {
  const count = input[field];
  if (count === length) return;
  if (typeof count === 'number')
    reportOddField(field, sayLater('is {count}, but the list has {length}', { count, length }));
  else reportOddField(field, count === undefined ? sayLater('is missing') : sayLater('is not a number'));
}

function findDoubtedCount(input: JsonObject, rawLive: PartedList, live: readonly Item[]): number | null {
  if (live.length === 0 && rawLive.length > 0) return rawLive.length;
  const count = input['liveContentCount'];
  return typeof count === 'number' && count > rawLive.length ? count : null;
}

function isAnyMissing(before: readonly Item[], live: readonly Item[]): boolean {
  if (live === before) return false;
  const ids = new Set(live.map(({ id }) => id));
  return before.some(({ id }) => !ids.has(id));
}
