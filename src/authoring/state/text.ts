/** The page's sentences about deliveries, readers and counts. */

import type { ApiKey, Delivery } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import { givenNameOf } from '../../core/shownName.ts';
import { formatAge, formatDayTime, formatDuration } from '../../core/time.ts';
import type { LampKind } from '../../ui/Lamp.tsx';
import type { Collection } from '../api/shapes.ts';

/** A post's author at the start of a sentence. Rows say "No name given" instead. */
export function getAuthorName(item: { readonly fullName: string | null } | null): string {
  return isolateName(givenNameOf(item) ?? '') || say('A post without a name');
}

/** `2 webhooks to notify.`: their deliveries have only begun. Without webhooks, says when readers get the change; empty if live is unchanged. */
export function describeNotified(webhookCount: number, isLiveChanged: boolean): string {
  if (webhookCount === 0) return isLiveChanged ? say('Readers see the change at their next request.') : '';
  return say('{count, plural, one {# webhook to notify.} other {# webhooks to notify.}}', { count: webhookCount });
}

/** Describes a delivery's state and next step. `previous` is the delivery before it in its webhook's queue. */
export function describeDelivery(
  delivery: Delivery,
  previous: Delivery | null,
  now: number,
): { readonly kind: LampKind; readonly text: string; readonly next: string } {
  const reason = describeFailure(delivery);
  switch (delivery.state) {
    case 'delivered':
      return { kind: 'good', text: describeDelivered(delivery), next: '' };
    case 'failed':
      return {
        kind: 'bad',
        text: say('Failed permanently: {reason}', { reason: delivery.lastStatus ?? reason }),
        next: say('no retry'),
      };
    case 'gaveUp': {
      const startedAt = new Date(delivery.eventAt).getTime();
      const elapsed = formatDuration(new Date(delivery.lastTriedAt ?? delivery.eventAt).getTime() - startedAt);
      const text = say('Gave up after {elapsed}, {count, plural, one {# try} other {# tries}}', {
        elapsed,
        count: delivery.tries,
      });
      return { kind: 'bad', text, next: reason };
    }
    case 'retrying': {
      const duration = formatTimeToNextTry(delivery, now);
      const ordinal = formatOrdinal(delivery.tries + 1);
      const text =
        duration === null
          ? say('Trying now ({ordinal})', { ordinal })
          : say('Next try in {duration} ({ordinal})', { duration, ordinal });
      return { kind: 'warn', text, next: reason };
    }
    case 'waiting': {
      if (delivery.queuePosition === null || delivery.queuePosition <= 1)
        return { kind: 'wait', text: say('Sending'), next: '' };
      const next =
        previous === null
          ? ''
          : say('after {collection} {version}', { collection: previous.collectionName, version: previous.version });
      const text = say('Queued, {ordinal} in line', { ordinal: formatOrdinal(delivery.queuePosition) });
      return { kind: 'wait', text, next };
    }
    default:
      return delivery.state satisfies never;
  }
}

function describeDelivered({ tries, lastStatus, lastMs }: Delivery): string {
  const status = lastStatus ?? '';
  if (tries > 1) return say('Delivered on the {ordinal} try: {status}', { ordinal: formatOrdinal(tries), status });
  return lastMs === null
    ? say('Delivered: {status}', { status })
    : say('Delivered: {status} in {ms} ms', { status, ms: Math.round(lastMs) });
}

/** The collection and version of a delivery, and how many older versions it replaced. */
export function describeContent({
  collectionName: collection,
  version,
  superseded,
}: Pick<Delivery, 'collectionName' | 'version' | 'superseded'>): string {
  return superseded === 0
    ? say('{collection}, {version}', { collection, version })
    : say('{collection}, {version}, replaces {count, plural, one {# older version} other {# older versions}}', {
        collection,
        version,
        count: superseded,
      });
}

/** 10 s is the service's timeout for one try. */
export function describeFailure({ lastStatus, lastFault }: Pick<Delivery, 'lastStatus' | 'lastFault'>): string {
  if (lastStatus !== null) return say('last response was {status}', { status: lastStatus });
  return lastFault === 'timeout' ? say('no response within 10 s') : say('no connection');
}

/** `Next try in 8 s`, or `Trying now` when that time has passed. */
export function describeNextTry(delivery: Delivery, now: number): string {
  const duration = formatTimeToNextTry(delivery, now);
  return duration === null ? say('Trying now') : say('Next try in {duration}', { duration });
}

/** `null` when that time has passed. */
export function formatTimeToNextTry({ nextTryAt }: Delivery, now: number): string | null {
  const waitMs = nextTryAt === null ? 0 : new Date(nextTryAt).getTime() - now;
  return waitMs <= 0 ? null : formatDuration(Math.ceil(waitMs / 1000) * 1000);
}

/** For example `4th`. */
export function formatOrdinal(value: number): string {
  return say('{value, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { value });
}

/** `8 staging, 7 live`; `empty`. */
export function formatCounts(staging: number, live: number): string {
  if (staging + live === 0) return say('empty');
  const none = say('none||posts of a list');
  return say('{staging} staging, {live} live', { staging: staging || none, live: live || none });
}

/** Describes when readers last read, and with which keys in the last minute. */
export function describeReaders(
  keys: readonly Pick<ApiKey, 'name' | 'lastUsedAt' | 'isSetAtStartup'>[],
  now: number,
): { readonly main: string; readonly note: string } {
  const used = keys.flatMap(({ name, lastUsedAt }) => (lastUsedAt === null ? [] : [{ name, lastUsedAt }]));
  const [newest] = used.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
  if (newest === undefined) return { main: say('No readers yet'), note: describeUnusedKey(keys[0]) };
  const recent = used.filter(({ lastUsedAt }) => now - new Date(lastUsedAt).getTime() < 60_000);
  const names = (recent.length === 0 ? [newest] : recent).map(({ name }) => name);
  const main = say('Read {when}', { when: formatAge(newest.lastUsedAt, now, true) });
  const note = say('By {count, plural, one {# key} other {# keys}}: {names}', {
    count: names.length,
    names: names.join(', '),
  });
  return { main, note };
}

function describeUnusedKey(key: Pick<ApiKey, 'name' | 'isSetAtStartup'> | undefined): string {
  if (key === undefined) return say('No API keys');
  return key.isSetAtStartup
    ? say('The startup key has not been used')
    : say('API key {name} has not been used', { name: key.name });
}

export function describeSaved(
  collection: Collection | null,
  isOwnVersion: boolean,
  now: number,
): { readonly main: string; readonly note: string } {
  if (collection === null) return { main: say('Nothing to save'), note: say('Each change is saved immediately') };
  const { version, lastChange } = collection;
  const note = isOwnVersion
    ? say('Version {version}', { version })
    : say('Version {version}. In another window', { version });
  return { main: say('Saved {time}', { time: formatDayTime(lastChange.at, now) }), note };
}
