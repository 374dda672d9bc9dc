/** Follows one collection's list: when the service confirmed it, and whether it may be out of date. */
import { compareInstants, parseInstant } from '../core/instant.ts';
import { type ContactTimes, computeFreshness, type Freshness, freshnessChangesAtMs } from '../core/source.ts';
import type { Failure } from './http/failure.ts';
import { missingCodes } from './sourceProblems.ts';

/** The service may have a version that we don't have. */
export type News = {
  /** When the oldest unanswered news arrived. Monotonic milliseconds. */
  readonly firstMs: number;
  /** When the last news arrived. Only a response that left the service after this can answer it. Monotonic milliseconds. */
  readonly sinceMs: number;
  /** The date of that version, from the service's list; `null` if it is not known. */
  readonly version: string | null;
  /** No check could confirm our version since then. */
  readonly isDoubted: boolean;
};

export type CollectionStatus = ContactTimes & {
  /** `confirmedMs` by the wall clock, ISO 8601. */
  readonly confirmedAt: string | null;
  readonly failure: Failure | null;
  readonly nextAtMs: number | null;
  /** When the next poll was or is due, if the service's Retry-After holds it back; otherwise `null`. Monotonic milliseconds. */
  readonly heldBackMs: number | null;
  readonly news: News | null;
  /** The date of the newest version from the service that could not be saved; `null` if none is missing. */
  readonly unsavedVersion: string | null;
  /** When the expected interval changed while polls failed and the list was late; `null` if it was not. Monotonic milliseconds. */
  readonly lateMs: number | null;
};

export const unknownStatus: CollectionStatus = {
  ...{ confirmedMs: null, checkedMs: null, contactMs: null, confirmedAt: null },
  ...{ failure: null, nextAtMs: null, heldBackMs: null, news: null, unsavedVersion: null, lateMs: null },
};

/** When a poll is due, and when the service lets it be sent. Milliseconds from now. */
export type PlannedPoll = { readonly dueInMs: number; readonly inMs: number };

export function planOf(planned: PlannedPoll | null, nowMs: number): Pick<CollectionStatus, 'nextAtMs' | 'heldBackMs'> {
  if (planned === null) return { nextAtMs: null, heldBackMs: null };
  const { dueInMs, inMs } = planned;
  return { nextAtMs: nowMs + inMs, heldBackMs: inMs > dueInMs ? nowMs + dueInMs : null };
}

/** Where a confirmation came from (`evidence.ts`). Monotonic milliseconds. */
export type Evidence = {
  /** When the request was sent; `null` for a delivery. */
  readonly sentMs: number | null;
  /** When the service certainly still had this version: when the request was sent, less the age of a cached response, or the event of a delivery. */
  readonly asOfMs: number;
  /** From when freshness counts: when the response arrived, or the event of a delivery. */
  readonly checkedMs: number;
  /** The confirmed version's date; `null` if it counts whatever its date, because the service's list shows it or the service went back. */
  readonly version: string | null;
};

/** A check that is due, or one after news, must have an answer within this time, or the list is doubted. Milliseconds. */
const checkWithinMs = 10_000;

/** The current version is the service's version, as far as the evidence goes. */
export function confirm(
  status: CollectionStatus,
  evidence: Evidence,
  clock: { readonly now: () => number; readonly monotonicMs: () => number },
): CollectionStatus {
  const nowMs = clock.monotonicMs();
  const isLater = status.confirmedMs === null || evidence.asOfMs >= status.confirmedMs;
  const confirmedMs = isLater ? evidence.asOfMs : status.confirmedMs;
  const confirmedAt = isLater ? new Date(clock.now() - (nowMs - evidence.asOfMs)).toISOString() : status.confirmedAt;
  const { news, unsavedVersion } = status;
  const checkedMs = Math.max(status.checkedMs ?? Number.NEGATIVE_INFINITY, evidence.checkedMs);
  // The service repeats a delivery that was not saved. One of an earlier version does not bring it.
  const isStillUnsaved =
    evidence.sentMs === null && evidence.version !== null && isLaterDate(unsavedVersion, evidence.version);
  return {
    ...{ ...status, confirmedMs, confirmedAt, checkedMs, contactMs: nowMs },
    unsavedVersion: isStillUnsaved ? unsavedVersion : null,
    news: news === null || isAnswered(news, evidence) ? null : keepNews(news, evidence),
  };
}

/** Doubts our version if the response was requested after the news and does not answer it. */
function keepNews(news: News, { sentMs, asOfMs }: Evidence): News {
  const isCheck = sentMs !== null && sentMs >= news.sinceMs;
  return {
    ...news,
    firstMs: Math.min(news.sinceMs, Math.max(news.firstMs, asOfMs)),
    isDoubted: news.isDoubted || isCheck,
  };
}

/** Whether the evidence shows that the news is not, or is no longer, ahead of our version. */
export function isAnswered(news: News, { asOfMs, version }: Evidence): boolean {
  return asOfMs >= news.sinceMs && (version === null || !isLaterDate(news.version, version));
}

/** `underWay`: it is sent now or in seconds. `delayed`: not soon, for example because the service limits requests. `impossible`: there is no API key. */
export type CheckOfNews = 'underWay' | 'delayed' | 'impossible';

/** Versions in the service’s list of collections, as of a moment in monotonic milliseconds. */
export type ListedVersions = {
  readonly asOfMs: number;
  readonly current: readonly string[];
  /** By collection, the dates that are newer than ours. */
  readonly newer: ReadonlyMap<string, string>;
};

