/** The note under the title of staging: the latest arrivals, or the posts that went live while held. */
import type { DeskItem } from '../../../contract/deskItem.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import type { FeedIndex } from '../feedIndex.ts';
import { memoiseByIdentity, memoiseLast } from '../memoise.ts';

const recentMs = 60_000;

/** Epoch milliseconds, newest first. */
const arrivalTimesOf = memoiseByIdentity((staging: readonly DeskItem[]): readonly number[] =>
  staging.flatMap(({ mark }) => (mark?.arrivedAt == null ? [] : [Date.parse(mark.arrivedAt)])).sort((a, b) => b - a),
);

/** When the posts that wait in live went there, in epoch milliseconds. */
const wentLiveTimesOf = memoiseLast((live: readonly DeskItem[], added: ReadonlySet<string>, gateSince: string) =>
  live.flatMap(({ id, mark }) =>
    added.has(id) && mark?.wentLiveAt != null && mark.wentLiveAt >= gateSince ? [Date.parse(mark.wentLiveAt)] : [],
  ),
);

type NoteInput = {
  readonly index: FeedIndex;
  readonly disconnectedAt: string | null;
};

/** The bold part and the rest; both are empty when there is nothing to say. */
export function stagingNoteOf(
  { index, disconnectedAt }: NoteInput,
  nowMs: number,
): readonly [lead: string, rest: string] {
  const { feed, lists, added } = index;
  if (disconnectedAt !== null) return ['', say('as of {time}', { time: formatDayTime(disconnectedAt, nowMs) })];
  const { lastConfirmedAt } = feed;
  if ((feed.freshness === 'offline' || feed.freshness === 'stale') && lastConfirmedAt !== null)
    return ['', say('as of {time}', { time: formatDayTime(lastConfirmedAt, nowMs) })];
  const wentLive = feed.gate === 'held' ? wentLiveTimesOf(lists.live, added, feed.gateSince) : [];
  if (wentLive.length > 0) {
    const ages = wentLive.map((atMs) => nowMs - atMs);
    const when = ages.every((ageMs) => ageMs < recentMs)
      ? say('{age} ago', { age: formatDuration(Math.min(...ages)) })
      : say('while held');
    return [
      say('{count, plural, one {# went live} other {# went live}}', { count: wentLive.length }),
      feed.restored ? say('before the restart') : when,
    ];
  }
  const times = arrivalTimesOf(lists.staging);
  const newest = times[0];
  if (newest === undefined || nowMs - newest >= recentMs) return ['', ''];
  const firstOld = times.findIndex((atMs) => nowMs - atMs >= recentMs);
  const count = firstOld < 0 ? times.length : firstOld;
  return [
    say('{count, plural, one {# arrived} other {# arrived}}', { count }),
    say('{age} ago', { age: formatDuration(nowMs - newest) }),
  ];
}
