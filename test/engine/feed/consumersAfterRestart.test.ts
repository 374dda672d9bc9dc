import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ConsumerFile, openConsumerFile } from '../../../src/engine/feed/consumerFile.ts';
import { createFakeClock, type FakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { post, quietPorts, readTakedown, type Show, startShow } from './showHarness.ts';

let show: Show;
let clock: FakeClock;
let folder: string;
let file: ConsumerFile;
const open: WebSocket[] = [];

const ports = () => ({ ...quietPorts, clock });
beforeEach(async () => {
  clock = createFakeClock();
  folder = createTemporaryFolder('consumers');
  file = await openConsumerFile(folder, ports(), true);
  show = await startShow([post('p1'), post('p2'), post('p3')], { ports: ports(), consumerFile: file });
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await show.stop();
  await file.stop();
});

/** A kill leaves the file as it was last written, and ends all connections. */
async function restart({
  isKilled = false,
  damage = null as string | null,
  state = show.store.state(),
} = {}): Promise<void> {
  if (isKilled) {
    clock.advance(1000);
    const isWritten = async () => (await readFile(join(folder, 'consumers.json'), 'utf8')).includes('"a1"');
    await waitUntil('the file is written', isWritten);
  }
  await show.stop();
  if (!isKilled) await file.stop();
  for (const socket of open.splice(0)) socket.terminate();
  if (damage !== null) await writeFile(join(folder, 'consumers.json'), damage);
  file = await openConsumerFile(folder, ports(), false);
  show = await startShow([], { ports: ports(), consumerFile: file, state });
}

async function connect(query: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${show.port}/feeds/main/socket?${query}`);
  open.push(socket);
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}
const consumers = () => show.server.consumers('main');
const paint = async (socket: WebSocket, revision: number): Promise<void> => {
  const isSent = () => consumers().some((consumer) => consumer.revision >= revision);
  await waitUntil('it is sent', isSent);
  socket.send(JSON.stringify({ type: 'painted', revision }));
  await waitUntil('it is painted', () => consumers().some(({ paintedRevision }) => paintedRevision === revision));
};
const command = () => ({ feed: 'main', by: 'Ines', at: new Date(clock.now()).toISOString() });
const block = (itemId: string) => show.apply({ type: 'itemBlocked', itemId, reason: null, ...command() });
const unblock = (itemId: string) => show.apply({ type: 'itemUnblocked', itemId, ...command() });
const mainBlock = () => show.store.state().feeds[0]?.blocks[0];
const takedown = (itemId = 'p1') => readTakedown(show, itemId);
const waiting = (itemId = 'p1') => takedown(itemId)?.waitingFor;

describe('after a restart', () => {
  it.each([false, true])('a new block waits for a consumer that has not come back (killed: %s)', async (isKilled) => {
    await paint(await connect('name=Card&client=a1'), 1);
    await restart({ isKilled });
    expect(consumers().map(({ name, state }) => [name, state])).toEqual([['Card', 'silent']]);
    const other = await connect('name=Other&client=b2');
    await block('p1');
    await paint(other, 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  });

  it('the consumer that comes back confirms with its paint, and continues its entry', async () => {
    await paint(await connect('name=Card&client=a1'), 1);
    await restart();
    const back = await connect('name=Card&client=a1&painted=1');
    expect(consumers()).toHaveLength(1);
    await block('p1');
    expect(waiting()).toEqual(['Card']);
    await paint(back, 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  });

  it('a block is not confirmed by a revision painted after the show that a backup brought back', async () => {
    const card = await connect('name=Card&client=a1');
    await paint(card, 1);
    await block('p1');
    clock.advance(3000);
    await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    const backup = show.store.state();
    await unblock('p1');
    await paint(card, 3);
    await restart({ state: backup });
    clock.advance(3000);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
    await connect('name=Card&client=a1&painted=3');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  });

  it('a block waits for it too if the post left air before the restart, but not if the post came later', async () => {
    await paint(await connect('name=Card&client=a1'), 1);
    await show.arrive([post('p2'), post('p3')]);
    await restart();
    await show.arrive([post('p2'), post('p3'), post('later')]);
    await block('p1');
    expect(waiting('p1')).toEqual(['Card']);
    await block('later');
    expect(waiting('later')).toEqual([]);
  });

  it.each([0, 3000])('the block of a post that was already off air still waits, and ends (%s ms later)', async (ms) => {
    await paint(await connect('name=Card&client=a1'), 1);
    await show.arrive([post('p2'), post('p3')]);
    await block('p1');
    clock.advance(ms);
    if (ms > 0) await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    expect(waiting()).toEqual(['Card']);
    await restart();
    expect(waiting()).toEqual(['Card']);
    await paint(await connect('name=Card&client=a1&painted=1'), 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  });

  it('an alarm that is ended by unblocking begins again with the next block', async () => {
    await paint(await connect('name=Card&client=a1'), 1);
    await block('p1');
    clock.advance(3000);
    await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    await restart();
    expect(waiting()).toEqual(['Card']);
    await unblock('p1');
    await block('p1');
    expect(waiting()).toEqual(['Card']);
  });

  it('one of two sockets of the same name does not end the alarm of the other', async () => {
    for (const _ of [1, 2]) await connect('name=Twin');
    await waitUntil('both are there', () => consumers().length === 2);
    for (const socket of open) socket.pause();
    await block('p1');
    clock.advance(3000);
    await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    expect(waiting()).toEqual(['Twin', 'Twin']);
    await restart();
    await connect('name=Twin');
    clock.advance(1000);
    await waitUntil('it has read', () => consumers().some(({ confirmedRevision }) => confirmedRevision === 2));
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Twin', 'Twin'] });
  });

  it('a consumer that had left before is not waited for, and a consumer that was lost a day ago is forgotten', async () => {
    const left = await connect('name=Left&client=a1');
    await paint(left, 1);
    left.close(4001);
    await waitUntil('it is gone', () => consumers().length === 0);
    await paint(await connect('name=Lost&client=b2'), 1);
    await restart();
    clock.advance(86_500_000);
    await block('p1');
    expect(waiting()).toEqual([]);
  });

  it('nothing is confirmed if the file of consumers is damaged or missing', async () => {
    await paint(await connect('name=Card&client=a1'), 1);
    await restart({ damage: '{"version":1,"feeds":{"main":[{"key":' });
    expect(file.problems.map(({ code, message }) => [code, message.includes('consumers.json.corrupt')])).toEqual([
      ['DISK_FILE_CORRUPT', true],
    ]);
    const other = await connect('name=Other&client=b2');
    await paint(other, 1);
    await block('p1');
    await paint(other, 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: [] });
    await show.arrive([post('p2'), post('p3'), post('later')]);
    await paint(other, 3);
    await block('later');
    await paint(other, 4);
    expect(takedown('later')).toMatchObject({ confirmedOffAirAt: expect.any(String) });
  });
});

describe('pollers of one address and program', () => {
  const poll = (name: string) =>
    fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json?name=${name}`, { headers: { 'User-Agent': 'vMix/29' } });

  /** The second request proves that it has read the first response. */
  const pollTwice = async (name: string): Promise<void> => {
    for (const _ of [1, 2]) await (await poll(name)).arrayBuffer();
  };

  it('are two consumers if their addresses have different names', async () => {
    for (const name of ['A', 'A', 'B', 'B']) await (await poll(name)).arrayBuffer();
    expect(consumers().map(({ name }) => name)).toEqual(['A', 'B']);
    await block('p1');
    await pollTwice('A');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['B'] });
    await restart();
    // Neither has read since, so neither counts as connected.
    expect(consumers().map(({ state }) => state)).toEqual(['silent', 'silent']);
    expect(show.server.countConsumers('main')).toBe(0);
    await pollTwice('A');
    expect(consumers().map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ['A', 'reading'],
        ['B', 'silent'],
      ]),
    );
    expect(show.server.countConsumers('main')).toBe(1);
    expect(waiting()).toEqual(['B']);
    await pollTwice('B');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  });
});
