/** Formats counts, differences and authors for the desk. */

import type { DeskFeed } from '../../../contract/deskState.ts';
import { type Difference, noDifference } from '../../../core/compare.ts';
import { shorten } from '../../../core/feed/plainText.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { givenNameOf } from '../../../core/shownName.ts';
import { withoutGuarded } from '../../../core/waiting.ts';

/** The difference a take would make: on air, and to blocked posts of the held list. */
export function takeDifferenceOf({ pending, guarded }: Pick<DeskFeed, 'pending' | 'guarded'>): Difference {
  return withoutGuarded(pending, guarded);
}

/** The blocked posts that a take would remove from the held list or edit there; none of them is on air before or after it. */
export function blockedChangesOf({ pending, blocked }: Pick<DeskFeed, 'pending' | 'blocked'>): Difference {
  const ids = new Set(blocked.map(({ itemId }) => itemId));
  const removed = pending.removed.filter((id) => ids.has(id));
  return { ...noDifference, removed, edited: pending.edited.filter(({ id }) => ids.has(id)) };
}

export function blockedIdsOf({ removed, edited }: ReturnType<typeof blockedChangesOf>): readonly string[] {
  return [...removed, ...edited.map(({ id }) => id)];
}

type Change = keyof Difference;
/** The variant of the arrow that no font draws as an emoji. */
export const changeSymbols = { added: '+', removed: '−', edited: '±', moved: '↕\ufe0e' } as const;

function changesOf(difference: Difference, describe: (change: Change, count: number) => string): readonly string[] {
  const changes: readonly Change[] = ['added', 'removed', 'edited', 'moved'];
  return changes.flatMap((change) => {
    const count = difference[change].length;
    return count === 0 ? [] : [describe(change, count)];
  });
}

const describeChange: Readonly<Record<Change, (values: { readonly count: number }) => string>> = {
  added: (values) => say('{count, plural, one {# added} other {# added}}', values),
  removed: (values) => say('{count, plural, one {# removed} other {# removed}}', values),
  edited: (values) => say('{count, plural, one {# edited} other {# edited}}', values),
  moved: (values) => say('{count, plural, one {# moved} other {# moved}}', values),
};

const describePendingChange: Readonly<Record<Change, (values: { readonly count: string }) => string>> = {
  added: (values) => say('{count} to add', values),
  removed: (values) => say('{count} to remove', values),
  edited: (values) => say('{count} to edit', values),
  moved: (values) => say('{count} to move', values),
};

/** For example `+2 −1 ±1 ↕2`: added, removed, edited, moved. */
export function formatDifference(difference: Difference): string {
  return changesOf(difference, (change, count) => `${changeSymbols[change]}${count}`).join(' ');
}

/** For example `2 added, 1 removed, 1 edited`. */
export function describeDifference(difference: Difference): string {
  return changesOf(difference, (change, count) => describeChange[change]({ count })).join(', ');
}

/** For example `2 to add, 1 to remove, 1 to edit`. */
export function describePending(difference: Difference): string {
  return changesOf(difference, (change, count) => describePendingChange[change]({ count: formatNumber(count) })).join(
    ', ',
  );
}

/** Whether the on-air list has changed since the gate was set, or with it, as by Restore or a block. Live and on air can then differ although live has not changed. */
export function hasAirChangedInGate({ onAirCause, onAirSince, gateSince }: DeskFeed): boolean {
  return onAirSince > gateSince || (onAirCause === 'operator' && onAirSince === gateSince);
}

/** A longer name would push what to do out of the sentence. */
const maxNameLength = 50;

/** A post's author as sentences name it. Rows say "No name given" instead. */
export function nameOf(item: { readonly fullName: string | null } | null | undefined): string {
  return isolateName(shorten(givenNameOf(item) ?? '', maxNameLength)) || say('a post without a name');
}
