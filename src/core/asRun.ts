/** Derives the as-run log from the show, and formats it as CSV, JSON and chapter marks. */

import { type Action, guardAction, noAction, type Verb } from './action.ts';
import { actionOf } from './actionOf.ts';
import { findChangedRange } from './changedRange.ts';
import type { Item } from './collection.ts';
import { formatCsvCell } from './csvCell.ts';
import type { Cause, FeedState } from './feedState.ts';
import type { AirLog, OpenAirEntry, OpenRows } from './openRows.ts';
import type { ShowEvent } from './show.ts';

/** A complete entry. While the post is still on air, the `off` fields are `null` and `seconds` counts up to now. */
export type AirEntry = OpenAirEntry & {
  readonly off: string | null;
  readonly seconds: number;
  readonly offCause: Cause | null;
  readonly offBy: string | null;
  readonly offVerb: Verb | null;
  readonly offAbout: string | null;
} & AirConfirmation;

/** How the takedown of a blocked post ended. Both are `null` if it was not blocked, or never confirmed. */
export type AirConfirmation = {
  readonly confirmedOffAirAt: string | null;
  /** The person who confirmed it, or the names of the consumers. */
  readonly confirmedOffAirBy: string | null;
};

export const notConfirmed: AirConfirmation = { confirmedOffAirAt: null, confirmedOffAirBy: null };

export type AirEnd = Pick<OpenAirEntry, 'feed' | 'of' | 'itemId'> &
  Action & {
    readonly at: string;
    readonly cause: Cause;
    readonly by: string | null;
  };

/** Entries that ended and began in one step. At most one entry is open per feed, log and post. */
export type AirChanges = { readonly off: readonly AirEnd[]; readonly on: readonly OpenAirEntry[] };

type Origin = Action & { readonly cause: Cause; readonly by: string | null };

/**
 * Compares the open entries of a feed with the posts on air after the event (`null` at startup). Edited text ends an entry and begins a new
 * one. `timeOf` returns the time of a change from the time of its event (ISO 8601), which can be of a clock that was set since. `before` is the
 * list with which the entries of the list agree, so that only what changed since is compared; `null` if none is known.
 */
export function advanceAir(
  open: OpenRows,
  feed: FeedState,
  before: readonly Item[] | null,
  logs: readonly AirLog[],
  event: ShowEvent | null,
  consumers: number,
  timeOf: (eventAt: string) => string,
): AirChanges {
  const { onAir, playHead, slug } = feed;
  const { cause, by, verb, about } = onAir;
  const listOrigin = { cause, by, verb, about, at: timeOf(onAir.since) };
  const current = playHead.index === null ? undefined : onAir.items[playHead.index];
  const isNewPost = playHead.itemId === null || !open.of(slug, 'playhead').has(playHead.itemId);
  const moveOrigin = isNewPost ? playHeadOrigin(feed, event) : null;
  const headOrigin = moveOrigin === null ? listOrigin : { ...moveOrigin, at: timeOf(playHead.since) };
  const off: AirEnd[] = [];
  const on: OpenAirEntry[] = [];
  const guardOriginOf = createGuardOrigins(feed);
  const compareWithOpenEntries = (
    log: AirLog,
    items: readonly Item[],
    known: readonly Item[] | null,
    origin: typeof listOrigin,
  ): void => {
    const entries = open.of(slug, log);
    const { start, endBefore, endAfter } = findChangedRange(known ?? [], items);
    const earlier = known === null ? [...entries.keys()] : known.slice(start, endBefore).map(({ id }) => id);
    const kept = new Set<string>();
    for (const item of items.slice(start, endAfter)) {
      const author = item.fullName ?? item.username ?? '';
      const entry = entries.get(item.id);
      if (entry !== undefined && entry.author === author && entry.message === item.message) {
        kept.add(item.id);
        continue;
      }
      on.push({
        feed: slug,
        of: log,
        itemId: item.id,
        author,
        message: item.message,
        on: origin.at,
        onCause: origin.cause,
        onBy: origin.by,
        onVerb: origin.verb,
        onAbout: origin.about,
        revision: onAir.revision,
        consumers,
      });
    }
    for (const itemId of earlier) {
      if (kept.has(itemId) || !entries.has(itemId)) continue;
      const { verb, about, cause } = guardOriginOf(itemId) ?? origin;
      off.push({ feed: slug, of: log, itemId, verb, about, cause, by: origin.by, at: origin.at });
    }
  };
  if (logs.includes('list')) compareWithOpenEntries('list', onAir.items, before, listOrigin);
  if (logs.includes('playhead'))
    compareWithOpenEntries('playhead', current === undefined ? [] : [current], null, headOrigin);
  return { off, on };
}

/**
 * Returns a function from a post that left air to the guard that took it off, if one did: the guard is the cause, even if an edit added the
 * guarded text. Indexes the list on first use, because few shows have guards.
 */
function createGuardOrigins(feed: FeedState): (itemId: string) => Omit<Origin, 'by'> | null {
  const { guards, base, blocks } = feed;
  if (guards.words.length === 0 && guards.authors.length === 0) return () => null;
  let itemById: ReadonlyMap<string, Item> | null = null;
  const blocked = new Set(blocks.map(({ itemId }) => itemId));
  return (itemId) => {
    itemById ??= new Map(base.items.map((item) => [item.id, item]));
    const item = itemById.get(itemId);
    const action = item === undefined || blocked.has(itemId) ? null : guardAction(guards, item);
    return action === null ? null : { cause: 'rule', ...action };
  };
}

