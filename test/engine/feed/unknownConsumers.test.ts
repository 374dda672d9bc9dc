/** Tests that a block of a post that unknown consumers may still show is not confirmed by any consumer, also after further restarts. */
import { beforeEach, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { ShowState } from '../../../src/core/show.ts';
import { waitUntil } from '../../waitUntil.ts';
import { type RestartableShow, startRestartableShow } from './restartableShow.ts';
import { post, readTakedown } from './showHarness.ts';

let run: RestartableShow;
beforeEach(async () => {
  run = await startRestartableShow([post('p1'), post('p2')]);
});

const paint = async (socket: WebSocket, revision: number): Promise<void> => {
  const consumers = () => run.show.server.consumers('main');
  await waitUntil('it is sent', () => consumers().some((consumer) => consumer.revision >= revision));
  socket.send(JSON.stringify({ type: 'painted', revision }));
  await waitUntil('it is painted', () => consumers().some(({ paintedRevision }) => paintedRevision === revision));
};
const connect = (name: string, painted = '') => run.connect(`name=${name}&client=${name}${painted}`);
const takedown = () => readTakedown(run.show, 'p1');
const savedTakedown = () => run.show.store.state().feeds[0]?.blocks[0]?.takedown;

/** The consumer needs too long, so that the takedown is saved. */
const blockLate = async (): Promise<void> => {
  const at = new Date(run.clock.now()).toISOString();
  await run.show.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at });
  run.clock.advance(3000);
  await waitUntil('it is late', () => savedTakedown() !== undefined);
};

/** The show as an older version saved it: without whether consumers can confirm. */
const asOlderVersion = (state: ShowState): ShowState => ({
  ...state,
  feeds: state.feeds.map((feed) => ({
    ...feed,
    blocks: feed.blocks.map(({ takedown: saved, ...block }) => {
      if (saved === undefined) return block;
      const { canBeConfirmed: _, ...older } = saved;
      return { ...block, takedown: older };
    }),
  })),
});

it.each(['this', 'an older'])(
  'a late block is not confirmed after a second restart, saved by %s version',
  async (by) => {
    await paint(await connect('Frozen'), 1);
    await run.restart({ damage: '' });
    await paint(await connect('Other'), 1);
    await blockLate();
    const state = run.show.store.state();
    await run.restart({ state: by === 'this' ? state : asOlderVersion(state) });
    await paint(await connect('Other', '&painted=1'), 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: [] });
  },
);

it('a late block whose consumers were all known is confirmed by them, also if the file of consumers is lost later', async () => {
  await paint(await connect('Card'), 1);
  await blockLate();
  await run.restart({ damage: '' });
  expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  await paint(await connect('Card', '&painted=1'), 2);
  expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
});
