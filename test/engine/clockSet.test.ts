/** Tests that every time and age of a running engine stays true when the clock of its machine is set. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createEngine } from '../../src/engine/engine.ts';
import { type Ports, systemClock } from '../../src/engine/ports.ts';
import { listen } from '../../src/http/listen.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { createEngineOptions } from './engineOptions.ts';
import { createMemorySecretStore } from './memorySecretStore.ts';
import { collection, respondWithCollection, respondWithStatus } from './sourceHarness.ts';
import { readTestSettings } from './testSettings.ts';

const minuteMs = 60_000;

type SetClock = { readonly ports: Ports; readonly set: (byMs: number) => void; readonly now: () => number };

function createSettableClock(): SetClock {
  let offsetMs = 0;
  const now = (): number => Date.now() + offsetMs;
  const secrets = {
    apiKey: async () => 'key',
    webhookSecrets: async () => [],
    deskToken: async () => 'token',
  };
  return {
    ports: { clock: { ...systemClock, now }, log: () => undefined, secrets },
    set: (byMs) => {
      offsetMs += byMs;
    },
    now,
  };
}

/** An engine that follows a service with the posts a, b and c. */
async function openShow(dataDir = createTemporaryFolder('clockSetEngine'), clock = createSettableClock()) {
  let isDown = false;
  const respond = respondWithCollection(() => collection('col_1', 1, ['a', 'b', 'c']));
  const service = createServer((request, response) => (isDown ? respondWithStatus(503) : respond)(request, response));
  const servicePort = await listen(service, '127.0.0.1', 0);
  onTestFinished(() => void service.close());
  const settings = readTestSettings({
    source: { baseUrl: `http://127.0.0.1:${servicePort}` },
    feeds: [{ slug: 'main', collectionId: 'col_1' }],
    feedServer: { port: 0 },
  });
  const engine = await createEngine(settings, clock.ports, createEngineOptions(dataDir, createMemorySecretStore()));
  onTestFinished(() => engine.stop());
  const { feed: base } = await engine.start();
  const main = () => engine.state().feeds[0];
  await waitUntil('the posts are on air', () => main()?.onAir.items.length === 3);
  /** Seconds since a time, on the clock as it is set now. */
  const ageOf = (time: string | undefined): number => Math.round((clock.now() - Date.parse(time ?? '')) / 1000);
  return {
    ...{ engine, clock, dataDir, base: base ?? '', main, ageOf },
    stopService: () => {
      isDown = true;
    },
  };
}

test.each([
  ['forward by 15 minutes', 15 * minuteMs],
  ['back by three hours', -180 * minuteMs],
])('the ages of the list on air, the gate and an open takedown stay true when the clock is set %s', async (_, byMs) => {
  const { engine, clock, base, main, ageOf } = await openShow();
  const wall = new WebSocket(`${base.replace('http', 'ws')}/feeds/main/socket?name=Wall&client=w1`);
  onTestFinished(() => wall.terminate());
  await new Promise((resolve) => wall.once('message', resolve));
  const desk = { name: 'Desk', right: 'desk' } as const;
  expect(await engine.dispatch('block', { feed: 'main', itemId: 'b' }, desk)).toMatchObject({ ok: true });
  expect(await engine.dispatch('hold', { feed: 'main' }, desk)).toMatchObject({ ok: true });
  const before = main();
  const agesOf = (feed = main()) =>
    [feed?.onAir.since, feed?.gateSince, feed?.blocks[0]?.since, feed?.playHead.since].map((time) => ageOf(time));
  clock.set(byMs);
  await waitUntil('the times are moved', () => main()?.gateSince !== before?.gateSince);
  for (const age of agesOf()) expect(age).toBeLessThan(60);
  for (const age of agesOf()) expect(age).toBeGreaterThanOrEqual(-1);
  expect(main()?.onAir.revision).toBe(before?.onAir.revision);

  // The takedown that began before still waits for the wall, and its confirmation reaches the same block.
  wall.send(JSON.stringify({ type: 'painted', revision: main()?.onAir.revision }));
  await waitUntil('the takedown is confirmed', () => main()?.blocks[0]?.takedown?.confirmed?.consumers[0] === 'Wall');
});

test('the time of the last confirmation and its age stay true when a fast clock is corrected during an outage', async () => {
  const { clock, base, ageOf, stopService } = await openShow();
  const readChecked = async (): Promise<string> =>
    (await fetch(`${base}/feeds/main/live.json`)).headers.get('x-feed-checked-at') ?? '';
  const before = await readChecked();
  stopService();
  clock.set(-180 * minuteMs);
  await waitUntil('the time is moved', async () => (await readChecked()) !== before);
  expect(ageOf(await readChecked())).toBeGreaterThanOrEqual(0);
  expect(ageOf(await readChecked())).toBeLessThan(60);
});

test('after a start with the clock set back, posts have true times and the restart is dated now', async () => {
  const first = await openShow();
  const { dataDir, clock } = first;
  await waitUntil('the as-run log has written its heartbeat', () => existsSync(join(dataDir, 'as-run', 'mark')));
  await first.engine.stop();
  clock.set(-10 * minuteMs);
  const { engine, main, ageOf } = await openShow(dataDir, clock);
  await waitUntil('the times are moved', () => Math.abs(ageOf(main()?.onAir.since)) < 60);
  const restored = engine.state().problems.find(({ code }) => code.startsWith('FEED_RESTORED'));
  expect(Math.abs(ageOf(restored?.since))).toBeLessThan(60);
  expect(main()?.hasChangedSinceRestart).toBe(false);
});
