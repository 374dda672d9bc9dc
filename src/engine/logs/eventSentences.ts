/** Describes each change of the show as sentences for the event log. */

import type { LogEntry } from '../../contract/eventLog.ts';
import type { Item } from '../../core/collection.ts';
import { createEmptyFeed, type FeedState } from '../../core/feedState.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import { firstWordsOf, labelPost } from '../../core/postLabel.ts';
import { isSameProblem, type Problem, postIdOf } from '../../core/problem.ts';
import { describeProblemEnd } from '../../core/problemEnd.ts';
import { currentOrRemovedFeedOf, feedOf, hasOwnList, type ShowEvent, type ShowState } from '../../core/show.ts';
import { describeClockSet, summariseEvent } from '../../core/summariseEvent.ts';
import type { PastFeeds } from '../show/readBatches.ts';
import type { ChangeStep } from '../store.ts';
import { describeOnAir } from './onAirSentence.ts';

export type Sentence = Omit<LogEntry, 'at' | 'edits'> & Partial<Pick<LogEntry, 'edits'>>;

/** The subject of an entry about Greenroom as a whole. */
export const ofGreenroom = { about: null, cause: null, by: null, revision: null } as const;

const takedownKinds = {
  late: { level: 'error', code: 'FEED_TAKEDOWN_UNCONFIRMED' },
  confirmed: { level: 'info', code: 'FEED_TAKEDOWN_CONFIRMED' },
} as const;

/** The commands that the sentence of the gate names. */
const gateEvents: ReadonlySet<ShowEvent['type']> = new Set(['feedHeld', 'feedReleased', 'feedCleared']);

export function describeStep({ event, state, previous }: ChangeStep): readonly Sentence[] {
  const sentences: Sentence[] = [];
  if (event.type === 'clockSet')
    sentences.push({ ...ofGreenroom, level: 'info', code: 'CLOCK_SET', message: `${describeClockSet(event.byMs)}.` });
  for (const feed of state.feeds) {
    // A removed feed can return with another list.
    const before = currentOrRemovedFeedOf(previous, feed.slug);
    if (before !== null && before !== feed) sentences.push(...describeFeedChange(before, feed, state));
  }
  const isSaid = sentences.some(({ code }) => code !== 'GATE' || gateEvents.has(event.type));
  // A command that no other sentence names, such as Next or a use with a hold, has one of its own.
  if (!isSaid && 'feed' in event && event.type !== 'rotationElapsed') {
    const summary = summariseEvent(event, previous, state);
    const words = wordsOfPost(event, state);
    const subject = {
      about: event.feed,
      cause: summary?.cause ?? null,
      by: summary?.by ?? null,
      revision: feedOf(state, event.feed)?.onAir.revision ?? null,
    };
    if (summary !== null && event.type === 'takedownReported')
      sentences.push({
        ...subject,
        ...takedownKinds[event.report.confirmed === null ? 'late' : 'confirmed'],
        message: say('{feed}: {text}.', { feed: event.feed, text: summary.text }),
      });
    else if (summary !== null)
      sentences.push({
        ...{ ...subject, level: 'info', code: 'COMMAND' },
        message: describeCommand(event.feed, `${summary.text}${words}`, summary.by),
      });
  }
  for (const problem of state.problems) {
    if (!previous.problems.some((known) => isSameProblem(known, problem))) sentences.push(describeNew(problem, state));
  }
  for (const problem of previous.problems) {
    if (state.problems.some((known) => isSameProblem(known, problem))) continue;
    sentences.push({
      ...ofGreenroom,
      level: 'info',
      code: problem.code,
      message: describeProblemEnd(problem, state),
      about: subjectOf(problem),
    });
  }
  return sentences;
}

/** The lists on air after another show was replaced. A feed that is new in this show was empty before. */
export function describeSwitch({ previous, state }: ChangeStep): readonly Sentence[] {
  return state.feeds.flatMap((feed) => {
    const before = currentOrRemovedFeedOf(previous, feed.slug) ?? createEmptyFeed(feed.slug, feed.onAir.since);
    return describeFeedChange(before, feed, state);
  });
}

/** The lists on air that other settings changed while Greenroom was stopped, and the feeds that they removed. */
export function describeSettings({ previous, state }: ChangeStep): readonly Sentence[] {
  const addedAgain = previous.removedFeeds.filter(({ slug }) => feedOf(state, slug) !== null);
  return [...previous.feeds, ...addedAgain].flatMap((before) => {
    const { slug, onAir } = before;
    const after = feedOf(state, slug);
    if (after !== null) return describeFeedChange(before, after, state);
    const subject = { about: slug, cause: 'rule', by: null, revision: onAir.revision } as const;
    return [
      {
        ...subject,
        level: 'warn',
        code: 'FEED_REMOVED',
        message: say('{feed}: removed from the settings.', { feed: slug }),
      },
    ];
  });
}

