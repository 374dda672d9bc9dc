/** The list of feeds in the settings, made from the feeds as they are when it is sent: others add and delete feeds meanwhile. */
import type { ReadPatch } from './useSettingChange.ts';

type SavedFeed = { readonly slug: string; readonly collectionId: string | null };

/** Leaves a feed that has this name meanwhile as it is. */
export function withFeed(added: SavedFeed): ReadPatch {
  return listFeeds((saved) => (saved.some(({ slug }) => slug === added.slug) ? saved : [...saved, added]));
}

export function withoutFeed(deleted: string): ReadPatch {
  return listFeeds((saved) => saved.filter(({ slug }) => slug !== deleted));
}

function listFeeds(edit: (saved: readonly SavedFeed[]) => readonly SavedFeed[]): ReadPatch {
  return (desk) =>
    desk === null
      ? {}
      : {
          feeds: edit(desk.state.feeds.map(({ slug, collection }) => ({ slug, collectionId: collection?.id ?? null }))),
        };
}
