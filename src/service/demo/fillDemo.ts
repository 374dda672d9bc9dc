/** Puts the demo show into a service's store: its media first, then its collections with the ages of their posts counted from now. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentItem } from '../document.ts';
import type { StoredSummary } from '../store/stored.ts';
import type { Store } from '../store.ts';
import { type DemoPost, type DemoShow, filesOf } from './demoShow.ts';

type KeptMedia = { readonly mediaUrl: string; readonly mediaType: string };

export type FilledDemo = {
  /** The main collection's id: where a new feed points, and where the rhythm plays. */
  readonly mainId: string;
  /** How many collections were made; those that stood there by name already are left as they are. */
  readonly added: number;
};

/**
 * Fills in what of the show the organisation has not got yet. `now` is epoch milliseconds. Rejects when a file cannot be read or the store
 * cannot write; what was filled in until then stays, and the next call goes on from there.
 */
export async function fillDemo(
  store: Pick<Store, 'summaries' | 'create' | 'addMedia'>,
  organisation: string,
  show: DemoShow,
  now: number,
): Promise<FilledDemo> {
  const present = store.summaries(organisation);
  const missing = show.collections.filter(({ name }) => idOf(present, name) === null);
  const media = await keepMedia(store, show.mediaFolder, filesOf(missing));
  for (const { name, contentType, staging, live } of missing) {
    const posts = (list: readonly DemoPost[]) => list.map((post) => itemOf(post, media, now));
    await store.create(organisation, { name, contentType, staging: posts(staging), live: posts(live) });
  }
  const mainId = idOf(store.summaries(organisation), show.main.name);
  if (mainId === null) throw new Error(`The store has not kept the demo collection ${show.main.name}.`);
  return { mainId, added: missing.length };
}

function idOf(summaries: readonly StoredSummary[], name: string): string | null {
  return summaries.find((summary) => summary.name === name)?.id ?? null;
}

async function keepMedia(
  store: Pick<Store, 'addMedia'>,
  folder: string,
  files: ReadonlySet<string>,
): Promise<ReadonlyMap<string, KeptMedia>> {
  const kept = new Map<string, KeptMedia>();
  for (const file of files) {
    const media = await store.addMedia(await readFile(join(folder, file)));
    if (media === null)
      throw new Error(`The service does not take ${file} of the demo: it is no JPEG, PNG, GIF, WebP or MP4.`);
    kept.set(file, media);
  }
  return kept;
}

function itemOf(post: DemoPost, media: ReadonlyMap<string, KeptMedia>, now: number): ContentItem {
  const publishedAt = new Date(now - post.publishedSecondsAgo * 1000).toISOString();
  return {
    id: post.id,
    fullName: post.fullName,
    username: post.username,
    source: post.source,
    message: post.message,
    profileImageUrl: post.avatar === null ? null : (media.get(post.avatar)?.mediaUrl ?? null),
    media: post.media.flatMap((file) => media.get(file) ?? []),
    publishedAt,
    lastModifiedDate: publishedAt,
  };
}
