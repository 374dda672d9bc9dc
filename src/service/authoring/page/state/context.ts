/** What every action works with, and the two things all of them do: speak in the announcer and take in a collection. */
import { isRecord, type Refused } from '../api/answer.ts';
import type { Client } from '../api/client.ts';
import { readPresent } from '../api/client.ts';
import type { Present, Summary } from '../api/shapes.ts';
import type { PageState, PageStore, Said } from './pageState.ts';
import { findItem } from './place.ts';

export type Context = {
  readonly store: PageStore;
  readonly client: Client;
  readonly token: string;
  readonly now: () => number;
};

export function say({ store, now }: Context, said: Omit<Said, 'at'>): void {
  store.setState({ said: { ...said, at: now() } });
}

export function warn(context: Context, words: string): void {
  say(context, { kind: 'warning', icon: 'warning', strong: '', words, action: null });
}

/** Says why something was not done; a service that is gone, or a token that is not accepted, is a state of the page. */
export function sayRefused(context: Context, refused: Refused): void {
  if (refused.status === 401) context.store.setState({ contact: 'refused' });
  if (refused.status === 0) context.store.setState({ contact: 'lost' });
  warn(context, `Nothing was done. ${refused.message}`);
}

/** Takes in a newer version of the open collection. One that is older than what stands is left alone. */
export function takeIn({ store }: Context, present: Present, isOwnVersion: boolean): void {
  store.setState((state) => {
    if (state.collectionId !== present.id) return {};
    const standing = state.collection;
    if (standing?.id === present.id && standing.version > present.version) return {};
    const isSame = standing?.id === present.id && standing.version === present.version;
    if (isSame) return isOwnVersion ? { isOwnVersion } : {};
    return {
      collection: present,
      isOwnVersion,
      ...(standing === null && state.selectedId === null ? { selectedId: firstOf(present) } : {}),
      summaries: state.summaries === null ? null : withSummary(state.summaries, present),
      ...followed(state, present),
    };
  });
}

/** The collection that a 412 brings along. */
export function presentOf(refused: Refused): Present | null {
  if (refused.status !== 412 || !isRecord(refused.body)) return null;
  const { error } = refused.body;
  return isRecord(error) && isRecord(error['details']) ? readPresent(error['details'], null) : null;
}

/** What a change of the lists takes with it: a selection or a hand on a post that is gone. A draft stays: nothing written is lost. */
function followed(state: PageState, present: Present): Partial<PageState> {
  const isGone = (id: string) => findItem(present, id) === null;
  const hand = state.hand !== null && isGone(state.hand.itemId) ? null : state.hand;
  const { selectedId } = state;
  const isSelectionGone = selectedId !== null && state.drafts[selectedId] === undefined && isGone(selectedId);
  if (!isSelectionGone || state.collection === null) return { hand };
  const was = findItem(state.collection, selectedId);
  const list = was === null ? [] : present[was.list];
  return { hand, selectedId: list[Math.min(was?.index ?? 0, list.length - 1)]?.id ?? null };
}

/** What is shown in the form when a collection is opened. */
function firstOf({ staging, live }: Present): string | null {
  return staging[0]?.id ?? live[0]?.id ?? null;
}

function withSummary(summaries: readonly Summary[], present: Present): readonly Summary[] {
  const { id, name, contentType, lastModifiedDate, staging, live } = present;
  const stagingContentCount = staging.length;
  const liveContentCount = live.length;
  const summary = { id, name, contentType, lastModifiedDate, stagingContentCount, liveContentCount };
  if (!summaries.some((other) => other.id === id)) return [...summaries, summary];
  return summaries.map((other) => (other.id === id ? { ...other, ...summary } : other));
}
