/** The sentences of the feed’s page, in the current language. Values in markup are escaped or can’t contain any. */
import type { Consumer } from '../../contract/consumer.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { gateNames } from '../../core/gateNames.ts';
import { type MessageValues, say, sayParts } from '../../core/language/say.ts';
import type { Freshness } from '../../core/source.ts';
import { formatDayTime, formatDuration } from '../../core/time.ts';
import type { Channel } from './channel.ts';

export type PageFacts = {
  readonly base: string;
  /** Wall clock, epoch milliseconds. */
  readonly now: number;
  /** Read token in the page's address, added to the addresses on the page; `null` without one. */
  readonly token: string | null;
  readonly isLoopback: boolean;
  /** Names of the overlays that were built. */
  readonly templates: readonly string[];
  /** True when the port plays a recorded show, which is never on air. */
  readonly isRehearsal: boolean;
};

export type TallyKind = 'rehearsal' | 'unknown' | 'air' | 'held' | 'cleared' | 'none';

export function tallyKindOf(channel: Channel, isRehearsal: boolean): TallyKind {
  return isRehearsal ? 'rehearsal' : airStateOf(channel);
}

export function nameTally(kind: TallyKind, count: number): string {
  switch (kind) {
    case 'rehearsal':
      return say('REHEARSAL {count}', { count });
    case 'unknown':
      return say('ON AIR?');
    case 'air':
      return say('ON AIR {count}', { count });
    case 'held':
      return `${say(gateNames.held).toUpperCase()} ${count}`;
    case 'cleared':
      return say(gateNames.cleared).toUpperCase();
    case 'none':
      return say('EMPTY');
    default:
      return kind satisfies never;
  }
}

function airStateOf({ documents, isServed }: Channel): Exclude<TallyKind, 'rehearsal'> {
  const { feed } = documents.publication();
  if (!isServed()) return 'unknown';
  if (feed.gate === 'cleared') return 'cleared';
  if (feed.gate === 'held') return 'held';
  return feed.onAir.items.length === 0 ? 'none' : 'air';
}

/** A message with `<b>`, as markup. */
export function sayStrong(message: string, values: MessageValues = {}): string {
  return sayParts<string>(message, { ...values, b: (inner) => `<b>${inner.join('')}</b>` }).join('');
}

/** `time` is markup. */
export function sayAsOf(time: string): string {
  const noscript = (inner: readonly string[]): string => `<noscript>${inner.join('')}</noscript>`;
  return sayParts('As of {time}<noscript>; reload to update</noscript>.', { time, noscript }).join('');
}

/** For the script of the page, by the name of the attribute. */
export function namePageTexts(): Readonly<Record<string, string>> {
  return {
    copy: say('Copy'),
    copied: say('Copied'),
    'not-copied': say('Not copied. Select and copy the text'),
    'about-picture': say('The overlay itself, on a checkerboard. Not counted as a consumer.'),
  };
}

export function namePictureTexts(feed: string, isKnown: boolean): Readonly<Record<string, string>> {
  return {
    title: say('Picture of {feed}', { feed }),
    missing: say('No picture. Run npm run build to build the overlays.'),
    empty: isKnown ? say('Nothing on air.') : say('Not known.'),
  };
}

/** Names the service for the first feed only. Leaves out freshness if the service has confirmed an empty list. */
export function describeFeed(channel: Channel, now: number, isFirst: boolean): string {
  const { freshness } = channel.documents.publication();
  const { checkedAt, revision } = channel.documents.status();
  const ageMs = checkedAt === null ? null : now - Date.parse(checkedAt);
  const isConfirmedEmpty = airStateOf(channel) === 'none' && channel.isLiveEmpty() && freshness === 'fresh';
  return [
    describeAir(channel, revision, now),
    ...(isConfirmedEmpty ? [] : [describeFreshness(freshness, ageMs, isFirst)]),
    describeConsumers(channel.consumers.list(), revision),
  ].join(' ');
}