/** The origin of a play head move; `null` when the head only followed the list. */
function playHeadOrigin({ slug, playHead, onAir }: FeedState, event: ShowEvent | null): Origin | null {
  const isMove = event?.type === 'headStepped' || event?.type === 'headCued' || event?.type === 'rotationElapsed';
  if (isMove && event.feed === slug) {
    const isRule = event.type === 'rotationElapsed';
    return { cause: isRule ? 'rule' : 'operator', by: isRule ? null : event.by, ...actionOf(event) };
  }
  return playHead.since === onAir.since ? null : { cause: 'rule', by: null, ...noAction };
}

/** The confirmation that the event adds to the entry of a blocked post; `null` if it adds none. */
export function confirmationOf(event: ShowEvent, feed: FeedState): AirConfirmation | null {
  if (event.type !== 'takedownReported' && event.type !== 'takedownConfirmed') return null;
  const confirmed = feed.blocks.find(({ itemId }) => itemId === event.itemId)?.takedown?.confirmed;
  if (confirmed == null) return null;
  return { confirmedOffAirAt: confirmed.at, confirmedOffAirBy: confirmed.by ?? confirmed.consumers.join(', ') };
}

export function endEntry(
  row: OpenAirEntry,
  off: Omit<AirEnd, 'feed' | 'of' | 'itemId'>,
  confirmation: AirConfirmation,
): AirEntry {
  const at = laterOf(off.at, row.on);
  const { cause: offCause, by: offBy, verb: offVerb, about: offAbout } = off;
  const seconds = secondsBetween(row.on, at);
  return { ...row, off: at, seconds, offCause, offBy, offVerb, offAbout, ...confirmation };
}

/** Returns an open entry in its complete form, with `seconds` counted up to `now`. */
export function asOngoingEntry(row: OpenAirEntry, now: string): AirEntry {
  const notEnded = { off: null, offCause: null, offBy: null, offVerb: null, offAbout: null, ...notConfirmed };
  return { ...row, ...notEnded, seconds: secondsBetween(row.on, laterOf(now, row.on)) };
}

export function laterOf(a: string, b: string): string {
  if (a === b) return a;
  return Date.parse(a) < Date.parse(b) ? b : a;
}

function secondsBetween(from: string, to: string): number {
  return Math.round(Date.parse(to) - Date.parse(from)) / 1000;
}

const columns = [
  ...(['feed', 'itemId', 'author', 'message', 'on', 'off', 'seconds'] as const),
  ...(['onCause', 'onBy', 'offCause', 'offBy', 'revision', 'consumers'] as const),
  ...(['confirmedOffAirAt', 'confirmedOffAirBy'] as const),
];

export type AsRunFormat = 'csv' | 'json' | 'chapters';

/** A file formatted in parts: its beginning, any number of parts in order, and its end. */
export type AsRunFormatter = {
  readonly begin: string;
  readonly formatPart: (rows: readonly AirEntry[]) => string;
  readonly end: string;
};

/**
 * CSV (RFC 4180) with a header line, a JSON array of objects with the same columns, or chapter marks for a video: `HH:MM:SS text`, counted from
 * `start` (ISO 8601) or else from the first entry. Posts already on air at the start are at zero. Entries are in the order they went on air.
 */
export function createAsRunFormatter(format: AsRunFormat, start: string | null): AsRunFormatter {
  switch (format) {
    case 'csv':
      return { begin: `${columns.join()}\r\n`, formatPart: (rows) => rows.map(formatCsvLine).join(''), end: '' };
    case 'json':
      return createJsonFormatter();
    case 'chapters': {
      let from = start;
      return {
        begin: '',
        formatPart: (rows) => {
          from ??= rows[0]?.on ?? null;
          return from === null ? '' : formatChapters(rows, from);
        },
        end: '',
      };
    }
    default:
      return format satisfies never;
  }
}

function formatCsvLine(row: AirEntry): string {
  return `${columns.map((column) => formatCsvCell(row[column], 'whenNeeded')).join()}\r\n`;
}

function createJsonFormatter(): AsRunFormatter {
  let isFirst = true;
  return {
    begin: '[',
    formatPart: (rows) => {
      if (rows.length === 0) return '';
      const text = rows.map((row) => JSON.stringify(row, [...columns])).join();
      const separator = isFirst ? '' : ',';
      isFirst = false;
      return `${separator}${text}`;
    },
    end: ']',
  };
}

function formatChapters(rows: readonly AirEntry[], start: string): string {
  return rows
    .filter((row) => row.off === null || Date.parse(row.off) > Date.parse(start))
    .map((row) => {
      const seconds = Math.floor(secondsBetween(start, laterOf(row.on, start)));
      return `${formatClockTime(seconds)} ${formatChapterText(row)}\n`;
    })
    .join('');
}

function formatChapterText({ author, message, itemId }: AirEntry): string {
  const line = [author, message]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length === 0) return itemId;
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : line;
}

function formatClockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
