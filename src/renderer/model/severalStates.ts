/** Computes the keys that act on several selected posts together. */
import { say } from '../../core/language/say.ts';
import {
  type ActionState,
  type ActionStates,
  type CommandCall,
  disabled,
  disabledButSent,
  enabled,
} from './actionState.ts';
import { type FeedIndex, keptOffTextOf, seenTextOf } from './feedIndex.ts';
import { postStatesOf } from './postStates.ts';
import type { RowView } from './rowModel.ts';
import { findAllowedUnseen, findUnblockedUnseen } from './unseenPosts.ts';
import { nameOf } from './words/counts.ts';
import { addUnseen } from './words/unblock.ts';

type SeveralStates = ReturnType<typeof postStatesOf> & Partial<Pick<ActionStates, 'cue'>>;

/** Each key acts on the posts for which it can, and says how many those are. */
export function severalStatesOf(index: FeedIndex, rows: readonly RowView[]): SeveralStates {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) return remainingStatesOf(index, only);
  const { slug } = index.feed;
  const ids = rows.map(({ item }) => item.id);
  const blocked = ids.filter((id) => index.blocked.has(id));
  const unblocked = ids.filter((id) => !index.blocked.has(id));
  const seenTexts = new Map(rows.map(({ item }) => [item.id, seenTextOf(index, item)]));
  const keptOffTexts = new Map(rows.map(({ item }) => [item.id, keptOffTextOf(index, item)]));
  const guarded = unblocked.filter((id) => index.guarded.has(id));
  const confirmUnblock = addUnseen(
    say(
      '{count, plural, one {Press {key} again to unblock # post.} other {Press {key} again to unblock # posts.}}',
      sentenceValues(blocked),
    ),
    blocked.map((id) => findUnblockedUnseen(index, id)),
  );
  const confirmAllow = addUnseen(
    say(
      '{count, plural, one {Press {key} again to allow # post on air.} other {Press {key} again to allow # posts on air.}}',
      sentenceValues(guarded),
    ),
    guarded.map((id) => findAllowedUnseen(index, id)),
  );
  /** Another version or sentence needs another second press before it goes on air. */
  const targetOf = (those: readonly string[], texts: ReadonlyMap<string, string>, sentence: string): string =>
    [...those.map((id) => texts.get(id)), sentence].join(' ');
  const blockOf = (itemId: string): CommandCall => ({ name: 'block', input: { feed: slug, itemId, reason: null } });
  const blockedSince = ids.map((id) => `${id} ${index.blocked.get(id)?.since}`).join(' ');
  const unused = ids.filter((id) => !index.used.has(id));
  const used = unused.length > 0;
  const alone = disabled(say('only for one post'));
  return {
    block:
      unblocked.length === 0
        ? disabledButSent(say('all are blocked'), blockedSince, ids.map(blockOf))
        : stateOf(unblocked, '', {
            note: countPosts(unblocked),
            confirm: say(
              '{count, plural, one {Press {key} again within 2 seconds to block # post.} other {Press {key} again within 2 seconds to block # posts.}}',
              sentenceValues(unblocked),
            ),
            commandOf: blockOf,
          }),
    unblock: stateOf(blocked, say('none is blocked'), {
      note: countPosts(blocked),
      confirm: confirmUnblock,
      target: targetOf(blocked, keptOffTexts, confirmUnblock),
      commandOf: (itemId) => ({
        name: 'unblock',
        input: { feed: slug, itemId, seenText: keptOffTexts.get(itemId) ?? null },
      }),
    }),
    allow: stateOf(guarded, say('none is guarded'), {
      note: countPosts(guarded),
      confirm: confirmAllow,
      target: targetOf(guarded, seenTexts, confirmAllow),
      commandOf: (itemId) => ({
        name: 'allow',
        input: { feed: slug, itemId, seenText: seenTexts.get(itemId) ?? null },
      }),
    }),
    markUsed: stateOf(used ? unused : ids, '', {
      note: used
        ? say('{count, plural, one {mark # used} other {mark # used}}', { count: unused.length })
        : say('{count, plural, one {mark # unused} other {mark # unused}}', { count: ids.length }),
      confirm: null,
      commandOf: (itemId) => ({ name: 'used', input: { feed: slug, itemId, used } }),
    }),
    guardAuthor: alone,
    cue: alone,
  };
}

/** The others left or are hidden: Block still needs its second press, so that a press for several is never spent on another set. */
function remainingStatesOf(index: FeedIndex, row: RowView): SeveralStates {
  const states = postStatesOf(index, row);
  const { block } = states;
  if (block.disabledReason !== null) return states;
  const values = { key: '{key}', name: nameOf(row.item) };
  return {
    ...states,
    block: { ...block, confirm: say('Press {key} again within 2 seconds to block {name}.', values) },
  };
}

type SeveralCommand = {
  readonly note: string;
  readonly confirm: string | null;
  /** The posts by default. */
  readonly target?: string;
  readonly commandOf: (itemId: string) => CommandCall;
};

function stateOf(
  ids: readonly string[],
  reason: string,
  { note, confirm, commandOf, target = [...ids].sort().join(' ') }: SeveralCommand,
): ActionState {
  const [first, ...rest] = ids.map(commandOf);
  if (first === undefined) return disabled(reason);
  return enabled(note, first, { confirm, target, rest });
}

function countPosts({ length }: readonly string[]): string {
  return say('{count, plural, one {# post} other {# posts}}', { count: length });
}

/** `{key}` stays for the label of the key. */
function sentenceValues({ length }: readonly string[]): { readonly key: string; readonly count: number } {
  return { key: '{key}', count: length };
}