/** The service may have a version that we don't have. `version` is its date, `null` if unknown. */
export function addNews(
  status: CollectionStatus,
  version: string | null,
  isDoubted: boolean,
  nowMs: number,
): CollectionStatus {
  const before = status.news;
  // The list shows the same version again at each interval.
  if (before !== null && version !== null && before.version === version) return status;
  const news = {
    firstMs: before?.firstMs ?? nowMs,
    sinceMs: nowMs,
    version: version ?? before?.version ?? null,
    isDoubted: isDoubted || before?.isDoubted === true,
  };
  return { ...status, news };
}

/** A poll returned an older version. Ours is doubted until a poll confirms one of them, unless ours was confirmed after that one left the service. */
export function addOlder(status: CollectionStatus, leftServiceMs: number, nowMs: number): CollectionStatus {
  if (status.confirmedMs === null || leftServiceMs > status.confirmedMs) return addNews(status, null, true, nowMs);
  return status.news === null ? status : { ...status, news: { ...status.news, isDoubted: true } };
}

/** The service sent a version that can’t be saved now: there is contact, but our copy is behind. */
export function addUnsaved(status: CollectionStatus, version: string, nowMs: number): CollectionStatus {
  const isNewest = status.unsavedVersion === null || isLaterDate(version, status.unsavedVersion);
  return { ...status, unsavedVersion: isNewest ? version : status.unsavedVersion, contactMs: nowMs };
}

/** An event this much before news arrived can have caused it, because it took time to arrive and is often dated by whole seconds. Milliseconds. */
const sameEventMs = 2000;

/** `isNewer`: it brought a version that we did not have. `occurredAgoMs`: how long ago its event occurred, at least; `null` if that is not known. */
export type ArrivedDelivery = { readonly isNewer: boolean; readonly occurredAgoMs: number | null };

/**
 * As of when a delivery shows that we have the service’s version; `null` if it does not show that. It can be a late one, so it counts for the
 * time of its event. After news, one with an earlier event or without a time shows nothing. Monotonic milliseconds.
 */
export function confirmsAsOfMs(
  { isNewer, occurredAgoMs }: ArrivedDelivery,
  { news, unsavedVersion }: CollectionStatus,
  nowMs: number,
): number | null {
  const occurredMs = occurredAgoMs === null ? null : nowMs - Math.max(0, occurredAgoMs);
  if (news !== null) {
    const isAfterNews = isNewer && occurredMs !== null && occurredMs + sameEventMs >= news.sinceMs;
    return isAfterNews ? Math.max(occurredMs, news.sinceMs) : null;
  }
  if (isNewer) return occurredMs ?? nowMs;
  return unsavedVersion === null ? occurredMs : null;
}

export function isDoubted({ news, unsavedVersion }: CollectionStatus, nowMs: number): boolean {
  return unsavedVersion !== null || (news !== null && (news.isDoubted || nowMs - news.firstMs > checkWithinMs));
}

/** When a poll that the service holds back makes the list stale; `null` if none is held back. Monotonic milliseconds. */
function overdueMs({ heldBackMs, checkedMs }: CollectionStatus, everyMs: number): number | null {
  if (heldBackMs === null) return null;
  // A delivery can have confirmed the list meanwhile.
  return Math.max(heldBackMs, (checkedMs ?? Number.NEGATIVE_INFINITY) + everyMs) + checkWithinMs;
}

/** Whether the service has no such collection. */
export function isMissing({ failure }: CollectionStatus): boolean {
  return failure !== null && missingCodes.has(failure.code);
}

/** `everyMs` is the interval at which confirmations are expected. */
export type Expected = { readonly isDemo: boolean; readonly everyMs: number };

/** Call before the interval changes: a longer one does not make a list fresh that is late because polls fail. */
export function keepLate(status: CollectionStatus, expected: Expected, nowMs: number): CollectionStatus {
  const freshness = freshnessOf(status, expected, nowMs);
  // Without a key, no poll was sent that could fail.
  const hasFailed = status.failure !== null && status.failure.code !== 'SOURCE_KEY_MISSING';
  return hasFailed && (freshness === 'stale' || freshness === 'offline') ? { ...status, lateMs: nowMs } : status;
}

export function freshnessOf(status: CollectionStatus, expected: Expected, nowMs: number): Freshness {
  const byAge = computeFreshness(expected.isDemo, status, expected.everyMs, nowMs);
  if (byAge === 'offline') return byAge;
  if (status.lateMs !== null && (status.checkedMs ?? Number.NEGATIVE_INFINITY) <= status.lateMs) return 'stale';
  const isOverdue = nowMs > (overdueMs(status, expected.everyMs) ?? Number.POSITIVE_INFINITY);
  return isOverdue || isDoubted(status, nowMs) || isMissing(status) ? 'stale' : byAge;
}

/** When time alone changes the freshness. Monotonic milliseconds, some of them past. */
export function nextChangesMs(status: CollectionStatus, everyMs: number): readonly number[] {
  const overdue = overdueMs(status, everyMs);
  return [
    ...freshnessChangesAtMs(status, everyMs),
    ...(status.news === null ? [] : [status.news.firstMs + checkWithinMs]),
    ...(overdue === null ? [] : [overdue]),
  ];
}

/** False if a date can't be read, or if both fall in one second with different precision. */
function isLaterDate(date: string | null, than: string): boolean {
  const [at, thanAt] = [date === null ? null : parseInstant(date), parseInstant(than)];
  if (at === null || thanAt === null) return false;
  if (at.seconds === thanAt.seconds && at.digits !== thanAt.digits) return false;
  return compareInstants(at, thanAt) > 0;
}
