/** The sentences of the page: changes, deliveries, facts. Present tense, a number in each, the next step where something is wrong. */
import type { Present, Sent } from '../api/shapes.ts';
import { findItem } from './place.ts';
import { agoOf, clockOf, spanOf } from './time.ts';

export function nameOf(item: { readonly fullName: string | null } | null): string {
  return item?.fullName ?? 'A post without name';
}

/** What the last change of a collection was, as a name and the rest of the sentence. */
export function changeWords(collection: Present): { readonly strong: string; readonly words: string } {
  const { kind, itemId } = collection.lastChange;
  const place = itemId === null ? null : findItem(collection, itemId);
  const name = place === null ? '' : nameOf(place.item);
  const where = place === null ? '' : `${place.list === 'live' ? 'live' : 'staging'}, place ${place.index + 1}`;
  switch (kind) {
    case 'itemAdded':
      return { strong: name, words: ` added to ${where}.` };
    case 'itemEdited':
      return { strong: name, words: ` saved: ${where}.` };
    case 'itemPromoted':
      return { strong: name, words: ` promoted to ${where}.` };
    case 'itemDemoted':
      return { strong: name, words: ` back to ${where}.` };
    case 'itemDeleted':
      return { strong: 'A post', words: ' deleted.' };
    case 'listOrdered':
      return { strong: name === '' ? 'The order' : name, words: name === '' ? ' changed.' : ` moved to ${where}.` };
    case 'liveCleared':
      return { strong: 'Live cleared.', words: ' Its posts went back to the end of staging.' };
    case 'changeUndone':
      return { strong: 'Undone.', words: ' The change before is taken back.' };
    case 'collectionCreated':
      return { strong: collection.name, words: ' made. Next: add a post to staging.' };
    case 'collectionEdited':
      return { strong: collection.name, words: ' is its name now.' };
    case 'collectionDeleted':
      return { strong: collection.name, words: ' deleted.' };
    default:
      return kind satisfies never;
  }
}

/** `Two webhooks told.` */
export function toldWords(hookCount: number): string {
  if (hookCount === 0) return 'Readers get it at their next look.';
  return hookCount === 1 ? 'One webhook told.' : `${hookCount === 2 ? 'Two' : hookCount} webhooks told.`;
}

export type LampKind = 'good' | 'wait' | 'warn' | 'bad' | 'off';

/** A delivery in words. */
export function deliveryWords(
  sent: Sent,
  now: number,
): { readonly kind: LampKind; readonly words: string; readonly next: string } {
  const took = sent.lastMs === null ? '' : ` in ${Math.round(sent.lastMs)} ms`;
  const fault = sent.lastFault === 'timeout' ? 'no answer within the time limit' : 'no connection';
  const reason = sent.lastStatus === null ? fault : `last answer was ${sent.lastStatus}`;
  switch (sent.state) {
    case 'delivered':
      if (sent.tries > 1)
        return { kind: 'good', words: `Delivered at the ${ordinal(sent.tries)} try: ${sent.lastStatus}`, next: '' };
      return { kind: 'good', words: `Delivered: ${sent.lastStatus}${took}`, next: '' };
    case 'failed':
      return { kind: 'bad', words: `Failed for good: ${sent.lastStatus ?? fault}`, next: 'not tried again' };
    case 'gaveUp':
      return {
        kind: 'bad',
        words: `Given up after ${spanOf(new Date(sent.lastTriedAt ?? sent.eventAt).getTime() - new Date(sent.eventAt).getTime())}, ${sent.tries} tries`,
        next: reason,
      };
    case 'retrying': {
      const wait = sent.nextTryAt === null ? 0 : new Date(sent.nextTryAt).getTime() - now;
      const when = wait <= 0 ? 'Being tried now' : `Next try in ${spanOf(wait)}`;
      return { kind: 'warn', words: `${when}, the ${ordinal(sent.tries + 1)}`, next: reason };
    }
    case 'waiting':
      if (sent.place === null || sent.place <= 1) return { kind: 'wait', words: 'Being sent', next: '' };
      return { kind: 'wait', words: `Waits its turn, ${ordinal(sent.place)} in line`, next: 'after the one before it' };
    default:
      return sent.state satisfies never;
  }
}

export function ordinal(value: number): string {
  const tens = value % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}

/** `8 staging, 7 live`; `empty`. */
export function countWords(staging: number, live: number): string {
  if (staging + live === 0) return 'empty';
  return `${staging === 0 ? 'none' : staging} staging, ${live === 0 ? 'none' : live} live`;
}

/** The fact of who reads: by the newest use of any key, and which keys were used within the last minute. */
export function readerWords(
  keys: readonly { readonly name: string; readonly lastUsedAt: string | null }[],
  now: number,
): { readonly main: string; readonly note: string } {
  const used = keys.flatMap(({ name, lastUsedAt }) => (lastUsedAt === null ? [] : [{ name, lastUsedAt }]));
  const [newest] = used.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
  if (newest === undefined) {
    const first = keys[0];
    return {
      main: 'No reader yet',
      note: first === undefined ? 'There is no key' : `Key ${first.name} has not been used`,
    };
  }
  const recent = used.filter(({ lastUsedAt }) => now - new Date(lastUsedAt).getTime() < 60_000);
  const names = (recent.length === 0 ? [newest] : recent).map(({ name }) => name);
  const main = `Read ${agoOf(newest.lastUsedAt, now)}`;
  return { main, note: `By ${names.length === 1 ? '1 key' : `${names.length} keys`}: ${names.join(', ')}` };
}

export function savedWords(
  collection: Present | null,
  isOwn: boolean,
): { readonly main: string; readonly note: string } {
  if (collection === null) return { main: 'Nothing to save', note: 'Each change is on disk before you see it' };
  const by = isOwn ? 'On disk before you saw it' : 'By another window';
  const at = new Date(collection.lastChange.at).getTime();
  return { main: `Saved ${clockOf(at)}`, note: `Version ${collection.version}. ${by}` };
}
