/** Webhook delivery: the table of outcomes, the retry schedule, the order and restarts. */
import { describe, expect, it } from 'vitest';
import { editCollection } from '../../../src/service/store/edits.ts';
import { type Endpoint, openStore, type Store } from '../../../src/service/store.ts';
import { defaultRetries, retryDelayMs, type TryResult } from '../../../src/service/webhooks/outcome.ts';
import { createSender, type Sender } from '../../../src/service/webhooks/sender.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';

const startMs = Date.parse('2026-11-20T18:00:00Z');

function endpoint(id: string): Endpoint {
  const createdAt = '2026-11-20T17:00:00Z';
  return { id, organisation: null, name: id, url: `http://${id}.test/hook`, signing: 'body', secret: 's', createdAt };
}

type Sent = { readonly url: string; readonly name: string; readonly elapsedMs: number };

async function open(
  respond: (url: string, attempt: number) => TryResult | Promise<TryResult>,
  { endpoints = ['one'], dataDir = createTemporaryFolder('service-sender'), clock = createFakeClock() } = {},
) {
  const store = await openStore(
    { directory: dataDir, startupEndpoints: endpoints.map(endpoint), checkpointBytes: 1_000_000, mediaQuotaBytes: 1 },
    { now: clock.now, log: () => undefined },
  );
  const sent: Sent[] = [];
  const logged: unknown[] = [];
  const sender = createSender(store, defaultRetries, {
    clock,
    log: (...line) => void logged.push(line),
    random: () => 0.5,
    base: () => 'http://service.test',
    post: async (url, _headers, body) => {
      sent.push({ url, name: JSON.parse(body.toString()).data.name, elapsedMs: clock.now() - startMs });
      return respond(url, sent.filter((entry) => entry.url === url).length);
    },
  });
  sender.start();
  return { store, sender, sent, logged, clock, dataDir };
}

async function createChanges(store: Store, names: readonly string[]): Promise<void> {
  const [first = '', ...others] = names;
  const created = await store.create('demo', { name: first, contentType: 'SOCIAL_POST', staging: [], live: [] });
  for (const name of others) await store.change('demo', created.id, null, editCollection(name, null));
}

/** Waits until the condition holds and all queued writes are done. */
async function settle(store: Store, until: () => boolean): Promise<void> {
  await waitUntil('the deliveries are as expected', until);
  await store.recordTry({
    id: 'none',
    state: 'failed',
    lastTriedAt: null,
    lastStatus: null,
    lastFault: null,
    lastMs: null,
    nextTryAt: null,
  });
}

async function close(store: Store, sender: Sender): Promise<void> {
  await sender.stop();
  await store.close();
}

describe('the table of outcomes', () => {
  const rows: [string, TryResult, string][] = [
    ['200', { status: 200 }, 'delivered'],
    ['204', { status: 204 }, 'delivered'],
    ['299', { status: 299 }, 'delivered'],
    ['429', { status: 429 }, 'retrying'],
    ['400', { status: 400 }, 'failed'],
    ['404', { status: 404 }, 'failed'],
    ['410', { status: 410 }, 'failed'],
    ['499', { status: 499 }, 'failed'],
    ['500', { status: 500 }, 'retrying'],
    ['503', { status: 503 }, 'retrying'],
    ['599', { status: 599 }, 'retrying'],
    ['a timeout', { fault: 'timeout' }, 'retrying'],
    ['a network error', { fault: 'network' }, 'retrying'],
    ['a redirect', { status: 302 }, 'failed'],
  ];
  it.each(rows)('after %s, with result %j, the delivery is %s', async (_, result, state) => {
    const { store, sender, sent, clock } = await open(() => result);
    await createChanges(store, ['a']);
    await settle(store, () => (store.deliveries.list()[0]?.tries ?? 0) > 0);
    expect(store.deliveries.list()[0]).toMatchObject({ state, tries: 1 });
    // Only retried deliveries are sent again after one second.
    clock.advance(1000);
    await settle(store, () => sent.length > 1 || state !== 'retrying');
    expect(sent.length).toBe(state === 'retrying' ? 2 : 1);
    await close(store, sender);
  });
});

describe('the retry schedule', () => {
  it('doubles from 1 s to 5 min, ±20 %', () => {
    const plain = Array.from({ length: 12 }, (_, n) => retryDelayMs(n + 1, defaultRetries, 0.5) / 1000);
    expect(plain).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    expect(retryDelayMs(1, defaultRetries, 0)).toBe(800);
    expect(retryDelayMs(1, defaultRetries, 1)).toBe(1200);
    expect(retryDelayMs(5000, defaultRetries, 1)).toBe(360_000);
  });

  it('is followed exactly and ends after 24 h', async () => {
    const { store, sender, sent, clock } = await open(() => ({ status: 503 }));
    await createChanges(store, ['a']);
    await settle(store, () => clock.nextInMs() !== null);
    for (let n = 0; n < 400; n += 1) {
      const waitMs = clock.nextInMs();
      if (waitMs === null) break;
      const before = sent.length;
      clock.advance(waitMs);
      await settle(
        store,
        () => sent.length > before && (clock.nextInMs() !== null || store.deliveries.nextFor('one') === null),
      );
    }
    expect(sent.slice(0, 6).map((entry) => entry.elapsedMs / 1000)).toEqual([0, 1, 3, 7, 15, 31]);
    const [delivery] = store.deliveries.list();
    expect(delivery?.state).toBe('gaveUp');
    expect((sent.at(-1)?.elapsedMs ?? 0) / 3_600_000).toBeGreaterThan(23.9);
    expect((sent.at(-1)?.elapsedMs ?? 0) / 3_600_000).toBeLessThanOrEqual(24);
    await close(store, sender);
  });
});

