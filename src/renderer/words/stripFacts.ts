/** The five facts of the on-air strip, each a sentence with a number. What consumers get right now. */
import type { Consumer, DeskFeed, DeskSource, DeskState } from '../../contract/deskState.ts';
import { plural } from './counts.ts';
import { clockTime, duration } from './time.ts';

export type FactKind = 'usual' | 'held' | 'cleared' | 'alarm' | 'old' | 'tally' | 'empty' | 'unknown';
export type FactIcon = 'gate-open' | 'gate-shut' | 'frame-empty' | 'octagon' | 'cut' | null;
export type Fact = {
  readonly kind: FactKind;
  readonly icon: FactIcon;
  readonly main: string;
  readonly note: string;
  /** Stands at the right of the tally; null elsewhere. */
  readonly count: number | null;
};
export type StripFacts = {
  readonly tally: Fact;
  readonly gate: Fact;
  readonly revision: Fact;
  readonly source: Fact;
  readonly consumers: Fact;
};

const fact = (kind: FactKind, icon: FactIcon, main: string, note: string): Fact => ({
  kind,
  icon,
  main,
  note,
  count: null,
});

/** How long another hand's name stays in the gate's fact. Milliseconds. */
export const nameStaysMs = 30_000;

/** The facts of a feed while the engine is heard. `nowMs` is the engine's clock. */
export function stripFacts(state: DeskState, feed: DeskFeed, nowMs: number): StripFacts {
  const ageMs = (state.source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(state.at));
  return {
    tally:
      feed.counts.onAir > 0
        ? { ...fact('tally', null, 'ON AIR', ''), count: feed.counts.onAir }
        : fact('empty', null, 'NOTHING ON AIR', ''),
    gate: gateFact(state, feed, nowMs),
    revision: revisionFact(state, feed, nowMs),
    source: sourceFact(state.source, ageMs, nowMs),
    consumers: consumersFact(feed, nowMs),
  };
}

/** The facts while this desk is cut off: what was known, with its time. `since` is when it was last known (ISO 8601). */
export function lostFacts(feed: DeskFeed, since: string, lostForMs: number): StripFacts {
  const at = clockTime(since);
  return {
    tally: { ...fact('unknown', null, 'ON AIR?', ''), count: feed.counts.onAir },
    gate: fact('usual', 'cut', `Engine lost, ${duration(lostForMs)}`, 'Asking again twice a second'),
    revision: fact('old', null, `Revision ${feed.revision}`, `Last known ${at}`),
    source: fact('old', null, 'Not known', `Was ${feed.freshness} at ${at}`),
    consumers: fact(
      'old',
      null,
      feed.counts.consumers === 0 ? 'No consumer' : plural(feed.counts.consumers, 'consumer', 'consumers'),
      feed.consumers.every((one) => hasConfirmed(feed.revision, one))
        ? `All on ${feed.revision} at ${at}`
        : `Not all on ${feed.revision} at ${at}`,
    ),
  };
}

export function restartedAt(state: DeskState, feed: DeskFeed): string | null {
  const found = state.problems.find(
    ({ code, about }) => code === 'FEED_RESTORED' && (about === `feed:${feed.slug}` || about === feed.slug),
  );
  return found?.since ?? null;
}

/** Whether on air is another list now than the one that the restart brought back. */
export function hasMovedSince(feed: DeskFeed, restart: string | null): boolean {
  return restart !== null && Date.parse(feed.onAirSince) > Date.parse(restart);
}

function gateFact(state: DeskState, feed: DeskFeed, nowMs: number): Fact {
  const restart = feed.restored ? restartedAt(state, feed) : null;
  const restored = feed.restored ? `Restored as it was${restart === null ? '' : ` at ${clockTime(restart)}`}` : null;
  const isOld = feed.freshness === 'offline' || feed.freshness === 'stale';
  switch (feed.gate) {
    case 'following':
      return fact(
        'usual',
        'gate-open',
        'Following live',
        restored ?? (isOld ? 'Follows again when it is back' : 'Changes go straight to air'),
      );
    case 'held':
      return fact('held', 'gate-shut', 'HELD', restored ?? heldNote(state, feed, nowMs));
    case 'cleared': {
      const who = feed.gateBy === null || feed.gateBy === state.you ? 'you' : feed.gateBy;
      const ago = duration(nowMs - Date.parse(feed.gateSince));
      return fact(
        'cleared',
        'frame-empty',
        'CLEARED',
        restored ?? `By ${who} at ${clockTime(feed.gateSince)}, ${ago} ago`,
      );
    }
    default:
      return feed.gate satisfies never;
  }
}

function heldNote(state: DeskState, feed: DeskFeed, nowMs: number): string {
  const airMs = nowMs - Date.parse(feed.onAirSince);
  const gateMs = nowMs - Date.parse(feed.gateSince);
  const isOther = (name: string | null): name is string => name !== null && name !== state.you;
  const isTaken = feed.onAirCause === 'operator' && Date.parse(feed.onAirSince) > Date.parse(feed.gateSince);
  if (isTaken && isOther(feed.onAirBy) && airMs < nameStaysMs) return `Taken by ${feed.onAirBy} ${duration(airMs)} ago`;
  if (isOther(feed.gateBy) && gateMs < nameStaysMs) return `By ${feed.gateBy} ${duration(gateMs)} ago`;
  return `On air stands still for ${duration(Math.min(airMs, gateMs))}`;
}

