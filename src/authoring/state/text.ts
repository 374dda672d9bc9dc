/** The page's sentences about changes, deliveries, readers and counts. */

import type { ApiKey, Delivery } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { UndoneChange } from '../../core/serviceDocument.ts';
import { formatAge, formatClockTime, formatDuration } from '../../core/time.ts';
import type { LampKind } from '../../ui/Lamp.tsx';
import type { Collection } from '../api/shapes.ts';
import { findItem, formatPosition } from './position.ts';

/** A post's author at the start of a sentence. Rows say "No name given" instead. */
export function getAuthorName(item: { readonly fullName: string | null } | null): string {
  return isolateName(item?.fullName ?? '') || 'A post without a name';
}

/** The sentence about a collection's last change, split around its bold text. */
export type ChangeText = { readonly lead: string; readonly strong: string; readonly text: string };

export function describeChange(collection: Collection): ChangeText {
  const { kind, itemId } = collection.lastChange;
  const position = itemId === null ? null : findItem(collection, itemId);
  const name = position === null ? '' : getAuthorName(position.item);
  const where = position === null ? '' : formatPosition(position);
  const sentence = (strong: string, text: string): ChangeText => ({ lead: '', strong, text });
  switch (kind) {
    case 'itemAdded':
      return sentence(name, ` added to ${where}.`);
    case 'itemEdited':
      return sentence(name, ` saved: ${where}.`);
    case 'itemPromoted':
      return sentence(name, ` promoted to ${where}.`);
    case 'itemDemoted':
      return sentence(name, ` demoted to ${where}.`);
    case 'itemDeleted':
      return sentence('', 'Post deleted.');
    case 'itemsPromoted':
      return sentence('Several posts', ' promoted to live.');
    case 'itemsDemoted':
      return sentence('Several posts', ' demoted to staging.');
    case 'itemsDeleted':
      return sentence('Several posts', ' deleted.');
    case 'listOrdered':
      return name === '' ? sentence('', 'Order changed.') : sentence(name, ` moved to ${where}.`);
    case 'liveCleared':
      return sentence('Live cleared.', ' Its posts moved to the end of staging.');
    case 'changeUndone':
      return sentence('', 'Last change undone.');
    case 'collectionCreated':
      return sentence(isolateName(collection.name), ' created. Add a post to staging.');
    case 'collectionEdited':
      return { lead: 'Collection renamed to ', strong: isolateName(collection.name), text: '.' };
    case 'collectionDeleted':
      return sentence(isolateName(collection.name), ' deleted.');
    default:
      return kind satisfies never;
  }
}

/** The sentence about a change that was undone, for example *Tom Okafor* promoted to live. */
export function describeUndone(
  { kind, itemId }: UndoneChange,
  before: Collection | null,
  after: Collection,
): Omit<ChangeText, 'lead'> {
  const find = (collection: Collection | null) =>
    collection === null || itemId === null ? null : (findItem(collection, itemId)?.item ?? null);
  const item = find(after) ?? find(before);
  const ofPost = (text: string) => ({ strong: item === null ? 'A post' : getAuthorName(item), text });
  switch (kind) {
    case 'itemAdded':
      return ofPost(' added.');
    case 'itemEdited':
      return ofPost(' edited.');
    case 'itemPromoted':
      return ofPost(' promoted to live.');
    case 'itemDemoted':
      return ofPost(' demoted to staging.');
    case 'itemDeleted':
      return ofPost(' deleted.');
    case 'itemsPromoted':
      return { strong: 'Several posts', text: ' promoted to live.' };
    case 'itemsDemoted':
      return { strong: 'Several posts', text: ' demoted to staging.' };
    case 'itemsDeleted':
      return { strong: 'Several posts', text: ' deleted.' };
    case 'listOrdered':
      return itemId === null ? { strong: '', text: 'order changed.' } : ofPost(' moved.');
    case 'liveCleared':
      return { strong: '', text: 'live cleared.' };
    case 'collectionEdited':
      return { strong: isolateName(before?.name ?? after.name), text: ' renamed.' };
    case 'collectionDeleted':
      return { strong: isolateName(after.name), text: ' deleted.' };
    case 'collectionCreated':
    case 'changeUndone':
      return { strong: '', text: 'last change.' };
    default:
      return kind satisfies never;
  }
}

/** `2 webhooks to notify.`: their deliveries have only begun. Without webhooks, says when readers get the change; empty if live is unchanged. */
export function describeNotified(webhookCount: number, isLiveChanged: boolean): string {
  if (webhookCount === 0) return isLiveChanged ? 'Readers see the change at their next request.' : '';
  return webhookCount === 1 ? '1 webhook to notify.' : `${webhookCount} webhooks to notify.`;
}

