/** Two sockets of one `page` id: a page that reconnects continues its entry, and another page that has its id confirms nothing for it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { waitUntil } from '../../waitUntil.ts';
import { post, readTakedown, type Show, startShow } from './showHarness.ts';

let show: Show;
const open: WebSocket[] = [];

beforeEach(async () => {
  show = await startShow([post('p1'), post('p2')]);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await show.stop();
});

const consumers = () => show.server.consumers('main');

async function connect(query: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${show.port}/feeds/main/socket?name=Wall&${query}`);
  open.push(socket);
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}

const paint = (socket: WebSocket, revision: number): void => socket.send(JSON.stringify({ type: 'painted', revision }));

const hasPainted = (revision: number): boolean =>
  consumers().some(({ paintedRevision }) => paintedRevision === revision);

const block = () =>
  show.apply({
    type: 'itemBlocked',
    ...{ itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at: new Date().toISOString() },
  });

const takedown = () => readTakedown(show, 'p1');

describe('a second socket with the page id of an open one', () => {
  it.each([
    ['does not count its connections', 'client=a1&page=x', 'client=a1&page=x'],
    ['has no client id either', 'page=x', 'page=x'],
    ['counts from 1 too', 'client=a1&page=x&connection=1', 'client=a1&page=x&connection=1'],
    ['has a lower count', 'client=a1&page=x&connection=3', 'client=a1&page=x&connection=2'],
    ['alone counts its connections', 'client=a1&page=x', 'client=a1&page=x&connection=2'],
  ])(
    'is another page if it %s, and confirms nothing for the first, also once that is lost',
    async (_case, first, second) => {
      const frozen = await connect(first);
      paint(frozen, 1);
      await waitUntil('the first has painted', () => hasPainted(1));
      const live = await connect(second);
      expect(consumers()).toHaveLength(2);
      await block();
      paint(live, 2);
      await waitUntil('the second has painted', () => hasPainted(2));
      expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Wall'] });
      frozen.terminate();
      await waitUntil('the first is lost', () => consumers().some(({ state }) => state === 'silent'));
      const third = await connect(second);
      paint(third, 2);
      await waitUntil('a third has painted', () => consumers().filter((c) => c.paintedRevision === 2).length === 2);
      expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Wall'] });
    },
  );

  it('is the same page if it has a higher count, and the earlier socket is closed with code 4002', async () => {
    const lost = await connect('client=a1&page=x&connection=1');
    paint(lost, 1);
    await waitUntil('the first has painted', () => hasPainted(1));
    await block();
    const closed = new Promise((resolve) => lost.once('close', resolve));
    const back = await connect('client=a1&page=x&connection=2&painted=1');
    expect(await closed).toBe(4002);
    expect(consumers()).toHaveLength(1);
    paint(back, 2);
    await waitUntil('it is confirmed', () => takedown()?.confirmedOffAirAt != null);
  });
});
