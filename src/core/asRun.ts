/** The as-run log: what was on air from when to when, and why; worked out from the show, and written for people and programs. */
import type { Item } from './collection.ts';
import { type Deed, deedOf, guardDeed, noDeed, type Verb } from './deed.ts';
import type { Cause, FeedState } from './feedState.ts';
import type { ShowEvent } from './show.ts';

/** A post on the on-air list, or the one at the play head. */
export type AirOf = 'list' | 'playhead';

/** A post that is on air. Times are ISO 8601. */
export type AirRow = {
  readonly feed: string;
  readonly of: AirOf;
  readonly itemId: string;
  readonly author: string;
  readonly message: string;
  readonly on: string;
  readonly onCause: Cause;
  readonly onBy: string | null;
  readonly onVerb: Verb | null;
  readonly onAbout: string | null;
  /** The revision with which it went on air. */
  readonly revision: number;
  /** Consumers connected when it went on air. */
  readonly consumers: number;
};

/** One that went off air, or (with nulls) is still on. `seconds` of one still on run until now. */
export type AiredRow = AirRow & {
  readonly off: string | null;
  readonly seconds: number;
  readonly offCause: Cause | null;
  readonly offBy: string | null;
  readonly offVerb: Verb | null;
  readonly offAbout: string | null;
};

export type AirOff = Pick<AirRow, 'feed' | 'of' | 'itemId'> &
  Deed & {
    readonly at: string;
    readonly cause: Cause;
    readonly by: string | null;
  };

/** What went off and on air in one step. Of each place (feed, list or play head, post) at most one row is open. */
export type AirStep = { readonly off: readonly AirOff[]; readonly on: readonly AirRow[] };

export function airKey(row: Pick<AirRow, 'feed' | 'of' | 'itemId'>): string {
  return JSON.stringify([row.feed, row.of, row.itemId]);
}

/**
 * The step from the open rows of a feed to what is on air there after the event (null: at the start), in the list, at the play head or
 * both. A post whose words were edited goes off and on again. Nothing of it is before `notBefore` (ISO 8601), so that a clock that was
 * put back makes no overlap.
 */
export function stepAir(
  open: readonly AirRow[],
  feed: FeedState,
  of: readonly AirOf[],
  event: ShowEvent | null,
  consumers: number,
  notBefore: string,
): AirStep {
  const { onAir, playHead, slug } = feed;
  const { cause, by, verb, about } = onAir;
  const list = { cause, by, verb, about, at: later(onAir.since, notBefore) };
  const current = playHead.index === null ? undefined : onAir.items[playHead.index];
  const isNewPost = !open.some(({ of, itemId }) => of === 'playhead' && itemId === playHead.itemId);
  const press = isNewPost ? headPress(feed, event) : null;
  const head = press === null ? list : { ...press, at: later(playHead.since, notBefore) };
  const off: AirOff[] = [];
  const on: AirRow[] = [];
  const compare = (kind: AirOf, items: readonly Item[], hand: typeof list): void => {
    const stale = new Map(open.filter((row) => row.of === kind).map((row) => [row.itemId, row]));
    for (const item of items) {
      const author = item.fullName ?? item.username ?? '';
      const known = stale.get(item.id);
      if (known !== undefined && known.author === author && known.message === item.message) {
        stale.delete(item.id);
        continue;
      }
      const words = { itemId: item.id, author, message: item.message };
      on.push({
        feed: slug,
        of: kind,
        ...words,
        on: hand.at,
        onCause: hand.cause,
        onBy: hand.by,
        onVerb: hand.verb,
        onAbout: hand.about,
        revision: onAir.revision,
        consumers,
      });
    }
    for (const itemId of stale.keys()) off.push({ feed: slug, of: kind, itemId, ...hand, ...caughtBy(feed, itemId) });
  };
  if (of.includes('list')) compare('list', onAir.items, list);
  if (of.includes('playhead')) compare('playhead', current === undefined ? [] : [current], head);
  return { off, on };
}

/** What a guard takes off went by that rule, whatever brought the words that it caught. */
function caughtBy(feed: FeedState, itemId: string): (Deed & { readonly cause: Cause }) | null {
  const item = feed.base.items.find(({ id }) => id === itemId);
  if (item === undefined || feed.blocks.some((block) => block.itemId === itemId)) return null;
  const deed = guardDeed(feed.guards, item);
  return deed === null ? null : { cause: 'rule', ...deed };
}

/** Who or what moved the head of the feed; null: it followed its list. */
function headPress(
  { slug, playHead, onAir }: FeedState,
  event: ShowEvent | null,
): (Deed & { readonly cause: Cause; readonly by: string | null }) | null {
  const isPress = event?.type === 'headStepped' || event?.type === 'headCued' || event?.type === 'rotationElapsed';
  if (isPress && event.feed === slug) {
    const isRule = event.type === 'rotationElapsed';
    return { cause: isRule ? 'rule' : 'operator', by: isRule ? null : event.by, ...deedOf(event) };
  }
  return playHead.since === onAir.since ? null : { cause: 'rule', by: null, ...noDeed };
}

/** The row that an open one becomes. */
export function closeRow(row: AirRow, off: Omit<AirOff, 'feed' | 'of' | 'itemId'>): AiredRow {
  const at = later(off.at, row.on);
  const { cause: offCause, by: offBy, verb: offVerb, about: offAbout } = off;
  return { ...row, off: at, seconds: secondsBetween(row.on, at), offCause, offBy, offVerb, offAbout };
}

/** An open row as it stands at that time. */
export function stillOn(row: AirRow, now: string): AiredRow {
  const still = { off: null, offCause: null, offBy: null, offVerb: null, offAbout: null };
  return { ...row, ...still, seconds: secondsBetween(row.on, later(now, row.on)) };
}

export function later(a: string, b: string): string {
  return Date.parse(a) < Date.parse(b) ? b : a;
}

function secondsBetween(from: string, to: string): number {
  return Math.round(Date.parse(to) - Date.parse(from)) / 1000;
}

const columns = [
  ...(['feed', 'itemId', 'author', 'message', 'on', 'off', 'seconds'] as const),
  ...(['onCause', 'onBy', 'offCause', 'offBy', 'revision', 'consumers'] as const),
];

/** The rows as CSV (RFC 4180), with a line of names. */
export function formatAsRunCsv(rows: readonly AiredRow[]): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column])).join());
  return [columns.join(), ...lines, ''].join('\r\n');
}

/** The rows as a JSON array of objects with the same names. */
export function formatAsRunJson(rows: readonly AiredRow[]): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))));
}

/** Marks for a video's chapters, `HH:MM:SS text`, counted from `start` (ISO 8601). What was on already is at zero. */
export function formatChapters(rows: readonly AiredRow[], start: string): string {
  const marks = rows
    .filter((row) => row.off === null || Date.parse(row.off) > Date.parse(start))
    .map((row) => ({ seconds: Math.floor(secondsBetween(start, later(row.on, start))), text: chapterText(row) }))
    .sort((a, b) => a.seconds - b.seconds);
  return marks.map(({ seconds, text }) => `${clockTime(seconds)} ${text}\n`).join('');
}

/** Strangers wrote these words, and spreadsheets run what begins like a formula: an apostrophe makes it text. */
function csvCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function chapterText({ author, message, itemId }: AiredRow): string {
  const line = [author, message]
    .filter((word) => word !== '')
    .join(': ')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...line];
  if (letters.length === 0) return itemId;
  return letters.length > 80 ? `${letters.slice(0, 79).join('')}…` : line;
}

function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
