import { describe, expect, it, vi } from 'vitest';
import { viewFeed } from '../../../src/engine/desk/deskView.ts';
import type { Channel } from '../../../src/engine/feed/channel.ts';
import { createDocumentCache } from '../../../src/engine/feed/documentCache.ts';
import { formatHealth } from '../../../src/engine/feed/feedList.ts';
import {
  collection,
  createHarness,
  type Harness,
  payload,
  type Respond,
  respondWithCollection,
  respondWithStatus,
  startService,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** A service with these collections. */
const serveOnly =
  (ids: ReadonlySet<string>): Respond =>
  (request, response) => {
    const id = request.url?.split('/').at(-1) ?? '';
    if (!ids.has(id)) return respondWithStatus(404)(request, response);
    respondWithCollection(() => collection(id, 1, [`of-${id}`]))(request, response);
  };

async function startTwoFeeds(ids: ReadonlySet<string>, overrides = {}): Promise<Harness> {
  const running = await createHarness(serveOnly(ids), { mode: 'poll', ...overrides }, ['col_1', 'col_2']);
  await running.source.start();
  await running.settle();
  return running;
}

/** Each feed’s freshness and time of confirmation, which its documents, `/healthz` and the desk agree on. */
function confirmationsOf({ store, clock }: Harness) {
  return store.state().feeds.map((feed) => {
    const documents = createDocumentCache(store.state(), feed, () => '');
    const { freshness, checkedAt } = documents.status();
    expect(documents.publication().freshness).toBe(freshness);
    const health = JSON.parse(formatHealth([{ documents, isServed: () => true } as Channel], '1'));
    expect(health.feeds[0]).toMatchObject({ freshness, checkedAt });
    const view = viewFeed(store.state(), feed, [], new Map(), feed, clock.monotonicMs());
    expect(view).toMatchObject({ freshness, lastConfirmedAt: checkedAt });
    expect(view.confirmedAgeMs === null).toBe(checkedAt === null);
    return [freshness, checkedAt === null ? null : clock.now() - Date.parse(checkedAt)] as const;
  });
}

describe('a feed takes its freshness from its own collection', () => {
  it('and is stale when the service has lost that collection, while another feed stays fresh', async () => {
    const ids = new Set(['col_1', 'col_2']);
    const harness = await startTwoFeeds(ids);
    expect(confirmationsOf(harness).map(([freshness]) => freshness)).toEqual(['fresh', 'fresh']);
    ids.delete('col_1');
    await harness.advance(30_000);
    const [main, other] = confirmationsOf(harness);
    expect(harness.problemCodes()).toEqual(['SOURCE_COLLECTION_GONE']);
    expect([main?.[0], other?.[0]]).toEqual(['stale', 'fresh']);
    expect(main?.[1]).toBeGreaterThanOrEqual(20_000);
    expect(other?.[1]).toBeLessThanOrEqual(5000);
  });

  it('and was never confirmed by a service that never had the collection', async () => {
    const harness = await startTwoFeeds(new Set(['col_1', 'col_2']));
    const next = await startService(harness.clock, serveOnly(new Set(['col_2'])));
    await harness.source.configure({ ...harness.settings, baseUrl: next.baseUrl });
    await harness.advance(20_000);
    const [main, other] = confirmationsOf(harness);
    expect(harness.onAir()).toEqual(['of-col_1']);
    expect(main).toEqual(['stale', null]);
    expect(other?.[0]).toBe('fresh');
  });

  it('and is not fresh without a collection', async () => {
    const harness = await startTwoFeeds(new Set(['col_1', 'col_2']));
    const feeds = [
      { slug: 'main', collectionId: null },
      { slug: 'feed-1', collectionId: 'col_2' },
    ];
    await harness.store.apply({ type: 'feedsConfigured', feeds, at: '2026-11-20T18:00:00Z' });
    await harness.advance(20_000);
    const [main, other] = confirmationsOf(harness);
    expect(main).toEqual(['offline', null]);
    expect(other?.[0]).toBe('fresh');
  });

  it('and stays fresh while a refused delivery leaves another one in doubt', async () => {
    const harness = await startTwoFeeds(new Set(['col_1', 'col_2']), { mode: 'push' });
    harness.secrets.apiKey = null;
    const unreadable = { event: 'COLLECTION_UPDATED', collectionId: 'col_2', data: { id: 'col_2' } };
    await harness.deliver(payload(collection('col_1', 2, ['new'])));
    await harness.advance(70_000);
    expect((await harness.deliver(unreadable)).status).toBe(422);
    await harness.settle();
    expect(confirmationsOf(harness).map(([freshness]) => freshness)).toEqual(['fresh', 'stale']);
  });
});
