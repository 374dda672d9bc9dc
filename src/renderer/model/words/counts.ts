/** Formats counts, differences and authors for the desk. */

import type { DeskFeed } from '../../../contract/deskState.ts';
import type { Difference } from '../../../core/compare.ts';
import { shorten } from '../../../core/feed/plainText.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { withoutGuarded } from '../../../core/withoutGuarded.ts';

export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** The difference a take would make. */
export function takeDifferenceOf({ pending, guarded }: Pick<DeskFeed, 'pending' | 'guarded'>): Difference {
  return withoutGuarded(pending, guarded);
}

type Change = keyof Difference;
const symbols = { added: '+', removed: '−', edited: '±', moved: '↕' } as const;
const verbs = { added: 'add', removed: 'remove', edited: 'edit', moved: 'move' } as const;

function changesOf(difference: Difference, describe: (change: Change, count: number) => string): readonly string[] {
  const changes: readonly Change[] = ['added', 'removed', 'edited', 'moved'];
  return changes.flatMap((change) => {
    const count = difference[change].length;
    return count === 0 ? [] : [describe(change, count)];
  });
}

/** For example `+2 −1 ±1 ↕2`: added, removed, edited, moved. */
export function formatDifference(difference: Difference): string {
  return changesOf(difference, (change, count) => `${symbols[change]}${count}`).join(' ');
}

/** For example `2 added, 1 removed, 1 edited`. */
export function describeDifference(difference: Difference): string {
  return changesOf(difference, (change, count) => `${count} ${change}`).join(', ');
}

/** For example `2 to add, 1 to remove, 1 to edit`. */
export function describePending(difference: Difference): string {
  return changesOf(difference, (change, count) => `${count} to ${verbs[change]}`).join(', ');
}

/** Whether the action that set the gate also changed the on-air list, as Restore does. Live and on air can then differ although live has not changed. */
export function didGateChangeAir({ onAirCause, onAirSince, gateSince }: DeskFeed): boolean {
  return onAirCause === 'operator' && onAirSince === gateSince;
}

/** A longer name would push what to do out of the sentence. */
const maxNameLength = 50;
const unnamedPost = 'a post without a name';

/** A post's author as sentences name it. Rows say "No name given" instead. */
export function nameOf(item: { readonly fullName: string | null } | null | undefined): string {
  return isolateName(shorten(item?.fullName ?? '', maxNameLength)) || unnamedPost;
}

/** A sentence that begins with a name from `nameOf`. An author's own spelling stays. */
export function startSentence(sentence: string): string {
  return sentence.startsWith(unnamedPost) ? `A${sentence.slice(1)}` : sentence;
}