describe('the sender', () => {
  it('sends an endpoint that was away only the newest version, and endpoints do not wait for each other', async () => {
    const { store, sender, sent, clock } = await open(
      (url, attempt) => (url.includes('slow') && attempt === 1 ? { fault: 'timeout' } : { status: 200 }),
      { endpoints: ['slow', 'quick'] },
    );
    await createChanges(store, ['a', 'b', 'c']);
    const namesAt = (id: string) => sent.filter((entry) => entry.url.includes(id)).map((entry) => entry.name);
    await settle(store, () => namesAt('quick').length === 3);
    expect(namesAt('quick')).toEqual(['a', 'b', 'c']);
    expect(namesAt('slow')).toEqual(['a']);
    await settle(store, () => store.deliveries.nextFor('slow')?.state === 'retrying');
    clock.advance(1000);
    await settle(store, () => store.deliveries.nextFor('slow') === null);
    expect(namesAt('slow')).toEqual(['a', 'c']);
    expect(store.deliveries.list().filter(({ webhookId }) => webhookId === 'slow')).toMatchObject([{ superseded: 2 }]);
    await close(store, sender);
  });

  it('continues after a restart with the waiting versions', async () => {
    const down = await open(() => ({ fault: 'network' }));
    await createChanges(down.store, ['a', 'b', 'c']);
    await settle(down.store, () => down.store.deliveries.nextFor('one')?.tries === 1);
    await close(down.store, down.sender);
    const up = await open(() => ({ status: 200 }), { dataDir: down.dataDir, clock: down.clock });
    expect(up.store.deliveries.nextFor('one')).toMatchObject({ state: 'retrying', tries: 1 });
    down.clock.advance(1000);
    await settle(up.store, () => up.store.deliveries.nextFor('one') === null);
    expect(up.sent.map((entry) => entry.name)).toEqual(['c']);
    expect(up.store.deliveries.list()).toMatchObject([{ state: 'delivered', superseded: 2 }]);
    await close(up.store, up.sender);
  });

  it('keeps one version of each collection for an endpoint that is away, follows the schedule, and logs how many it left out', async () => {
    let isUp = false;
    const { store, sender, sent, clock, logged } = await open(() => (isUp ? { status: 200 } : { fault: 'network' }));
    await createChanges(store, ['a']);
    await settle(store, () => store.deliveries.nextFor('one')?.tries === 1);
    await createChanges(store, ['other']);
    const first = store.summaries('demo')[0]?.id ?? '';
    for (let version = 2; version <= 200; version += 1)
      await store.change('demo', first, null, editCollection(`a${version}`, null));
    expect(sent.map(({ name }) => name)).toEqual(['a']);
    expect(store.deliveries.list()).toMatchObject([
      { collectionName: 'other', superseded: 0, state: 'waiting' },
      { collectionName: 'a200', superseded: 199, state: 'retrying', tries: 1 },
    ]);
    clock.advance(1000);
    await settle(store, () => store.deliveries.nextFor('one')?.tries === 2);
    isUp = true;
    clock.advance(2000);
    await settle(store, () => store.deliveries.nextFor('one') === null);
    expect(sent.map(({ name }) => name)).toEqual(['a', 'a200', 'a200', 'other']);
    expect(logged).toEqual([
      ['info', 'SERVICE_VERSIONS_MERGED', { webhook: 'one', collection: 'a200', superseded: 199 }],
    ]);
    await close(store, sender);
  });

  it('counts a failure of a version that was replaced while it was sent', async () => {
    let fail: (result: TryResult) => void = () => undefined;
    const { store, sender, sent, clock } = await open((_, attempt) =>
      attempt === 1 ? { fault: 'network' } : pending(),
    );
    const pending = () => new Promise<TryResult>((resolve) => (fail = resolve));
    await createChanges(store, ['a']);
    await settle(store, () => store.deliveries.nextFor('one')?.tries === 1);
    clock.advance(1000);
    await waitUntil('the second try is sent', () => sent.length === 2);
    await store.change('demo', store.summaries('demo')[0]?.id ?? '', null, editCollection('b', null));
    fail({ fault: 'network' });
    await settle(store, () => store.deliveries.nextFor('one')?.tries === 2);
    expect(store.deliveries.nextFor('one')).toMatchObject({ collectionName: 'b', state: 'retrying' });
    expect(clock.nextInMs()).toBe(2000);
    await close(store, sender);
  });

  it('sends a waiting delivery immediately on request', async () => {
    let isUp = false;
    const { store, sender, sent } = await open(() => (isUp ? { status: 200 } : { status: 500 }));
    await createChanges(store, ['a']);
    await settle(store, () => store.deliveries.nextFor('one')?.tries === 1);
    isUp = true;
    sender.tryNow('one');
    await settle(store, () => sent.length === 2);
    expect(store.deliveries.list()[0]?.state).toBe('delivered');
    await close(store, sender);
  });
});
