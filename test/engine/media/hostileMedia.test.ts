/** Strangers' media: addresses into private networks, bombs for decoders, and files of two kinds at the same time. Nothing of it is served. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMediaCache } from '../../../src/engine/media/cache.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';
import { createBombs } from './bombs.ts';
import { listHostileAddresses } from './hostileAddresses.ts';
import { type MediaTestBed, startMediaTestBed } from './mediaTestBed.ts';
import { createPolyglots } from './polyglots.ts';

it('makes no connection for any of 120 spellings of private and odd addresses', async () => {
  let requests = 0;
  const trap = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => trap.listen(0, resolve));
  const bound = trap.address();
  const addresses = listHostileAddresses(typeof bound === 'object' ? (bound?.port ?? 0) : 0);
  expect(new Set(addresses).size).toBeGreaterThanOrEqual(120);
  let connections = 0;
  const count = (): void => {
    connections += 1;
  };
  subscribe('net.client.socket', count);
  const store = await createStoreInMemory();
  const settings = { ...settingsSchema.parse({}).media, allowHttp: true };
  const deps = { dataDir: createTemporaryFolder('media'), store, ports: quietPorts };
  const cache = createMediaCache({ settings, serviceUrl: 'https://collections.example' }, deps);
  try {
    await cache.start();
    const live = addresses.map((address, index) => post(`p${index}`, { media: [picture(address)] }));
    await store.apply({
      ...{ type: 'collectionArrived', collection: collection(live, []), from: 'poll', accept: 'newer', at },
    });
    for (const address of addresses)
      await waitUntil(`${address} is refused`, () => store.state().media.get(address)?.isBroken);
    expect(requests).toBe(0);
    expect(connections).toBe(0);
    expect(store.state().feeds[0]?.onAir.items).toHaveLength(addresses.length);
  } finally {
    unsubscribe('net.client.socket', count);
    await cache.stop();
    trap.closeAllConnections();
    await new Promise((resolve) => trap.close(resolve));
  }
});

describe('files that are fetched', () => {
  let bed: MediaTestBed;
  beforeEach(async () => {
    bed = await startMediaTestBed({ quotaMegabytes: 64 });
  });
  afterEach(() => bed.stop());
  const reasons = (): readonly string[] => bed.store.state().problems.map(({ message }) => message);

  it('as bombs are refused from their headers, each with its reason, and none is kept', async () => {
    const bombs = createBombs(await readFile(join(import.meta.dirname, '../../fixtures/media/small.mp4')));
    expect(Object.keys(bombs).length).toBeGreaterThanOrEqual(15);
    for (const [name, { bytes, reason }] of Object.entries(bombs)) {
      await bed.offer({ [`/${name}`]: bytes });
      await waitUntil(`${name} is refused`, () => bed.store.state().media.get(bed.addressOf(`/${name}`))?.isBroken);
      await waitUntil(`${name} has its reason: ${reason}`, () => reasons().some((text) => text.includes(reason)));
    }
    expect(await readdir(join(bed.folder, 'media', 'files'))).toEqual([]);
    expect(await readdir(join(bed.folder, 'media', 'incoming'))).toEqual([]);
  });

  it('as two kinds at the same time are refused, or served as the picture that they are and nothing else', async () => {
    const polyglots = await createPolyglots();
    const names = Object.keys(polyglots);
    expect(names.length).toBeGreaterThanOrEqual(30);
    await bed.offer(Object.fromEntries(names.map((name) => [`/${name}`, polyglots[name]?.bytes ?? Buffer.alloc(0)])));
    for (const name of names) {
      const facts = await waitUntil(`${name} is decided`, () => {
        const found = bed.store.state().media.get(bed.addressOf(`/${name}`));
        return found?.isBroken === true || found?.name != null ? found : null;
      });
      const kind = polyglots[name]?.servedAs ?? null;
      expect([name, facts.name === null ? null : facts.name.split('.')[1]]).toEqual([name, kind]);
      if (facts.name === null) continue;
      const { headers } = await bed.read(facts.name);
      expect(headers.get('content-type')).toMatch(/^image\/(?:jpeg|png|gif|webp)$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    }
  });
});
