/** The rows of the as-run log that are on air, and the records of their changes. */
import { type Action, noAction } from '../../core/action.ts';
import { type AirChanges, advanceAir, confirmationOf, laterOf } from '../../core/asRun.ts';
import type { Item } from '../../core/collection.ts';
import type { FeedState } from '../../core/feedState.ts';
import { type AirLog, createOpenRows, type OpenAirEntry } from '../../core/openRows.ts';
import { feedOf, type ShowEvent } from '../../core/show.ts';
import { shiftTime } from '../../core/time.ts';
import type { PastFeeds } from '../show/readBatches.ts';
import type { ChangeStep } from '../store.ts';
import { type AirPosition, isAfter, onLastClock, positionOf } from './airPosition.ts';
import type { AsRunRecord, LastFile, OutOfOrder } from './asRunRecords.ts';
import { type ClockTime, eventTimeOf } from './clockSteps.ts';
import type { Beat } from './onAirHeartbeat.ts';

/** Adds the record that `createRecord` returns. Files are named after their key, in epoch milliseconds. */
export type AddRecord = (key: number, createRecord: (isFirst: boolean) => AsRunRecord) => void;

/** Returns the number of consumers of a feed. */
export type ConsumersOf = (slug: string) => number;

export type AirRows = {
  readonly all: () => readonly OpenAirEntry[];
  /** `null` when the records are in the order of their times. */
  readonly outOfOrder: () => OutOfOrder | null;
  /** Takes over what the newest file leaves open. */
  readonly restore: (found: LastFile) => void;
  /**
   * Adds the changes of the last run that the log has not reached, and returns when Greenroom is known to have run then. If they begin long
   * after `knownAt`, until when that was known before, the log is from an older copy, and its rows end there.
   */
  readonly catchUp: (past: readonly PastFeeds[], knownAt: string) => string;
  /** Ends every row at the time when Greenroom was last known to be running. */
  readonly endAtRestart: (lastKnownAt: string) => void;
  /**
   * Begins with the show at a start. After a restart that ended the rows (`restarted`), the restart is the cause of all of them. After an
   * operator replaced another show (`switched`), that is.
   */
  readonly begin: (state: PastFeeds, at: string, how: 'continued' | 'restarted' | 'switched') => void;
  readonly updateAfter: (step: ChangeStep, time: ClockTime, consumersOf: ConsumersOf) => void;
  /** After the clock was set, gives the rows on air the times that it would have shown. Their durations stay true. */
  readonly shift: (byMs: number, beat: Beat) => void;
};

/** Each post counts as on air throughout a shorter restart, because graphics keep their last picture. */
export const restartGraceMs = 60_000;

const restartAction: Action = { verb: 'restart', about: null };
const restartOrigin = { onCause: 'rule', onBy: null, onVerb: restartAction.verb, onAbout: null } as const;

const epoch = '1970-01-01T00:00:00.000Z';
const listAndPlayHead: readonly AirLog[] = ['list', 'playhead'];

type TimeOf = (eventAt: string) => string;