function describeAir(channel: Channel, revision: number, now: number): string {
  const { feed } = channel.documents.publication();
  const since = formatDayTime(feed.onAir.since, now);
  const heldSince = channel.heldSince() ?? feed.onAir.since;
  const frozenSince = formatDayTime(Math.max(Date.parse(feed.onAir.since), Date.parse(heldSince)), now);
  switch (airStateOf(channel)) {
    case 'unknown':
      return sayStrong(
        '<b>Not known.</b> The saved show was damaged. Consumers get no response, so graphics keep their last picture.',
      );
    case 'air':
      if (!channel.hasOwnList())
        return sayStrong(
          '<b>Not following live.</b> The list on air is unchanged. Revision {revision} since {since}.',
          { revision, since },
        );
      return sayStrong('<b>Following live.</b> Revision {revision} since {since}.', { revision, since });
    case 'held':
      return sayStrong('<b>Held: on air frozen</b> since {since}. Revision {revision}.', {
        revision,
        since: frozenSince,
      });
    case 'cleared':
      return sayStrong(
        '<b>Cleared: nothing on air.</b> Consumers get an empty list, not an error. Revision {revision} since {since}.',
        { revision, since },
      );
    default:
      return channel.isLiveEmpty()
        ? sayStrong(
            '<b>Nothing on air.</b> Its collection has no live posts. Consumers get an empty list, not an error.',
          )
        : sayStrong('<b>Nothing on air.</b> Consumers get an empty list, not an error.');
  }
}

/** Leaves out freshness, because the recorded show has no contact with the service. */
export function describeRehearsal(channel: Channel): string {
  const { gate } = channel.documents.publication().feed;
  const { revision } = channel.documents.status();
  const state = sayStrong(
    '<b>Not on air.</b> The recorded feed is {gate, select, held {held} cleared {cleared} other {following}}, revision {revision}.',
    { gate, revision },
  );
  return `${state} ${describeConsumers(channel.consumers.list(), revision)}`;
}

function describeFreshness(freshness: Freshness, ageMs: number | null, isServiceNamed: boolean): string {
  const age = ageMs === null ? null : formatDuration(ageMs);
  switch (freshness) {
    case 'fresh':
      if (age === null)
        return isServiceNamed ? say('Fresh: confirmed by the service just now.') : say('Fresh: confirmed just now.');
      return isServiceNamed
        ? say('Fresh: confirmed by the service {age} ago.', { age })
        : say('Fresh: confirmed {age} ago.', { age });
    case 'stale':
      return age === null ? say('Late: not confirmed yet.') : say('Late: last confirmed {age} ago.', { age });
    case 'offline':
      return age === null
        ? say('Offline: the service hasn’t responded yet.')
        : say('Offline: last confirmed {age} ago.', { age });
    case 'demo':
      return say('Demo: built-in posts.');
    default:
      return freshness satisfies never;
  }
}

function describeConsumers(consumers: readonly Consumer[], revision: number): string {
  const count = consumers.length;
  if (count === 0) return say('No consumers.');
  const late = consumers.filter(({ state }) => state !== 'reading').length;
  if (late > 0)
    return say(
      '{late, plural, one {# of {count, plural, one {# consumer} other {# consumers}} is} other {# of {count, plural, one {# consumer} other {# consumers}} are}} behind or silent.',
      { late, count },
    );
  // Nothing was on air yet, so that nothing could be painted.
  if (revision === 0) return say('{count, plural, one {# consumer} other {# consumers}}.', { count });
  const current = consumers.filter(({ confirmedRevision }) => confirmedRevision >= revision).length;
  if (current < count)
    return say('{current} of {count, plural, one {# consumer} other {# consumers}} confirmed on revision {revision}.', {
      ...{ count, revision },
      current: formatNumber(current),
    });
  return say(
    '{count, plural, one {# consumer, on revision {revision}} other {# consumers, all on revision {revision}}}.',
    {
      ...{ count, revision },
    },
  );
}

export function describeReach({ isLoopback, isRehearsal }: PageFacts): string {
  if (isRehearsal) return say('A rehearsal is open to this machine only. End it on the desk.');
  return isLoopback
    ? say(
        'Can’t read this from another machine? The feed is open to this machine only. Change it on the desk: Settings, Feed server.',
      )
    : say('This feed is open to other machines.');
}
