/** The sentences of the History view: what a revision changed, and what restoring it would change. */
import type { DeskItem } from '../../../../contract/deskItem.ts';
import type { HistoryRow } from '../../../../contract/history.ts';
import { describeAction } from '../../../../core/describeAction.ts';
import { listNames } from '../../../../core/listNames.ts';
import { formatCount, formatDifference, nameOf, startSentence } from '../../../model/words/counts.ts';
import { guardRuleOf } from '../guardRule.ts';
import type { RestoreEffect } from './alignLists.ts';

/** The action, then the changed posts. `nameOfPost` supplies names that the revision does not contain. */
export function describeRevision(
  row: HistoryRow,
  nameOfPost: (id: string) => string | null,
  collectionNames: Readonly<Record<string, string>>,
): string {
  const findName = (id: string): string | null =>
    Object.hasOwn(row.names, id) ? nameOf({ fullName: row.names[id] ?? null }) : nameOfPost(id);
  const namesOf = (ids: readonly string[]): string => {
    const names = ids.map(findName);
    if (names.every((name) => name === null)) return formatCount(ids.length, 'post', 'posts');
    return joinNames(names.map((name) => name ?? 'a post'));
  };
  const parts = [
    row.added.length === 0 ? '' : `${namesOf(row.added)} added`,
    row.removed.length === 0 ? '' : `${namesOf(row.removed)} removed`,
    row.edited.length === 0 ? '' : `${namesOf(row.edited.map(({ id }) => id))} edited`,
    row.moved.length === 0 ? '' : `${namesOf(row.moved)} moved`,
  ].filter((part) => part !== '');
  const action = describeAction(row, collectionNames);
  // These actions already say what changed.
  if (action !== null && row.verb === 'clear') return action;
  if (row.verb === 'block' && parts.length === 1 && row.removed.length > 0)
    return `${action}. ${startSentence(namesOf(row.removed))}`;
  const rule = guardRuleOf(row);
  if (rule !== null && parts.length === 1 && row.removed.length > 0)
    return startSentence(`${namesOf(row.removed)} guarded by “${rule}”`);
  if (parts.length > 0) {
    const changes = startSentence(parts.join('; '));
    return action === null ? changes : `${action}. ${changes}`;
  }
  // After a crash the revision number skips ahead, so that no number is used twice.
  if (row.revision > 1) return action ?? 'Same list after a restart';
  return 'First list';
}

/** Up to three names separated by commas. */
function joinNames(names: readonly string[]): string {
  return names.length > 3 ? listNames(names) : names.join(', ');
}

/** For example `+1 −1 ±2`, as in the waiting list. */
function formatEffect({ comesBack, goesOff, getsOldText, getsOldVersion, moved }: RestoreEffect): string {
  const ids = (items: readonly DeskItem[]): readonly string[] => items.map(({ id }) => id);
  return formatDifference({
    added: ids(comesBack),
    removed: ids(goesOff),
    edited: [...getsOldText, ...getsOldVersion].map(({ id }) => ({ id, fields: [] })),
    moved: ids(moved),
  });
}

function describeSameList(postCount: number, isHeldAlready: boolean): string {
  const held = isHeldAlready ? ', held' : '';
  const sentence = postCount === 0 ? 'Nothing was on air then or now.' : `The same posts are on air${held}.`;
  if (isHeldAlready) return `${sentence} Restoring changes nothing.`;
  return `${sentence} Restoring only holds ${postCount === 0 ? 'the feed' : 'them'}.`;
}

/** The effect of a restore in sentences; `lead` is bold. `postCount` is the length of the past list. */
export function describeRestore(
  effect: RestoreEffect,
  postCount: number,
  isHeldAlready: boolean,
  isBlocked: (id: string) => boolean,
): { readonly lead: string; readonly rest: string } {
  const { comesBack, goesOff, getsOldText, getsOldVersion, staysOff, moved } = effect;
  const restoredCount = postCount - staysOff.length;
  const figures = formatEffect(effect);
  const posts =
    staysOff.length > 0
      ? `${restoredCount} of its ${formatCount(postCount, 'post', 'posts')}`
      : postCount === 1
        ? 'its only post'
        : `all ${postCount} posts`;
  const lead =
    figures === ''
      ? describeSameList(restoredCount, isHeldAlready)
      : `${figures}. ${postCount === 0 ? 'Restoring takes everything off air, held.' : `Restoring puts ${posts} on air, held.`}`;
  const sentence = (items: readonly DeskItem[], one: string, many: string): string =>
    items.length === 0 ? '' : `${listNames(items.map(nameOf))} ${items.length === 1 ? one : many}`;
  const changes = [
    sentence(comesBack, 'comes back', 'come back'),
    sentence(goesOff, 'goes off', 'go off'),
    sentence(getsOldText, 'gets its old text', 'get their old text'),
    sentence(getsOldVersion, 'gets its old version', 'get their old version'),
    sentence(moved, 'moves', 'move'),
  ].filter((part) => part !== '');
  const stayingOff = [
    sentence(
      staysOff.filter(({ id }) => isBlocked(id)),
      'is blocked and stays off.',
      'are blocked and stay off.',
    ),
    sentence(
      staysOff.filter(({ id }) => !isBlocked(id)),
      'is guarded and stays off.',
      'are guarded and stay off.',
    ),
  ];
  const liveSentence = 'Live is not affected; it waits until you take or release.';
  return {
    lead,
    rest: [changes.length === 0 ? '' : `${changes.join(', ')}.`, ...stayingOff, liveSentence]
      .filter((text) => text !== '')
      .join(' '),
  };
}
