/** The guards as text that an operator edits, what saving them would do on air, and the two presses that put posts on air. */
import { useMemo, useState } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { matchGuard, versionOf } from '../../../core/guard.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { useSecondPress } from '../../../ui/secondPress.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { onAirItems } from '../../model/feedIndex.ts';
import { isSameList, mergeList, parseList } from '../../model/guardLists.ts';
import { findUnseen } from '../../model/unseenPosts.ts';
import { addUnseen } from '../../model/words/unblock.ts';
import { useDesk } from '../../stores/useDesk.ts';

/** The text that an operator types. `base`: the guards shown when typing began. */
type Draft = { readonly words: string; readonly authors: string; readonly base: DeskFeed['guards'] };

export type GuardForm = {
  readonly words: string;
  readonly authors: string;
  readonly edit: (change: { readonly words: string } | { readonly authors: string }) => void;
  readonly newGuards: { readonly words: readonly string[]; readonly authors: readonly string[] };
  readonly isUnchanged: boolean;
  /** Whether the guards changed elsewhere since typing began. */
  readonly hasOtherChange: boolean;
  readonly isArmed: boolean;
  readonly goesOnCount: number;
  readonly goesOffCount: number;
  /** The first of two presses if posts would go on air. Returns whether it saves. */
  readonly save: () => boolean;
};

export function useGuardForm(): GuardForm {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const send = useCommand();
  const { guards } = feed;
  const [draft, setDraft] = useState<Draft | null>(null);
  const { base, words, authors } = draft ?? toDraft(guards);
  const newGuards = useMemo(
    () => ({
      words: mergeList(base.words, parseList(words), guards.words),
      authors: mergeList(base.authors, parseList(authors), guards.authors),
      allowed: [],
    }),
    [base, words, authors, guards],
  );
  const isUnchanged =
    draft === null || (isSameList(newGuards.words, guards.words) && isSameList(newGuards.authors, guards.authors));
  // Once nothing is left to save, the form shows what any desk saves. It keeps the focus.
  if (draft !== null && isUnchanged && base.version !== guards.version) setDraft(null);
  const { armed, press } = useSecondPress();
  // A held feed keeps posts that live no longer has; a cleared feed has none.
  const goesOn = index.lists.keptOff.filter(
    (item) => !index.blocked.has(item.id) && matchGuard(newGuards, item) === null,
  );
  const goesOffCount = useMemo(
    () => onAirItems(index, index.lists.onAir).filter((item) => matchGuard(newGuards, item) !== null).length,
    [index, newGuards],
  );
  return {
    words,
    authors,
    edit: (change) => {
      const next = { base, words, authors, ...change };
      const untouched = toDraft(base);
      setDraft(next.words === untouched.words && next.authors === untouched.authors ? null : next);
    },
    newGuards,
    isUnchanged,
    hasOtherChange: !isSameList(base.words, guards.words) || !isSameList(base.authors, guards.authors),
    isArmed: armed?.id === 'guards',
    goesOnCount: goesOn.length,
    goesOffCount,
    save: () => {
      const sentence = addUnseen(
        say(
          '{count, plural, one {Press Save again within 2 seconds to put # post on air.} other {Press Save again within 2 seconds to put # posts on air.}}',
          { count: goesOn.length },
        ),
        goesOn.map((item) => findUnseen(index, item)),
      );
      // Another post, version or sentence needs another second press before it goes on air.
      const target = JSON.stringify([newGuards, goesOn.map(versionOf), sentence]);
      if (goesOn.length > 0 && !press({ id: 'guards', target, sentence })) return false;
      const { version } = guards;
      const input = { feed: feed.slug, words: newGuards.words, authors: newGuards.authors, version };
      send({ title: markMessage('Save'), keyLabel: null, command: { name: 'guards', input } });
      return true;
    },
  };
}

function toDraft(guards: DeskFeed['guards']): Draft {
  return { words: guards.words.join(', '), authors: guards.authors.join(', '), base: guards };
}
