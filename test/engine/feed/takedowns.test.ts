import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createFakeClock, type FakeClock } from '../../fakeClock.ts';
import { waitUntil } from '../../waitUntil.ts';
import { post, quietPorts, readTakedown, type Show, startShow } from './showHarness.ts';

let show: Show;
let clock: FakeClock;
const open: WebSocket[] = [];

beforeEach(async () => {
  clock = createFakeClock();
  show = await startShow([post('p1'), post('p2')], { ports: { ...quietPorts, clock } });
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await show.stop();
});

type Screen = { readonly paint: (revision: number) => Promise<void>; readonly socket: WebSocket };

const consumerCalled = (name: string) => show.server.consumers('main').find((consumer) => consumer.name === name);

/** Connects a graphics client that reports what it paints. `query` identifies it, for example `client=a1&painted=3`. */
async function connect(name: string, query: string): Promise<Screen> {
  const socket = new WebSocket(`ws://127.0.0.1:${show.port}/feeds/main/socket?name=${name}&${query}`);
  open.push(socket);
  await new Promise((resolve) => socket.once('message', resolve));
  const paint = async (revision: number): Promise<void> => {
    await waitUntil(`${name} has received it`, () => (consumerCalled(name)?.revision ?? 0) >= revision);
    socket.send(JSON.stringify({ type: 'painted', revision }));
    await waitUntil(`${name} has painted it`, () => consumerCalled(name)?.paintedRevision === revision);
  };
  return { socket, paint };
}

async function kill(name: string, { socket }: Screen): Promise<void> {
  socket.terminate();
  await waitUntil(`${name} is silent`, () => consumerCalled(name)?.state === 'silent');
}