export function createAirRows(addRecord: AddRecord, consumersNow: ConsumersOf): AirRows {
  const onAir = createOpenRows();
  /** The list on air with which the rows of a feed agree. */
  const listsByFeed = new Map<string, readonly Item[]>();
  let latest = epoch;
  /** Latest of all times. Files are named in their order, also after the clock was set back. */
  let highest = epoch;
  let outOfOrder: OutOfOrder | null = null;
  const reached = new Map<string, AirPosition>();

  const openRows = (): Pick<AsRunRecord, 'open' | 'outOfOrder' | 'reached'> => ({
    open: onAir.all(),
    reached: Object.fromEntries(reached),
    ...(outOfOrder === null ? {} : { outOfOrder }),
  });

  const add = (record: Omit<AsRunRecord, 'open'>): void => {
    highest = laterOf(latest, highest);
    addRecord(Date.parse(highest), (isFirst) => ({ open: null, ...record, ...(isFirst ? openRows() : {}) }));
  };

  /** `feed` has these changes; `null` if they are not changes of its state. */
  const write = (feed: FeedState | null, off: AsRunRecord['off'], on: readonly OpenAirEntry[]): void => {
    if (feed !== null) reached.set(feed.slug, positionOf(feed));
    if (off.length === 0 && on.length === 0) return;
    for (const { at } of off) latest = laterOf(at, latest);
    for (const row of on) latest = laterOf(row.on, latest);
    add({ off, on: [...on], ...(feed === null ? {} : { reached: { [feed.slug]: positionOf(feed) } }) });
    for (const row of off) onAir.remove(row);
    for (const row of on) onAir.add(row);
  };

  const update = (
    feed: FeedState,
    logs: readonly AirLog[],
    event: ShowEvent | null,
    consumersOf: ConsumersOf,
    timeOf: TimeOf,
  ): void => {
    const { slug } = feed;
    const before = listsByFeed.get(slug) ?? null;
    const hasList = logs.includes('list');
    // If this fails, the next update compares every row.
    if (hasList) listsByFeed.delete(slug);
    const { off, on }: AirChanges = advanceAir(onAir, feed, before, logs, event, consumersOf(slug), timeOf);
    write(feed, [...off], on);
    if (hasList) listsByFeed.set(slug, feed.onAir.items);
  };

  const writeConfirmation = (feed: FeedState, event: ShowEvent, time: ClockTime): void => {
    if (!('itemId' in event) || event.itemId === null || event.feed !== feed.slug) return;
    const { feed: slug, itemId } = event;
    const confirmation = confirmationOf(event, feed);
    if (confirmation === null || confirmation.confirmedOffAirAt === null) return;
    const confirmedOffAirAt = eventTimeOf(confirmation.confirmedOffAirAt, time);
    add({ off: [], on: [], confirmed: [{ ...confirmation, feed: slug, itemId, confirmedOffAirAt }] });
  };

  /** Ends the rows of every feed that the show does not have. */
  const endRowsOfOtherFeeds = (state: PastFeeds, by: string | null, notBefore: string): void => {
    const slugs = new Set(state.feeds.map(({ slug }) => slug));
    const removed = onAir.all().filter((row) => !slugs.has(row.feed));
    const at = laterOf(notBefore, latest);
    write(
      null,
      removed.map(({ feed, of, itemId }) => ({ feed, of, itemId, at, cause: 'operator', by, ...noAction })),
      [],
    );
  };

  /** Its list may be from before it was removed, and was not served since. */
  const beginAddedFeed = (
    feed: FeedState,
    event: ShowEvent,
    onBy: string | null,
    at: string,
    consumersOf: ConsumersOf,
  ): void => {
    listsByFeed.delete(feed.slug);
    const timeOf: TimeOf = () => laterOf(at, latest);
    const { on } = advanceAir(onAir, feed, null, listAndPlayHead, event, consumersOf(feed.slug), timeOf);
    const { verb: onVerb, about: onAbout } = noAction;
    write(
      feed,
      [],
      on.map((row) => ({ ...row, onCause: 'operator', onBy, onVerb, onAbout })),
    );
  };

  const endAtRestart = (at: string): void => {
    listsByFeed.clear();
    const end = { at, cause: 'rule', by: null, ...restartAction } as const;
    write(
      null,
      onAir.all().map(({ feed, of, itemId }) => ({ feed, of, itemId, ...end })),
      [],
    );
  };

  const begin: AirRows['begin'] = (state, at, how) => {
    endRowsOfOtherFeeds(state, null, at);
    const timeOf: TimeOf = (eventAt) => laterOf(eventTimeOf(eventAt, { at, isJustSet: how !== 'continued' }), latest);
    for (const feed of state.feeds) {
      if (how !== 'restarted') {
        update(feed, listAndPlayHead, null, consumersNow, timeOf);
        continue;
      }
      // The cause is the restart, not the operator whose action is still in the state.
      const { on } = advanceAir(onAir, feed, null, listAndPlayHead, null, consumersNow(feed.slug), timeOf);
      write(
        feed,
        [],
        on.map((row) => ({ ...row, ...restartOrigin })),
      );
    }
  };

  return {
    all: onAir.all,
    outOfOrder: () => outOfOrder,
    restore: (found) => {
      listsByFeed.clear();
      for (const row of found.open) onAir.add(row);
      latest = found.last ?? epoch;
      highest = found.highest ?? epoch;
      outOfOrder = found.outOfOrder;
      for (const [slug, position] of found.reached) reached.set(slug, position);
    },
    catchUp: (past, knownAt) => {
      const states = onLastClock(past);
      const last = states.at(-1);
      if (last === undefined) return knownAt;
      // Earlier versions did not record it. Most were stopped before this version started, so nothing is missing.
      if (reached.size === 0) for (const feed of last.feeds) reached.set(feed.slug, positionOf(feed));
      const isGap = states[0]?.feeds.some((feed) => {
        const isMissing = reached.has(feed.slug) && isAfter(feed, reached.get(feed.slug));
        return isMissing && Date.parse(newestTimeOf(feed)) - Date.parse(knownAt) > restartGraceMs;
      });
      if (isGap === true) {
        endAtRestart(knownAt);
        reached.clear();
      }
      const timeOf: TimeOf = (eventAt) => laterOf(eventAt, latest);
      for (const { feeds } of states)
        for (const feed of feeds)
          if (isAfter(feed, reached.get(feed.slug))) update(feed, listAndPlayHead, null, consumersNow, timeOf);
      endRowsOfOtherFeeds(last, null, knownAt);
      return laterOf(latest, knownAt);
    },
    endAtRestart,
    begin,
    updateAfter: ({ event, previous, state }, time, consumersOf) => {
      if (state.feeds === previous.feeds) return;
      const by = event.type === 'feedsConfigured' ? (event.by ?? null) : null;
      if (state.removedFeeds !== previous.removedFeeds) endRowsOfOtherFeeds(state, by, time.at);
      const timeOf: TimeOf = (eventAt) => laterOf(eventTimeOf(eventAt, time), latest);
      for (const feed of state.feeds) {
        const before = feedOf(previous, feed.slug);
        if (before === null) {
          beginAddedFeed(feed, event, by, time.at, consumersOf);
          continue;
        }
        if (before !== feed) writeConfirmation(feed, event, time);
        if (before.onAir !== feed.onAir) update(feed, listAndPlayHead, event, consumersOf, timeOf);
        else if (before.playHead !== feed.playHead) update(feed, ['playhead'], event, consumersOf, timeOf);
      }
    },
    shift: (byMs, beat) => {
      if (latest === epoch) return;
      for (const row of onAir.all()) onAir.add({ ...row, on: shiftTime(row.on, byMs) });
      highest = laterOf(latest, highest);
      latest = shiftTime(latest, byMs);
      if (byMs < 0) outOfOrder = extendOutOfOrder(outOfOrder, earlierOf(beat.at, latest), highest);
      add({ ...openRows(), clockSetByMs: byMs, beat, off: [], on: [] });
    },
  };
}

/** When a post last went on or off air, or the play head last moved. */
function newestTimeOf({ onAir, playHead }: FeedState): string {
  return laterOf(onAir.since, playHead.since);
}

function extendOutOfOrder(before: OutOfOrder | null, from: string, until: string): OutOfOrder {
  if (before === null) return { from, until };
  return { from: earlierOf(before.from, from), until: laterOf(before.until, until) };
}

function earlierOf(a: string, b: string): string {
  return laterOf(a, b) === a ? b : a;
}