function revisionFact(state: DeskState, feed: DeskFeed, nowMs: number): Fact {
  const since = clockTime(feed.onAirSince);
  const lead = feed.counts.onAir === 0 ? 'Empty since' : 'Since';
  const isFromBefore = feed.restored && !hasMovedSince(feed, restartedAt(state, feed));
  const note = isFromBefore ? 'before the restart' : `for ${duration(nowMs - Date.parse(feed.onAirSince))}`;
  return fact('usual', null, `Revision ${feed.revision}`, `${lead} ${since}, ${note}`);
}

function sourceFact(source: DeskSource, ageMs: number, nowMs: number): Fact {
  const last =
    source.lastConfirmedAt === null ? 'Never answered yet' : `Last good ${clockTime(source.lastConfirmedAt)}`;
  const next = source.nextCheckAt === null ? '' : `, next try in ${duration(Date.parse(source.nextCheckAt) - nowMs)}`;
  if (source.state === 'refused') return fact('held', null, 'Refused', 'The key is not accepted');
  if (source.state === 'idle') return fact('held', null, 'Not connected', 'Nothing to ask: look at the source');
  if (source.state === 'connecting' && source.lastConfirmedAt === null)
    return fact('usual', null, 'Connecting', 'No answer yet');
  switch (source.freshness) {
    case 'offline':
      return fact(
        'held',
        null,
        source.lastConfirmedAt === null ? 'OFFLINE' : `OFFLINE ${duration(ageMs)}`,
        `${last}${next}`,
      );
    case 'stale':
      return fact('held', null, `Late, ${duration(ageMs)}`, `${last}${next}`);
    case 'demo':
      return fact('usual', null, `Checked ${duration(ageMs)} ago`, `Demo: built-in posts. ${howItKeepsUp(source)}`);
    case 'fresh':
      return fact('usual', null, `Checked ${duration(ageMs)} ago`, `Fresh. ${howItKeepsUp(source)}`);
    default:
      return source.freshness satisfies never;
  }
}

function howItKeepsUp(source: DeskSource): string {
  const took = source.latencyMs === null ? '' : `, took ${Math.round(source.latencyMs)} ms`;
  switch (source.mode) {
    case 'poll':
      return `Poll ${source.pollSeconds} s${took}`;
    case 'push':
      return `Push, ${plural(source.webhook?.accepted ?? 0, 'delivery', 'deliveries')}`;
    case 'hybrid':
      return `Hybrid, poll ${source.pollSeconds} s${took}`;
    default:
      return source.mode satisfies never;
  }
}

/** Whether that client said that it painted, or, where it reports no paint, read, the revision that is served now. */
export function hasConfirmed(served: number, one: Consumer): boolean {
  return one.state === 'reading' && (one.paintedRevision ?? one.revision) >= served;
}

function consumersFact(feed: DeskFeed, nowMs: number): Fact {
  const all = feed.consumers;
  if (all.length === 0) return fact('usual', null, 'No consumer', 'Nobody reads this feed');
  const behind = all.filter((one) => one.state === 'behind');
  const first = behind[0];
  if (first !== undefined) {
    const since = duration(nowMs - Date.parse(feed.onAirSince));
    const rest = behind.length > 1 ? ` and ${behind.length - 1} more` : '';
    return fact(
      'alarm',
      'octagon',
      `${behind.length} of ${all.length} behind`,
      `${first.name}${rest} is still on ${first.paintedRevision ?? first.revision}, for ${since}`,
    );
  }
  const silent = all.filter((one) => one.state === 'silent');
  const quiet = silent[0];
  if (quiet !== undefined) {
    return fact(
      'held',
      null,
      `${silent.length} of ${all.length} silent`,
      `${quiet.name} last seen ${duration(nowMs - Date.parse(quiet.lastSeenAt))} ago`,
    );
  }
  const times = all.flatMap((one) => (one.paintedInMs === null ? [] : [one.paintedInMs]));
  const slowest = times.length === 0 ? null : Math.round(Math.max(...times));
  const isBlank = feed.counts.onAir === 0;
  const confirmed = all.filter((one) => hasConfirmed(feed.revision, one)).length;
  const counted = plural(all.length, 'consumer', 'consumers');
  if (confirmed < all.length) {
    const sofar = `${confirmed} of ${all.length} ${isBlank ? 'blank' : `on ${feed.revision}`} so far`;
    return fact('usual', null, counted, sofar);
  }
  const proof = slowest === null ? '' : isBlank ? `. Confirmed in ${slowest} ms` : `. Painted in ${slowest} ms`;
  const note = isBlank ? `All blank${proof}` : `All on ${feed.revision}${proof}`;
  return fact('usual', null, counted, note);
}