const poll = () =>
  fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json`, { headers: { 'User-Agent': 'vMix/29' } });
const block = (itemId: string) =>
  show.apply({
    type: 'itemBlocked',
    itemId,
    reason: null,
    feed: 'main',
    by: 'Ines',
    at: new Date(clock.now()).toISOString(),
  });
const unblock = (itemId: string) =>
  show.apply({ type: 'itemUnblocked', itemId, feed: 'main', by: 'Ines', at: new Date(clock.now()).toISOString() });
const takedown = (itemId = 'p1') => readTakedown(show, itemId);

/** Of a card that closed with code 4001 a second ago and does not come back. */
function expectAbsenceConfirms(): void {
  clock.advance(3000);
  expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  clock.advance(3000);
  expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  expect(consumerCalled('Card')).toBeUndefined();
}

async function expectOnlyPaintConfirms(loaded: Screen): Promise<void> {
  clock.advance(8000);
  expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  await loaded.paint(2);
  expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
}

describe('a takedown', () => {
  it('is never confirmed by a consumer that was killed, however long ago, and keeps it in the list', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await poll();
    await poll();
    await kill('Card', card);
    clock.advance(1000);
    await block('p1');
    for (const _ of ['reads it', 'proves it']) await (await poll()).arrayBuffer();
    clock.advance(102_000);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, confirmedInMs: null, waitingFor: ['Card'] });
    expect(consumerCalled('Card')?.state).toBe('silent');
  });

  it('does not wait for a consumer that came and was lost while the post was off air, also if the post comes back', async () => {
    const wall = await connect('Wall', 'client=w1');
    await wall.paint(1);
    await block('p1');
    await wall.paint(2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String) });
    const late = await connect('Late', 'client=l1');
    await late.paint(2);
    await kill('Late', late);
    await unblock('p1');
    await wall.paint(3);
    clock.advance(1000);
    await block('p1');
    await wall.paint(4);
    clock.advance(3000);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  });

  it('waits for a consumer that was lost while it showed the post, also if the post left and came back', async () => {
    const wall = await connect('Wall', 'client=w1');
    const lost = await connect('Lost', 'client=l1');
    for (const screen of [wall, lost]) await screen.paint(1);
    await kill('Lost', lost);
    await block('p1');
    await wall.paint(2);
    await unblock('p1');
    await wall.paint(3);
    clock.advance(1000);
    await block('p1');
    await wall.paint(4);
    clock.advance(3000);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Lost'] });
  });

  it('waits for a consumer that was lost long before the block, if it had the post', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await kill('Card', card);
    clock.advance(3_600_000);
    expect(consumerCalled('Card')).toBeUndefined();
    await show.arrive([post('p1'), post('p2'), post('later')]);
    await block('later');
    expect(takedown('later')?.waitingFor).toEqual([]);
    await block('p1');
    expect(takedown()?.waitingFor).toEqual(['Card']);
  });

  it('is confirmed by the same page when it comes back, and not by another of the same name', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await kill('Card', card);
    await block('p1');
    const other = await connect('Card', 'client=b2');
    await waitUntil('the other is listed', () => show.server.consumers('main').length === 2);
    other.socket.send('{"type":"painted","revision":2}');
    await waitUntil('the other has painted', () =>
      show.server.consumers('main').some(({ paintedRevision }) => paintedRevision === 2),
    );
    expect(takedown()?.waitingFor).toEqual(['Card']);
    const back = await connect('Card', 'client=a1&painted=1');
    expect(takedown()?.waitingFor).toEqual(['Card']);
    back.socket.send('{"type":"painted","revision":2}');
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
    expect(takedown()?.waitingFor).toEqual([]);
  });

  it('is not confirmed by closing the connection', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await block('p1');
    card.socket.close(1000);
    await waitUntil('it is closed', () => consumerCalled('Card')?.state !== 'reading');
    clock.advance(102_000);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  });

  // A browser sends 1001 for a page that crashed too, and a program that closes its connection may still show the post.
  it.each([1000, 1001, null])('waits for a consumer that closed its connection with %s long before', async (code) => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    card.socket.close(...(code === null ? [] : [code]));
    await waitUntil('it is closed', () => consumerCalled('Card')?.state !== 'reading');
    clock.advance(102_000);
    expect(consumerCalled('Card')).toBeUndefined();
    await block('p1');
    expect(takedown()?.waitingFor).toEqual(['Card']);
  });

  it('does not wait for a consumer that said with code 4001 that it shows nothing any more', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    card.socket.close(4001);
    await waitUntil('it is not listed', () => consumerCalled('Card') === undefined);
    clock.advance(6000);
    await block('p1');
    expect(takedown()?.waitingFor).toEqual([]);
  });

  it('waits for a page that closed with code 4001 just before the block, because its last picture can stay for seconds', async () => {
    const card = await connect('Card', 'client=a1');
    const wall = await connect('Wall', 'client=w1');
    for (const screen of [card, wall]) await screen.paint(1);
    card.socket.close(4001);
    await waitUntil('it is not listed', () => consumerCalled('Card') === undefined);
    clock.advance(1000);
    await block('p1');
    await wall.paint(2);
    expectAbsenceConfirms();
  });

  it('waits for the paint of a page that closed with code 4001 just before the block and is loaded again', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    card.socket.close(4001);
    await waitUntil('it is not listed', () => consumerCalled('Card') === undefined);
    await block('p1');
    const loaded = await connect('Card', 'client=a1');
    expect(consumerCalled('Card')?.paintedRevision).toBeNull();
    await expectOnlyPaintConfirms(loaded);
  });

  it('does not await a page that was opened after the block and has painted nothing yet', async () => {
    const frozen = await connect('Frozen', 'client=a1');
    await frozen.paint(1);
    await block('p1');
    await connect('Late', 'client=a2');
    expect(takedown()?.waitingFor).toEqual(['Frozen']);
    await frozen.paint(2);
    expect(takedown()).toMatchObject({ waitingFor: [] });
    expect(takedown()?.confirmedOffAirAt).not.toBeNull();
  });

  it('awaits a page that was opened before the block and has painted nothing yet', async () => {
    await connect('Loading', 'client=a1');
    await block('p1');
    expect(takedown()?.waitingFor).toEqual(['Loading']);
  });

  it('is confirmed by a page that closed with code 4001 after the block, when it has not come back after some seconds', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await block('p1');
    card.socket.close(4001);
    await waitUntil('it is closed', () => consumerCalled('Card')?.state === 'silent');
    clock.advance(1000);
    expectAbsenceConfirms();
  });

  it('waits for the paint of a page that closed with code 4001 and came back, as when it is loaded again', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await block('p1');
    card.socket.close(4001);
    await waitUntil('it is closed', () => consumerCalled('Card')?.state === 'silent');
    clock.advance(1000);
    const loaded = await connect('Card', 'client=a1');
    await expectOnlyPaintConfirms(loaded);
  });

  it('counts from the block when the clock is set before it is confirmed', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await block('p1');
    clock.advance(1000);
    clock.jump(15 * 60_000);
    await show.apply({ type: 'clockSet', byMs: 15 * 60_000, wasStopped: false });
    clock.advance(500);
    await card.paint(2);
    const found = show.server.takedowns('main').get('p1');
    expect([found?.confirmedInMs, found?.confirmedOffAirAt]).toEqual([1500, new Date(clock.now()).toISOString()]);
  });

  it('has no time if no consumer showed the post, however late the first one comes', async () => {
    await block('p1');
    clock.advance(900_000);
    const card = await connect('Card', 'client=a1');
    await card.paint(2);
    expect(takedown()).toMatchObject({ confirmedInMs: null, waitingFor: [] });
  });

  it('is confirmed by a person, by name, whatever the consumer does', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await kill('Card', card);
    await block('p1');
    const at = new Date(clock.now()).toISOString();
    await show.apply({ type: 'takedownConfirmed', itemId: 'p1', feed: 'main', by: 'Ines', at });
    expect(takedown()).toEqual({
      confirmedOffAirAt: at,
      confirmedOffAirBy: 'Ines',
      confirmedInMs: null,
      waitingFor: [],
    });
    clock.advance(62_000);
    expect(show.server.consumers('main')).toEqual([]);
  });

  it('still waits after a restart for the consumer that was late before, and for its paint', async () => {
    const card = await connect('Card', 'client=a1');
    await card.paint(1);
    await kill('Card', card);
    await block('p1');
    clock.advance(3000);
    await waitUntil('it is saved', () => show.store.state().feeds[0]?.blocks[0]?.takedown !== undefined);
    await show.server.stop();
    show = await startShow([], { ports: { ...quietPorts, clock }, state: show.store.state() });
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
    const other = await connect('vMix', 'client=b2');
    await other.paint(2);
    expect(takedown()?.waitingFor).toEqual(['Card']);
    const back = await connect('Card', 'client=a1&painted=1');
    await back.paint(2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), confirmedInMs: null, waitingFor: [] });
  });

  it('recognises a page that reconnects before its lost connection was noticed', async () => {
    const card = await connect('Card', 'client=a1&page=x&connection=1');
    await card.paint(1);
    await block('p1');
    const back = await connect('Card', 'client=a1&page=x&connection=2&painted=1');
    expect(show.server.consumers('main')).toHaveLength(1);
    card.socket.close();
    await back.paint(2);
    expect(takedown()?.confirmedOffAirAt).toEqual(expect.any(String));
  });

  it('waits for the paint of a page that reconnects, not for the frame sent to it', async () => {
    await connect('Card', 'client=a1&painted=1');
    await waitUntil('it has the state', () => consumerCalled('Card')?.revision === 1);
    await block('p1');
    await waitUntil('it has the new state', () => consumerCalled('Card')?.revision === 2);
    expect(takedown()?.waitingFor).toEqual(['Card']);
  });

  it('is never confirmed by a painted revision that the feed has not reached, as after restoring a backup', async () => {
    const screens = ['client=a1&page=y&connection=1&painted=7', 'client=b2&page=x&painted=7', 'painted=7'];
    for (const [index, query] of screens.entries()) await connect(`Card${index}`, query);
    await block('p1');
    const back = await connect('Card0', 'client=a1&page=y&connection=2&painted=7');
    await waitUntil('all have the new state', () =>
      ['Card0', 'Card1', 'Card2'].every((name) => consumerCalled(name)?.revision === 2),
    );
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null });
    expect(new Set(takedown()?.waitingFor)).toEqual(new Set(['Card0', 'Card1', 'Card2']));
    await back.paint(2);
    expect(new Set(takedown()?.waitingFor)).toEqual(new Set(['Card1', 'Card2']));
  });

  it('waits for a reader of a later revision also if the post left air before that reader came', async () => {
    await connect('Other', 'client=b2');
    await show.arrive([post('p2')]);
    await show.arrive([post('p2'), post('p3')]);
    await connect('Card', 'client=a1&painted=9');
    await block('p1');
    expect(takedown()?.waitingFor).toContain('Card');
  });
});
