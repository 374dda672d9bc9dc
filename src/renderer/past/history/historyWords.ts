/** The sentences of the history: what a revision changed, and what going back to one would change. */
import type { DeskItem } from '../../../contract/deskItem.ts';
import type { HistoryRow } from '../../../contract/past.ts';
import { deedWords } from '../../../core/deedWords.ts';
import { listNames } from '../../../core/listNames.ts';
import { figures, nameOf } from '../../words/counts.ts';
import type { Consequence } from './sharedPlaces.ts';

/** What was done, then what it changed: names first, then what happened to them. `nameOfPost` knows what the row does not. */
export function revisionWords(row: HistoryRow, nameOfPost: (id: string) => string | null): string {
  const names = (ids: readonly string[]): string =>
    listNames(
      ids.map((id) =>
        Object.hasOwn(row.names, id) ? nameOf({ fullName: row.names[id] ?? null }) : (nameOfPost(id) ?? 'a post'),
      ),
    );
  const parts = [
    row.added.length === 0 ? '' : `${names(row.added)} added`,
    row.removed.length === 0 ? '' : `${names(row.removed)} off`,
    row.edited.length === 0 ? '' : `${names(row.edited.map(({ id }) => id))} edited`,
    row.moved.length === 0 ? '' : `${names(row.moved)} moved`,
  ].filter((part) => part !== '');
  const deed = deedWords(row);
  // Each says by itself what it did.
  if (row.verb === 'clear') return 'Clear';
  if (row.verb === 'block' && parts.length === 1 && row.removed.length > 0) return `Block. ${names(row.removed)}`;
  if (parts.length > 0) return deed === null ? parts.join('; ') : `${deed}. ${parts.join('; ')}`;
  // After a crash the number jumps, so that it never goes back.
  if (row.revision > 1) return deed ?? 'The same list, after a restart';
  return 'The first list';
}

/** The figures of a consequence, as those of what waits. */
export function consequenceFigures({ comesBack, goesOff, oldWords, moved }: Consequence): string {
  const ids = (items: readonly DeskItem[]): readonly string[] => items.map(({ id }) => id);
  return figures({
    added: ids(comesBack),
    removed: ids(goesOff),
    edited: oldWords.map(({ id }) => ({ id, fields: [] })),
    moved: ids(moved),
  });
}

/** What a rollback would do: `lead` in bold, then who. `of` posts were in that list; `isBlocked` knows blocks from guards. */
export function consequenceWords(
  consequence: Consequence,
  of: number,
  isHeldAlready: boolean,
  isBlocked: (id: string) => boolean,
): { readonly lead: string; readonly rest: string } {
  const { comesBack, goesOff, oldWords, staysOff, moved } = consequence;
  const would = of - staysOff.length;
  const count = consequenceFigures(consequence);
  const stays = staysOff.length === 0 ? `all ${of} of its posts` : `${would} of its ${of} posts`;
  const lead =
    count === ''
      ? isHeldAlready
        ? 'The same posts are on air now, and held. Nothing would change.'
        : 'The same posts are on air now. Only the gate would change, to held.'
      : `${count}. On air would be ${of === 0 ? 'empty' : of === 1 && would === 1 ? 'its one post' : stays}, held.`;
  const say = (items: readonly DeskItem[], one: string, many: string): string =>
    items.length === 0 ? '' : `${listNames(items.map(nameOf))} ${items.length === 1 ? one : many}`;
  const changes = [
    say(comesBack, 'comes back', 'come back'),
    say(goesOff, 'goes off', 'go off'),
    say(oldWords, 'gets old words', 'get their old words'),
    say(moved, 'moves', 'move'),
  ].filter((part) => part !== '');
  const stay = [
    say(
      staysOff.filter(({ id }) => isBlocked(id)),
      'is blocked and stays off.',
      'are blocked and stay off.',
    ),
    say(
      staysOff.filter(({ id }) => !isBlocked(id)),
      'is guarded and stays off.',
      'are guarded and stay off.',
    ),
  ];
  const live = `Live is not touched: it waits until you take or release.${isHeldAlready ? ' What waits now, waits on.' : ''}`;
  return {
    lead,
    rest: [changes.length === 0 ? '' : `${changes.join(', ')}.`, ...stay, live].filter((one) => one !== '').join(' '),
  };
}
