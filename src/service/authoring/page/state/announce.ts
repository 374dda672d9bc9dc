/** What the announcer says: the most pressing thing first, then the last change. */
import { changedFields, type Draft, fieldWords } from './draft.ts';
import type { PageState, Said } from './pageState.ts';
import { findItem, isAtHome } from './place.ts';
import { clockOf, momentOf } from './time.ts';
import { nameOf } from './words.ts';

export type Announcement = {
  readonly kind: 'usual' | 'warning';
  readonly icon: Said['icon'] | 'grip';
  readonly at: string | null;
  readonly strong: string;
  readonly words: string;
  readonly action: 'undo' | 'undoDeletion' | 'bringBack' | 'putBack' | 'tryNow' | 'faultsOff' | null;
};

const usual = { kind: 'usual', at: null, strong: '', action: null } as const;
const warning = { kind: 'warning', icon: 'warning', at: null, action: null } as const;

export function announcementOf(state: PageState): Announcement {
  const contact = contactWords(state);
  if (contact !== null) return contact;
  if (state.screen === 'faults' && countOn(state.faults) > 0) return faultWords(state);
  if (state.screen === 'collections') {
    const atHand = collectionWords(state);
    if (atHand !== null) return atHand;
  }
  if (state.screen === 'webhooks') {
    const late = lateWords(state);
    if (late !== null) return late;
  }
  if (state.said !== null) return saidWords(state.said, state.isOwnVersion);
  if (state.summaries?.length === 0)
    return { ...usual, icon: 'layers', words: 'No collection yet. Nothing is read, nothing is told.' };
  return { ...usual, icon: 'radio', words: 'Nothing has been changed in this window yet.' };
}

/** How many faults are on and not yet spent. */
export function countOn(faults: PageState['faults']): number {
  return faults === null ? 0 : faults.filter(({ isSpent }) => !isSpent).length;
}

/** Undo is offered only while the last change is this window's own: nobody takes back another's by mistake. */
function saidWords(said: Said, isOwnVersion: boolean): Announcement {
  const action = said.action === 'undo' && !isOwnVersion ? null : said.action;
  return { ...said, action, at: said.at === null ? null : clockOf(said.at) };
}

function contactWords({ contact }: PageState): Announcement | null {
  switch (contact) {
    case 'starting':
      return { ...usual, icon: 'radio', words: 'Asking the service.' };
    case 'refused':
      return {
        ...warning,
        strong: 'This window’s token is not accepted.',
        words:
          ' Nothing can be seen or changed. Next: open the address that the service printed when it started, token and all.',
      };
    case 'lost':
      return {
        ...warning,
        strong: 'The service does not answer.',
        words:
          ' What you see may be old, and nothing is saved now. What you write stays here. Next: see whether it runs; this page goes on asking.',
      };
    case 'ready':
      return null;
    default:
      return contact satisfies never;
  }
}

function collectionWords(state: PageState): Announcement | null {
  const { collection, conflict, hand, drafts, selectedId } = state;
  if (collection === null) return null;
  if (conflict !== null) {
    const at = clockOf(new Date(collection.lastChange.at).getTime());
    return {
      ...warning,
      strong: `Somebody else saved ${nameOf(conflict.theirItem)} by ${at}, while you were writing.`,
      words: ' Yours is not saved; nothing of either is lost. Next: choose below, then save.',
    };
  }
  if (hand !== null) {
    const name = nameOf(findItem(collection, hand.itemId)?.item ?? null);
    const from = `${hand.from.list}, place ${hand.from.index + 1}`;
    const to = `${hand.to.list}, place ${hand.to.index + 1}`;
    const where = isAtHome(hand)
      ? ` is in your hand, from ${from}. Arrows move it, ↵ puts it down.`
      : ` goes from ${from}, to ${to}. Let go, or press ↵; readers get it at once.`;
    return { ...usual, icon: 'grip', strong: name, words: where, action: 'putBack' };
  }
  const draft = selectedId === null ? undefined : drafts[selectedId];
  return draft === undefined || state.said?.kind === 'warning' ? null : draftWords(state, draft);
}

function draftWords({ collection, selectedId, now }: PageState, draft: Draft): Announcement | null {
  const changed = changedFields(draft);
  if (draft.base === null) {
    return {
      ...usual,
      icon: 'pencil',
      strong: 'A new post.',
      words: ' It goes to the end of staging when you save it. Readers see it once it is live.',
    };
  }
  if (changed.length === 0 || collection === null) return null;
  const strong = `${nameOf(draft.base)} is not saved yet:`;
  const fields = changed.map((name) => fieldWords[name]).join(', ');
  const present = selectedId === null ? null : findItem(collection, selectedId);
  if (present !== null && present.item.lastModifiedDate !== draft.base.lastModifiedDate) {
    const words = ` ${fields}. Somebody else saved this post meanwhile. Next: save, and choose between theirs and yours.`;
    return { ...warning, strong, words };
  }
  const since = momentOf(draft.base.lastModifiedDate, now);
  return { ...usual, icon: 'pencil', strong, words: ` ${fields}. Readers still get the post as it was at ${since}.` };
}

function faultWords({ faults }: PageState): Announcement {
  const on = countOn(faults);
  return {
    ...warning,
    strong: `${on === 1 ? '1 fault is' : `${on} faults are`} on, for tests.`,
    words: ' This service was started with --faults; readers get wrong answers. Next: switch all off before a show.',
    action: 'faultsOff',
  };
}

function lateWords({ hooks, sent }: PageState): Announcement | null {
  const late = sent.find(({ state }) => state === 'retrying');
  const hook = hooks.find(({ id }) => id === late?.webhookId);
  if (late === undefined || hook === undefined) return null;
  const since = clockOf(new Date(late.eventAt).getTime());
  return {
    ...warning,
    strong: `${hook.name} has not taken a delivery since ${since}.`,
    words:
      ' Its deliveries wait in order; the other webhooks are not held up. Next: see whether its receiver runs and its port is open.',
    action: 'tryNow',
  };
}
