/** The sentences of the History view: what a revision changed, and what restoring it would change. */
import type { DeskItem } from '../../../../contract/deskItem.ts';
import type { HistoryRow } from '../../../../contract/history.ts';
import { describeAction } from '../../../../core/describeAction.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { say } from '../../../../core/language/say.ts';
import { listNames } from '../../../../core/listNames.ts';
import { startSentence } from '../../../../core/postLabel.ts';
import { quoteEdit } from '../../../../core/textChange.ts';
import { formatDifference, nameOf } from '../../../model/words/counts.ts';
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
    if (names.every((name) => name === null))
      return say('{count, plural, one {# post} other {# posts}}', { count: ids.length });
    return joinNames(names.map((name) => name ?? say('a post')));
  };
  const parts = (['added', 'removed', 'edited', 'moved'] as const).flatMap((change) => {
    const ids = row[change].map((post) => (typeof post === 'string' ? post : post.id));
    if (ids.length === 0) return [];
    const posts = { names: namesOf(ids), count: ids.length };
    return [describeOnlyChange(row, posts.names) ?? describeChange[change](posts)];
  });
  const action = describeAction(row, collectionNames);
  // These actions already say what changed.
  if (action !== null && row.verb === 'clear') return action;
  if (row.verb === 'block' && parts.length === 1 && row.removed.length > 0)
    return `${action}. ${startSentence(namesOf(row.removed))}`;
  const rule = guardRuleOf(row);
  if (rule !== null && parts.length === 1 && row.removed.length > 0)
    return startSentence(
      say('{count, plural, one {{names} guarded by “{rule}”} other {{names} guarded by “{rule}”}}', {
        names: namesOf(row.removed),
        count: row.removed.length,
        rule,
      }),
    );
  if (parts.length > 0) {
    const changes = startSentence(parts.join('; '));
    return action === null ? changes : `${action}. ${changes}`;
  }
  // After a crash the revision number skips ahead, so that no number is used twice.
  if (row.revision > 1) return action ?? say('Same list after a restart');
  return say('First list');
}

/** `null` if more changed than the position or the text of one post. */
function describeOnlyChange({ position, edit }: HistoryRow, name: string): string | null {
  if (position !== null) return say('{name} added, position {position}', { name, position: formatNumber(position) });
  return edit === null ? null : say('{name} edited: {change}', { name, change: quoteEdit(edit) });
}

/** Whether the description of the revision has names of posts, of a collection or of a rule in it, which come from outside. */
export function hasNamesFromOutside({ verb, added, removed, edited, moved }: HistoryRow): boolean {
  // A clear names no posts.
  const namesPosts = verb !== 'clear' && [added, removed, edited, moved].some((posts) => posts.length > 0);
  return namesPosts || verb === 'point' || verb === 'guard' || verb === 'guards';
}

type ChangedPosts = { readonly names: string; readonly count: number };

const describeChange: Readonly<Record<'added' | 'removed' | 'edited' | 'moved', (posts: ChangedPosts) => string>> = {
  added: (posts) => say('{count, plural, one {{names} added} other {{names} added}}', posts),
  removed: (posts) => say('{count, plural, one {{names} removed} other {{names} removed}}', posts),
  edited: (posts) => say('{count, plural, one {{names} edited} other {{names} edited}}', posts),
  moved: (posts) => say('{count, plural, one {{names} moved} other {{names} moved}}', posts),
};

/** Up to three names separated by commas. */
function joinNames(names: readonly string[]): string {
  return names.length > 3 ? listNames(names) : names.join(', ');
}

/** For example `+1 −1 ±2`, as in the waiting list. */
function formatEffect({ comesBack, goesOff, moved, ...effect }: RestoreEffect): string {
  const ids = (items: readonly DeskItem[]): readonly string[] => items.map(({ id }) => id);
  return formatDifference({
    added: ids(comesBack),
    removed: ids(goesOff),
    edited: [...effect.getsOldText, ...effect.getsOldVersion, ...effect.getsOtherVersion].map(({ id }) => ({
      id,
      fields: [],
    })),
    moved: ids(moved),
  });
}

function describeSameList(postCount: number, isHeldAlready: boolean): string {
  if (postCount === 0)
    return isHeldAlready
      ? say('Nothing was on air then or now. Restoring changes nothing.')
      : say('Nothing was on air then or now. Restoring only holds the feed.');
  return isHeldAlready
    ? say('The same posts are on air, held. Restoring changes nothing.')
    : say('The same posts are on air. Restoring only holds them.');
}

/** `stayingCount` posts of the revision stay off air. */
function describeRestored(postCount: number, stayingCount: number): string {
  if (postCount === 0) return say('Restoring takes everything off air, held.');
  if (stayingCount > 0)
    return say('Restoring puts {restored} of its {count, plural, one {# post} other {# posts}} on air, held.', {
      restored: formatNumber(postCount - stayingCount),
      count: postCount,
    });
  return postCount === 1
    ? say('Restoring puts its only post on air, held.')
    : say('Restoring puts all {count} posts on air, held.', { count: formatNumber(postCount) });
}

/** The effect of a restore in sentences; `lead` is bold. `postCount` is the length of the past list. */
export function describeRestore(
  effect: RestoreEffect,
  postCount: number,
  isHeldAlready: boolean,
  isBlocked: (id: string) => boolean,
): { readonly lead: string; readonly rest: string } {
  const { comesBack, goesOff, getsOldText, getsOldVersion, getsOtherVersion, staysOff, moved } = effect;
  const figures = formatEffect(effect);
  const lead =
    figures === ''
      ? describeSameList(postCount - staysOff.length, isHeldAlready)
      : `${figures}. ${describeRestored(postCount, staysOff.length)}`;
  const describeAll = (items: readonly DeskItem[], describe: (posts: ChangedPosts) => string): readonly string[] =>
    items.length === 0 ? [] : [describe({ names: listNames(items.map(nameOf)), count: items.length })];
  const changes = [
    ...describeAll(comesBack, (posts) =>
      say('{count, plural, one {{names} comes back} other {{names} come back}}', posts),
    ),
    ...describeAll(goesOff, (posts) => say('{count, plural, one {{names} goes off} other {{names} go off}}', posts)),
    ...describeAll(getsOldText, (posts) =>
      say('{count, plural, one {{names} gets its old text} other {{names} get their old text}}', posts),
    ),
    ...describeAll(getsOldVersion, (posts) =>
      say('{count, plural, one {{names} gets its old version} other {{names} get their old version}}', posts),
    ),
    ...describeAll(getsOtherVersion, (posts) =>
      say('{count, plural, one {{names} gets another version} other {{names} get other versions}}', posts),
    ),
    ...describeAll(moved, (posts) => say('{count, plural, one {{names} moves} other {{names} move}}', posts)),
  ];
  const stayingOff = [
    ...describeAll(
      staysOff.filter(({ id }) => isBlocked(id)),
      (posts) =>
        say(
          '{count, plural, one {{names} is blocked and stays off.} other {{names} are blocked and stay off.}}',
          posts,
        ),
    ),
    ...describeAll(
      staysOff.filter(({ id }) => !isBlocked(id)),
      (posts) =>
        say(
          '{count, plural, one {{names} is guarded and stays off.} other {{names} are guarded and stay off.}}',
          posts,
        ),
    ),
  ];
  return {
    lead,
    rest: [
      ...(changes.length === 0 ? [] : [`${changes.join(', ')}.`]),
      ...stayingOff,
      say('Live is not affected; it waits until you take or release.'),
    ].join(' '),
  };
}
