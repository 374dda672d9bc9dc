/** Describes which consumers of a feed connected, left, fell behind, fell silent or came back since the last look. */

import type { Consumer } from '../../contract/consumer.ts';
import type { FeedState } from '../../core/feedState.ts';
import { markMessage, say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { Clock } from '../ports.ts';
import type { Sentence } from './eventSentences.ts';

/** A consumer that connects again and again must not push everything else out of the log. */
const maxPerMinute = 10;
const minuteMs = 60_000;

/** A page sends its name just after it has connected. */
export const introductionMs = 500;

type Known = ReadonlyMap<string, Consumer>;

export type ConsumerNews = {
  readonly sentences: readonly Sentence[];
  /** Whether a consumer has only just connected, and must be looked at again. */
  readonly isWaiting: boolean;
};

/** Returns a function that is called with the consumers of a feed and returns a sentence for each change since its last call. */
export function createConsumerNews(
  clock: Pick<Clock, 'monotonicMs'>,
  mayStillShow: (slug: string, consumerId: string) => boolean,
): (feed: FeedState, consumers: readonly Consumer[]) => ConsumerNews {
  const knownOf = new Map<string, Known>();
  const counts = new Map<string, { readonly sinceMs: number; lines: number }>();
  /** When each new consumer was first seen. */
  const newSinceMs = new Map<string, number>();

  /** The sentence, one about leaving further ones out, or nothing. */
  const limit = (slug: string, name: string, sentence: Sentence): readonly Sentence[] => {
    const key = `${slug}\n${name}`;
    const nowMs = clock.monotonicMs();
    const before = counts.get(key);
    const count = before === undefined || nowMs - before.sinceMs > minuteMs ? { sinceMs: nowMs, lines: 0 } : before;
    count.lines += 1;
    counts.set(key, count);
    if (count.lines > maxPerMinute) return [];
    if (count.lines < maxPerMinute) return [sentence];
    const message = `${sentence.message} ${say('More changes of it within this minute are not logged.')}`;
    return [{ ...sentence, level: 'warn', message }];
  };

  const hasJustConnected = (id: string): boolean => {
    const sinceMs = newSinceMs.get(id) ?? clock.monotonicMs();
    newSinceMs.set(id, sinceMs);
    return clock.monotonicMs() - sinceMs < introductionMs;
  };

  return (feed, all) => {
    const known: Known = knownOf.get(feed.slug) ?? new Map();
    const consumers = all.filter(({ id }) => known.has(id) || !hasJustConnected(id));
    for (const { id } of consumers) newSinceMs.delete(id);
    for (const [id, sinceMs] of newSinceMs) if (clock.monotonicMs() - sinceMs > minuteMs) newSinceMs.delete(id);
    knownOf.set(feed.slug, new Map(consumers.map((consumer) => [consumer.id, consumer])));
    for (const [key, { sinceMs }] of counts) if (clock.monotonicMs() - sinceMs > minuteMs) counts.delete(key);
    const ids = new Set(consumers.map(({ id }) => id));
    const left = [...known].filter(([id]) => !ids.has(id));
    const sentences = [
      ...left.flatMap(([id, consumer]) =>
        limit(feed.slug, consumer.name, describeLeaving(feed, consumer, mayStillShow(feed.slug, id))),
      ),
      ...consumers.flatMap((consumer) => {
        const sentence = describeConsumer(feed, consumer, known.get(consumer.id)?.state ?? null);
        return sentence === null ? [] : limit(feed.slug, consumer.name, sentence);
      }),
    ];
    return { sentences, isWaiting: consumers.length < all.length };
  };
}

function describeLeaving(feed: FeedState, consumer: Consumer, mayStillShow: boolean): Sentence {
  const values = { feed: feed.slug, name: isolateName(consumer.name) };
  const describe = describeAs(feed, consumer);
  // A silent consumer did not leave now: a person has seen that it is off screen, or another took its place.
  if (!mayStillShow && consumer.state === 'silent')
    return describe('info', say('{feed}: {name} is no longer listed.', values));
  if (!mayStillShow) return describe('info', say('{feed}: {name} left.', values));
  return describe(
    'warn',
    say('{feed}: {name} is no longer listed, because it has not come back. It may still show {shown}.', {
      ...values,
      shown: describeShown(consumer),
    }),
  );
}

/** The last revision that it painted or was sent. 0: it reports what it paints, and has painted nothing of this show. */
function describeShown({ paintedRevision, revision }: Consumer): string {
  return paintedRevision === 0
    ? say('an earlier list')
    : say('revision {revision}', { revision: paintedRevision ?? revision });
}

/** `before` is its earlier state; `null` for a new one. The result is `null` if nothing changed. */
function describeConsumer(feed: FeedState, consumer: Consumer, before: Consumer['state'] | null): Sentence | null {
  const { slug, onAir } = feed;
  const describe = describeAs(feed, consumer);
  const { name, address, protocol, state, paintedRevision, revision, confirmedRevision } = consumer;
  if (state === before) return null;
  const values = { feed: slug, name: isolateName(name), shown: describeShown(consumer), onAir: onAir.revision };
  switch (state) {
    case 'behind':
      // The revision that a page was sent says nothing about what it shows.
      if (protocol === 'socket' && paintedRevision === null && confirmedRevision === 0)
        return describe(
          'warn',
          say('{feed}: {name} is behind. It has confirmed no revision since it connected; on air is {onAir}.', values),
        );
      return describe('warn', say('{feed}: {name} is behind. It still shows {shown}; on air is {onAir}.', values));
    case 'silent':
      return describe('warn', say('{feed}: {name} is silent. It may still show {shown}.', values));
    case 'reading':
      if (before !== null && (paintedRevision ?? revision) < onAir.revision) {
        return describe('info', say('{feed}: {name} is reading again. It shows {shown}; on air is {onAir}.', values));
      }
      if (before !== null) return describe('info', say('{feed}: {name} is up to date again, on {shown}.', values));
      return describe(
        'info',
        say('{feed}: {name} connected from {address} ({protocol}).', {
          ...values,
          address,
          protocol: say(protocolNames[protocol]),
        }),
      );
    default:
      return state satisfies never;
  }
}

const protocolNames: Readonly<Record<Consumer['protocol'], string>> = {
  socket: markMessage('socket'),
  events: markMessage('event stream'),
  poll: markMessage('polls'),
};

function describeAs({ slug, onAir }: FeedState, { name }: Consumer) {
  const subject = { about: slug, cause: null, by: name, revision: onAir.revision };
  return (level: Sentence['level'], message: string): Sentence => ({ ...subject, level, code: 'CONSUMER', message });
}
