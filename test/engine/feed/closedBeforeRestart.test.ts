/** Tests that a restart does not forget a page that has just closed, because its last picture can stay for seconds. */
import { beforeEach, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { waitUntil } from '../../waitUntil.ts';
import { type RestartableShow, startRestartableShow } from './restartableShow.ts';
import { post, readTakedown } from './showHarness.ts';

let run: RestartableShow;
beforeEach(async () => {
  run = await startRestartableShow([post('p1'), post('p2')]);
});

const consumers = () => run.show.server.consumers('main');
const paint = async (socket: WebSocket, revision: number): Promise<void> => {
  await waitUntil('it is sent', () => consumers().some((consumer) => consumer.revision >= revision));
  socket.send(JSON.stringify({ type: 'painted', revision }));
  await waitUntil('it is painted', () => consumers().some(({ paintedRevision }) => paintedRevision === revision));
};
const block = () => {
  const at = new Date(run.clock.now()).toISOString();
  return run.show.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at });
};
const takedown = () => readTakedown(run.show, 'p1');
/** The first revision is on it when it closes with code 4001. */
const closeCard = async (): Promise<void> => {
  const card = await run.connect('name=Card&client=a1');
  await paint(card, 1);
  card.close(4001);
  await waitUntil('it is not listed', () => consumers().length === 0);
};
const confirmOnWall = async (): Promise<void> => paint(await run.connect('name=Wall&client=w1'), 2);

it.each([false, true])(
  'a block just after it closed is not confirmed by another consumer (blocked before the restart: %s)',
  async (isBlockedBefore) => {
    await closeCard();
    run.clock.advance(1000);
    if (isBlockedBefore) await block();
    await run.restart();
    const wall = await run.connect('name=Wall&client=w1');
    await paint(wall, isBlockedBefore ? 2 : 1);
    if (!isBlockedBefore) {
      await block();
      await paint(wall, 2);
    }
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
    run.clock.advance(5000);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  },
);

it('a block does not wait for it if it closed some seconds before the restart', async () => {
  await closeCard();
  run.clock.advance(8000);
  await run.restart();
  await block();
  await confirmOnWall();
  expect(takedown()?.waitingFor).toEqual([]);
});

it('a takedown that waited for it before the restart ends by itself', async () => {
  const card = await run.connect('name=Card&client=a1');
  await paint(card, 1);
  await block();
  run.clock.advance(3000);
  await waitUntil('the alarm is saved', () => run.show.store.state().feeds[0]?.blocks[0]?.takedown !== undefined);
  card.close(4001);
  await waitUntil('it is closed', () => consumers()[0]?.state === 'silent');
  await run.restart();
  expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  run.clock.advance(6000);
  expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
});

it('a crash just after it closed leaves it as any other lost consumer, because it can have come back', async () => {
  await closeCard();
  await run.restart({ isKilled: true, written: '"showsNothing":true' });
  await block();
  await confirmOnWall();
  run.clock.advance(9000);
  expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
});
