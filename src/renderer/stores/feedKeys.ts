/** The keys 1–9 of the feeds. Each stays with its feed until the desk is loaded again, so that no press selects another feed. */
import { create } from 'zustand';
import type { DeskState } from '../../contract/deskState.ts';
import { useMirror } from './engineMirror.ts';

/** By key, from 1: the feed’s slug. A deleted feed keeps its key. */
type FeedKeys = { readonly slugs: readonly string[] };

const keyCount = 9;

export const useFeedKeys = create<FeedKeys>()(() => ({ slugs: [] }));

useMirror.subscribe(({ state }, before) => {
  if (state?.feeds === before.state?.feeds) return;
  const { slugs } = useFeedKeys.getState();
  const next = keepFeedKeys(slugs, state?.feeds ?? []);
  if (next !== slugs) useFeedKeys.setState({ slugs: next });
});

/** New feeds get the next keys. Another show, without any of these feeds, begins again. */
export function keepFeedKeys(keys: readonly string[], feeds: DeskState['feeds']): readonly string[] {
  const known = new Set(keys);
  const added = feeds.map(({ slug }) => slug).filter((slug) => !known.has(slug));
  if (feeds.length > 0 && added.length === 0) return keys;
  return added.length === feeds.length ? added : [...keys, ...added];
}

/** The feed of a key, which may be deleted; `null` if the key never had one. */
export function slugOfKey(key: number): string | null {
  return key <= keyCount ? (useFeedKeys.getState().slugs[key - 1] ?? null) : null;
}

/** The key of a feed; `null` if it has none, or while the keys are the positions of the feeds, which need no label. */
export function feedKeyOf({ slugs: keys }: FeedKeys, slugs: readonly string[], slug: string): number | null {
  if (slugs.every((each, index) => each === keys[index])) return null;
  const key = keys.indexOf(slug) + 1;
  return key >= 1 && key <= keyCount ? key : null;
}
