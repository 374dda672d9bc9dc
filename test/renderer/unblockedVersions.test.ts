/**
 * Before the second press of Unblock, the desk says “earlier version” exactly if that version differs from the newest one of the service: random
 * sequences of presses in two feeds and of edits at the service.
 */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Item } from '../../src/core/collection.ts';
import { isSameItem } from '../../src/core/compare.ts';
import { mediaAddressesOf } from '../../src/core/feed/publication.ts';
import type { FeedState } from '../../src/core/feedState.ts';
import { addressOfHeldKey, mediaOfFeed } from '../../src/core/heldMedia.ts';
import type { MediaFacts, ShowEvent } from '../../src/core/show.ts';
import { viewFeed } from '../../src/engine/desk/deskView.ts';
import { createListViews } from '../../src/engine/desk/listViews.ts';
import { factsOf } from '../../src/engine/media/factsOf.ts';
import { addressKey } from '../../src/engine/media/fileKey.ts';
import { noRequest, openFiles } from '../../src/engine/media/files.ts';
import { createHeldFiles } from '../../src/engine/media/heldFiles.ts';
import { mayHaveChanged } from '../../src/engine/media/obtainFile.ts';
import { findNewlyBlockedMedia, findWantedMedia } from '../../src/engine/media/wantedMedia.ts';
import type { Store } from '../../src/engine/store.ts';
import { findPost, indexFeed } from '../../src/renderer/model/feedIndex.ts';
import { describeUnblock } from '../../src/renderer/model/words/unblock.ts';
import { at, collection, createStoreInMemory, picture, post } from '../engine/feed/showHarness.ts';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const sequences = 60;
const stepsPerSequence = 40;
const slugs = ['main', 'foyer'] as const;
const ids = ['p1', 'p2', 'p3'] as const;
const addressOf = (name: string): string => `https://pics.example/${name}`;
/** Of two posts. */
const shared = addressOf('shared');

/** The stored media of a show whose requests are answered in `update`, all of them and without waiting. */
async function createMedia(store: Store) {
  const { files } = await openFiles(createTemporaryFolder('media'));
  /** Files at the service, by address. */
  const served = new Map<string, string>();
  const outbox: { media: [string, MediaFacts | null][]; kept: [string, MediaFacts | null][] } = { media: [], kept: [] };
  const reports = {
    reportKept: (key: string, facts: MediaFacts | null) => void outbox.kept.push([key, facts]),
    reportKeptLost: () => undefined,
  };
  const held = createHeldFiles({ files, store, reports, saveSoon: () => undefined });
  store.subscribe(({ kind, state, previous }) => {
    if (kind === 'transient') return;
    held.update(state, previous);
    const wanted = findWantedMedia(state, held.keys());
    const purged = findNewlyBlockedMedia(state, previous).filter((url) => !wanted.has(url));
    outbox.media.push(...purged.map((url) => [url, null] as [string, null]));
    void files.forget(purged);
  });
  const newestOf = (url: string): string =>
    `${createHash('sha256')
      .update(served.get(url) ?? '')
      .digest('hex')}.png`;
  /** Whether the show knows the newest file of the address, which is requested only while it is needed for a post that is not blocked. */
  const isNewestKnown = (url: string): boolean => {
    const { media, keptMedia } = store.state();
    const kept = [...keptMedia].flatMap(([key, { name }]) => (addressOfHeldKey(key) === url ? [name] : []));
    return [media.get(url)?.name, ...kept].includes(newestOf(url));
  };
  const report = async (): Promise<void> => {
    const { media, kept } = { media: outbox.media.splice(0), kept: outbox.kept.splice(0) };
    await store.apply({ type: 'mediaChanged', media, kept });
  };
  const request = (url: string, version: string): void => {
    const stored = files.byUrl(url);
    const name = newestOf(url);
    if (stored !== null && stored.name !== name) held.hold(stored, version);
    const facts = { width: 8, height: 8, durationMs: null, codec: null, isAnimated: false };
    const entry = { url, isOwn: false, name, size: 1, ...facts, ...noRequest, checkedFor: version, usedAt: 0 };
    files.keepAs(addressKey(url), entry);
  };
  const update = async (): Promise<void> => {
    await report();
    const wanted = findWantedMedia(store.state(), held.keys());
    for (const want of wanted.values()) {
      const stored = files.byUrl(want.url);
      if (stored === null || mayHaveChanged(stored, want)) request(want.url, want.version);
      const entry = files.byUrl(want.url);
      if (entry !== null) outbox.media.push([want.url, factsOf(entry, files)]);
    }
    for (const url of store.state().media.keys()) if (!wanted.has(url)) outbox.media.push([url, null]);
    await report();
  };
  const replace = (url: string, body: string): void => void served.set(url, body);
  return { update, replace, newestOf, isNewestKnown };
}

