/** Adds the demo show to the store: media first, then collections with post dates relative to now. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentItem } from '../../core/serviceDocument.ts';
import type { StoredMedia } from '../store/mediaStore.ts';
import type { StoredSummary } from '../store/stored.ts';
import type { Store } from '../store.ts';
import { type DemoPost, type DemoShow, filesOf } from './demoShow.ts';

export type AddedDemo = {
  /** Id of the main collection, which the demo activity changes. */
  readonly mainId: string;
  /** Number of collections created; existing ones of the same name are not affected. */
  readonly added: number;
};

/**
 * Adds the collections that the organisation does not have yet. `now` is in epoch milliseconds. Rejects if a file cannot be
 * read or the store cannot write. Collections already added stay, and the next call adds the rest.
 */
export async function addDemoShow(
  store: Pick<Store, 'summaries' | 'create' | 'addMedia'>,
  organisation: string,
  show: DemoShow,
  now: number,
): Promise<AddedDemo> {
  const existing = store.summaries(organisation);
  const missing = show.collections.filter(({ name }) => idOf(existing, name) === null);
  const media = await storeMedia(store, show.mediaFolder, filesOf(missing));
  for (const { name, contentType, staging, live } of missing) {
    const posts = (list: readonly DemoPost[]) => list.map((post) => itemOf(post, media, now));
    await store.create(organisation, { name, contentType, staging: posts(staging), live: posts(live) });
  }
  const mainId = idOf(store.summaries(organisation), show.main.name);
  if (mainId === null) throw new Error(`The demo collection ${show.main.name} is missing from the store.`);
  return { mainId, added: missing.length };
}

function idOf(summaries: readonly StoredSummary[], name: string): string | null {
  return summaries.find((summary) => summary.name === name)?.id ?? null;
}

async function storeMedia(
  store: Pick<Store, 'addMedia'>,
  folder: string,
  files: ReadonlySet<string>,
): Promise<ReadonlyMap<string, StoredMedia>> {
  const stored = new Map<string, StoredMedia>();
  for (const file of files) {
    const media = await store.addMedia(await readFile(join(folder, file)));
    if (media === null) throw new Error(`The demo file ${file} is not a JPEG, PNG, GIF, WebP or MP4.`);
    stored.set(file, media);
  }
  return stored;
}

function itemOf(post: DemoPost, media: ReadonlyMap<string, StoredMedia>, now: number): ContentItem {
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
