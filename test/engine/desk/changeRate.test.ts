/** Tests how often a desk receives changes that can wait, with a clock that the test advances. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DeskMessage, EngineMessage } from '../../../src/contract/wire.ts';
import { emptyShow, type ShowEvent } from '../../../src/core/show.ts';
import { createDeskViews } from '../../../src/engine/desk/deskViews.ts';
import { createPresence } from '../../../src/engine/desk/presence.ts';
import { type SessionDeps, serveDesk } from '../../../src/engine/desk/session.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { createStore } from '../../../src/engine/store.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { collection, post } from '../openControl.ts';

const at = '2026-11-20T18:00:00.000Z';
const url = 'https://media.example/film.mp4';
const video = { ...post('film'), media: [{ mediaUrl: url, mediaType: 'video/mp4' }] };

/** A connected desk, with a live video. */
async function openDesk() {
  const clock = createFakeClock();
  const ports = { clock, log: () => undefined };
  const store = createStore(emptyShow, async () => undefined, ports);
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
  await store.apply({
    type: 'collectionArrived',
    collection: collection(1, [video]),
    from: 'poll',
    accept: 'newer',
    at,
  });
  const sent: EngineMessage[] = [];
  let receive = (_: DeskMessage): void => undefined;
  const wire = {
    send: (message: EngineMessage) => void sent.push(message),
    onMessage: (listener: typeof receive) => {
      receive = listener;
    },
    onClose: () => undefined,
    close: () => undefined,
  };
  const view = ({ source, feeds }: typeof emptyShow) => ({ latencyMs: source.latencyMs, gate: feeds[0]?.gate });
  const tokens = { bearerOf: async () => null, onRevoked: () => () => undefined };
  const views = createDeskViews(store, clock, view as unknown as Parameters<typeof createDeskViews>[2]);
  const deps = {
    store,
    ports,
    presence: createPresence({
      tokens: { hasName: () => false },
      lastActionBefore: () => null,
      isMentioned: () => false,
    }),
    views,
    tokens,
  } as unknown as SessionDeps;
  serveDesk(wire, { address: 'window', needsToken: false }, deps);
  receive({ type: 'hello', token: null, name: null, givenName: null, secret: null });
  await setImmediate();
  /** Applies the event and runs what the session does at the end of the turn. */
  const apply = async (event: ShowEvent): Promise<void> => {
    await store.apply(event);
    await setImmediate();
  };
  const facts = { ...notCached };
  const report = (progress: number) => apply({ type: 'mediaChanged', media: [[url, { ...facts, progress }]] });
  const changes = () => sent.filter(({ type }) => type === 'change');
  return { clock, apply, report, changes };
}

it('sends the progress of media at most four times a second, the last included', async () => {
  const { clock, report, changes } = await openDesk();
  for (let round = 1; round <= 80; round += 1) {
    clock.advance(25);
    await report(round / 100);
  }
  expect(changes().length).toBeGreaterThan(6);
  expect(changes().length).toBeLessThanOrEqual(8);
  clock.advance(250);
  expect(JSON.stringify(changes().at(-1))).toContain('0.8');
});

it('sends another change without delay, together with what waits', async () => {
  const { clock, apply, report, changes } = await openDesk();
  clock.advance(1000);
  await report(0.1);
  clock.advance(0);
  expect(changes()).toHaveLength(1);
  await report(0.2);
  expect(changes()).toHaveLength(1);
  await apply({ type: 'sourceChanged', source: { latencyMs: 5 } });
  expect(changes()).toHaveLength(1);
  await apply({ type: 'feedHeld', feed: 'main', by: null, at });
  expect(changes()).toHaveLength(2);
  for (const part of ['0.2', 'latencyMs', 'held']) expect(JSON.stringify(changes()[1])).toContain(part);
  clock.advance(1000);
  expect(changes()).toHaveLength(2);
});

it('sends changes of the source together, sooner than the progress that waits', async () => {
  const { clock, apply, report, changes } = await openDesk();
  clock.advance(1000);
  await apply({ type: 'sourceChanged', source: { latencyMs: 1 } });
  clock.advance(0);
  expect(changes()).toHaveLength(1);
  await report(0.3);
  for (const latencyMs of [2, 3, 4]) await apply({ type: 'sourceChanged', source: { latencyMs } });
  clock.advance(99);
  expect(changes()).toHaveLength(1);
  clock.advance(1);
  expect(changes()).toHaveLength(2);
  for (const part of ['0.3', '"value":4']) expect(JSON.stringify(changes()[1])).toContain(part);
});