export type PastSentences = { readonly at: string; readonly sentences: readonly Sentence[] };

/**
 * The lists on air of the last run, oldest first, that a crash kept from the log. A feed that the log does not name has no missing entries: the
 * log was removed.
 */
export function describeMissing(
  past: readonly PastFeeds[],
  entries: readonly LogEntry[],
  show: ShowState,
): readonly PastSentences[] {
  const logged = new Map<string, number>();
  for (const { about, revision } of entries)
    if (about !== null && revision !== null) logged.set(about, Math.max(revision, logged.get(about) ?? 0));
  return past.slice(1).flatMap(({ feeds }, index) =>
    feeds.flatMap((after) => {
      const before = past[index]?.feeds.find(({ slug }) => slug === after.slug);
      const isMissing = after.onAir.revision > (logged.get(after.slug) ?? Number.POSITIVE_INFINITY);
      if (before === undefined || before === after || !isMissing) return [];
      const at = before.onAir.revision === after.onAir.revision ? after.gateSince : after.onAir.since;
      return [{ at, sentences: describeFeedChange(before, after, show) }];
    }),
  );
}

/** The problems that are there when the log starts. */
export function describeOpenProblems(show: ShowState): readonly Sentence[] {
  return show.problems.map((problem) => describeNew(problem, show));
}

function describeNew(problem: Problem, show: ShowState): Sentence {
  const { severity, code, message, nextStep } = problem;
  const level = severity === 'notice' ? 'info' : severity === 'warning' ? 'warn' : 'error';
  const itemId = postIdOf(problem);
  const post = itemId === null ? null : findPost(itemId, show);
  const sentences = [message, nextStep, ...(post === null ? [] : [say('Post: {post}.', { post: labelPost(post) })])];
  return { ...ofGreenroom, level, code, message: sentences.join(' '), about: subjectOf(problem) };
}

/** A feed is named as in the other entries. */
function subjectOf({ about }: Problem): string {
  return about.replace(/^feed:/, '');
}

/** The lists of `first` come before those of other feeds, which can have another version. */
function findPost(id: string, show: ShowState, first: FeedState | null = null): Item | null {
  const isPost = (item: Item): boolean => item.id === id;
  for (const { onAir, live } of first === null ? show.feeds : [first, ...show.feeds]) {
    const found = onAir.items.find(isPost) ?? live.items.find(isPost);
    if (found !== undefined) return found;
  }
  for (const { collection } of Object.values(show.collections)) {
    const found = collection.live.find(isPost) ?? collection.staging.find(isPost);
    if (found !== undefined) return found;
  }
  return null;
}

/** The first words of the post that the event acts on, after a space; empty if it acts on none. */
function wordsOfPost(event: ShowEvent & { readonly feed: string }, show: ShowState): string {
  const feed = feedOf(show, event.feed);
  const isHeadEvent = event.type === 'headStepped' || event.type === 'headCued' || event.type === 'headPinned';
  const current = feed?.onAir.items[feed.playHead.index ?? -1] ?? null;
  const post = isHeadEvent ? current : 'itemId' in event ? findPost(event.itemId, show, feed) : null;
  const words = post === null ? '' : firstWordsOf(post);
  return words === '' ? '' : ` ${words}`;
}

function describeFeedChange(before: FeedState, after: FeedState, show: ShowState): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const { revision } = after.onAir;
  if (before.gate !== after.gate) {
    const cause = after.gateBy === null ? null : 'operator';
    sentences.push({
      ...{ level: 'info', code: 'GATE', about: after.slug, cause, by: after.gateBy, revision },
      message: describeGate(after),
    });
  }
  if (before.onAir.revision !== after.onAir.revision) sentences.push(describeOnAir(before, after, show));
  return sentences;
}

/** For example `main: released by Ines, following live.` */
function describeGate(feed: FeedState): string {
  const { slug, gateBy } = feed;
  const gate = feed.gate === 'following' && !hasOwnList(feed) ? 'released' : feed.gate;
  if (gateBy === null) {
    const values = { feed: slug, gate };
    return say(
      '{feed}: {gate, select, held {held} cleared {cleared} released {released} other {released, following live}}.',
      values,
    );
  }
  const values = { feed: slug, gate, name: isolateName(gateBy) };
  return say(
    '{feed}: {gate, select, held {held by {name}} cleared {cleared by {name}} released {released by {name}} other {released by {name}, following live}}.',
    values,
  );
}

function describeCommand(feed: string, text: string, by: string | null): string {
  if (by === null) return say('{feed}: {text}.', { feed, text });
  return say('{feed}: {text}, by {name}.', { feed, text, name: isolateName(by) });
}