/** Describes a delivery's state and next step. `previous` is the delivery before it in its webhook's queue. */
export function describeDelivery(
  delivery: Delivery,
  previous: Delivery | null,
  now: number,
): { readonly kind: LampKind; readonly text: string; readonly next: string } {
  const duration = delivery.lastMs === null ? '' : ` in ${Math.round(delivery.lastMs)} ms`;
  const reason = describeFailure(delivery);
  switch (delivery.state) {
    case 'delivered':
      if (delivery.tries > 1)
        return {
          kind: 'good',
          text: `Delivered on the ${formatOrdinal(delivery.tries)} try: ${delivery.lastStatus}`,
          next: '',
        };
      return { kind: 'good', text: `Delivered: ${delivery.lastStatus}${duration}`, next: '' };
    case 'failed':
      return { kind: 'bad', text: `Failed permanently: ${delivery.lastStatus ?? reason}`, next: 'no retry' };
    case 'gaveUp': {
      const startedAt = new Date(delivery.eventAt).getTime();
      const elapsed = formatDuration(new Date(delivery.lastTriedAt ?? delivery.eventAt).getTime() - startedAt);
      return { kind: 'bad', text: `Gave up after ${elapsed}, ${delivery.tries} tries`, next: reason };
    }
    case 'retrying': {
      const when = describeNextTry(delivery, now);
      return { kind: 'warn', text: `${when} (${formatOrdinal(delivery.tries + 1)})`, next: reason };
    }
    case 'waiting': {
      if (delivery.queuePosition === null || delivery.queuePosition <= 1)
        return { kind: 'wait', text: 'Sending', next: '' };
      const next = previous === null ? '' : `after ${previous.collectionName} ${previous.version}`;
      return { kind: 'wait', text: `Queued, ${formatOrdinal(delivery.queuePosition)} in line`, next };
    }
    default:
      return delivery.state satisfies never;
  }
}

/** Follows the version of a delivery; empty unless it replaced older ones. */
export function describeSuperseded({ superseded }: Pick<Delivery, 'superseded'>): string {
  if (superseded === 0) return '';
  return superseded === 1 ? ', replaces 1 older version' : `, replaces ${superseded} older versions`;
}

/** 10 s is the service's timeout for one try. */
export function describeFailure({ lastStatus, lastFault }: Pick<Delivery, 'lastStatus' | 'lastFault'>): string {
  if (lastStatus !== null) return `last response was ${lastStatus}`;
  return lastFault === 'timeout' ? 'no response within 10 s' : 'no connection';
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

export function formatOrdinal(value: number): string {
  const tens = value % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}

/** `8 staging, 7 live`; `empty`. */
export function formatCounts(staging: number, live: number): string {
  if (staging + live === 0) return 'empty';
  return `${staging === 0 ? 'none' : staging} staging, ${live === 0 ? 'none' : live} live`;
}

/** Describes when readers last read, and with which keys in the last minute. */
export function describeReaders(
  keys: readonly Pick<ApiKey, 'name' | 'lastUsedAt' | 'isSetAtStartup'>[],
  now: number,
): { readonly main: string; readonly note: string } {
  const used = keys.flatMap(({ name, lastUsedAt }) => (lastUsedAt === null ? [] : [{ name, lastUsedAt }]));
  const [newest] = used.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
  if (newest === undefined) return { main: 'No readers yet', note: describeUnusedKey(keys[0]) };
  const recent = used.filter(({ lastUsedAt }) => now - new Date(lastUsedAt).getTime() < 60_000);
  const names = (recent.length === 0 ? [newest] : recent).map(({ name }) => name);
  const main = `Read ${formatAge(newest.lastUsedAt, now, true)}`;
  return { main, note: `By ${names.length === 1 ? '1 key' : `${names.length} keys`}: ${names.join(', ')}` };
}

function describeUnusedKey(key: Pick<ApiKey, 'name' | 'isSetAtStartup'> | undefined): string {
  if (key === undefined) return 'No API keys';
  return key.isSetAtStartup ? 'The startup key has not been used' : `API key ${key.name} has not been used`;
}

export function describeSaved(
  collection: Collection | null,
  isOwnVersion: boolean,
): { readonly main: string; readonly note: string } {
  if (collection === null) return { main: 'Nothing to save', note: 'Each change is saved immediately' };
  const origin = isOwnVersion ? '' : '. In another window';
  return { main: `Saved ${formatClockTime(collection.lastChange.at)}`, note: `Version ${collection.version}${origin}` };
}