it(`says it for random sequences of presses and edits (${sequences} sequences, seed ${seed})`, async () => {
  const random = createRandom(seed);
  const counts = { earlier: 0, same: 0 };
  for (let sequence = 1; sequence <= sequences; sequence += 1) {
    const store = await createStoreInMemory();
    await store.apply({
      ...{ type: 'feedsConfigured', at },
      feeds: slugs.map((slug) => ({ slug, collectionId: 'col_1', isCollectionSet: true })),
    });
    const media = await createMedia(store);
    const views = createListViews();
    const feedOf = (slug: string): FeedState => {
      const found = store.state().feeds.find((feed) => feed.slug === slug);
      if (found === undefined) throw new Error(`no feed ${slug}`);
      return found;
    };
    let minute = 0;
    const dateNow = (): string => new Date(Date.UTC(2026, 10, 20, 18, minute)).toISOString();
    let live: readonly Item[] = ids.map((id) =>
      post(id, {
        media: [picture(addressOf(id), 'image/png')],
        profileImageUrl: id === 'p3' ? null : shared,
        lastModifiedDate: dateNow(),
      }),
    );
    for (const item of live) for (const url of mediaAddressesOf(item)) media.replace(url, `first ${url}`);
    const arrive = (): Promise<unknown> =>
      store.apply({ type: 'collectionArrived', collection: collection(live), from: 'poll', accept: 'newer', at });
    const edit = async (change: (item: Item) => Partial<Item>): Promise<void> => {
      minute += 1;
      const id = random.pick(ids);
      live = live.map((item) => (item.id === id ? { ...item, ...change(item), lastModifiedDate: dateNow() } : item));
      await arrive();
    };
    const unblock = async (slug: string, itemId: string): Promise<string> => {
      const lists = views.now(store.state())[slug];
      if (lists === undefined) throw new Error(`no lists of ${slug}`);
      const index = indexFeed(viewFeed(store.state(), feedOf(slug), [], new Map(), null, 0), lists);
      const row = findPost(index, itemId);
      const newest = feedOf(slug).live.items.find(({ id }) => id === itemId);
      if (row === undefined || newest === undefined) throw new Error(`no post ${itemId}`);
      const sentence = describeUnblock(index, row);
      const isKnown = mediaAddressesOf(newest).every(media.isNewestKnown);
      await apply({ type: 'itemUnblocked', feed: slug, itemId });
      await media.update();
      const shown = feedOf(slug).onAir.items.find(({ id }) => id === itemId);
      if (shown === undefined) throw new Error(`${itemId} is not on air`);
      const shownMedia = mediaOfFeed(feedOf(slug), store.state());
      const isOld = (url: string): boolean => shownMedia.get(url)?.name !== media.newestOf(url);
      const isOther = !isSameItem(shown, newest) || mediaAddressesOf(newest).some(isOld);
      if (!isKnown && isSameItem(shown, newest)) return '→ unknown';
      expect({ sentence, isEarlier: sentence.includes('the earlier') }).toEqual({ sentence, isEarlier: isOther });
      counts[isOther ? 'earlier' : 'same'] += 1;
      return `→ ${isOther ? 'earlier' : 'same'}`;
    };
    const apply = async (event: { readonly type: string; readonly [field: string]: unknown }): Promise<void> =>
      void (await store.apply({ ...event, by: 'Ines', at } as ShowEvent));

    const log: string[] = [];
    const step = async (): Promise<void> => {
      const feed = random.pick(slugs);
      const itemId = random.pick(ids);
      const isBlocked = feedOf(feed).blocks.some((block) => block.itemId === itemId);
      switch (random.between(0, 9)) {
        case 0:
          log.push(`hold ${feed}`);
          return apply({ type: 'feedHeld', feed });
        case 1:
          log.push(`release ${feed}`);
          return apply({ type: 'feedReleased', liveVersion: null, feed });
        case 2:
          log.push(`take ${feed}`);
          return apply({ type: 'feedTaken', only: null, liveVersion: null, feed });
        case 3:
          log.push('edit a text');
          return edit(() => ({ message: `Text ${minute}` }));
        case 4:
          log.push('edit a picture');
          return edit((item) => {
            const url = random.pick([item.profileImageUrl ?? addressOf(item.id), addressOf(item.id)]);
            log.push(`of ${item.id}: ${url}`);
            media.replace(url, `${minute} ${url}`);
            return {};
          });
        default:
          log.push(`${isBlocked ? 'un' : ''}block ${itemId} on ${feed}`);
          if (isBlocked) return void log.push(await unblock(feed, itemId));
          return apply({ type: 'itemBlocked', itemId, reason: null, feed });
      }
    };
    await arrive();
    await media.update();
    for (let count = 0; count < stepsPerSequence; count += 1) {
      try {
        await step();
        await media.update();
      } catch (error) {
        throw new Error(`sequence ${sequence}: ${log.join(', ')}`, { cause: error });
      }
    }
  }
  expect(counts.earlier).toBeGreaterThan(sequences);
  expect(counts.same).toBeGreaterThan(sequences);
});
