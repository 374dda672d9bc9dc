import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { waitUntil } from '../../waitUntil.ts';
import { type RestartableShow, startRestartableShow } from './restartableShow.ts';
import { at, post, readTakedown } from './showHarness.ts';

let run: RestartableShow;
beforeEach(async () => {
  run = await startRestartableShow([post('p1'), post('p2')]);
});

const consumers = () => run.show.server.consumers('main');
const newestRevision = () => run.show.store.state().feeds.find(({ slug }) => slug === 'main')?.onAir.revision ?? 0;
const paint = async (query: string) => {
  const socket = await run.connect(query);
  const revision = newestRevision();
  socket.send(JSON.stringify({ type: 'painted', revision }));
  await waitUntil('it is painted', () => consumers().some(({ paintedRevision }) => paintedRevision === revision));
  return socket;
};
const other = { slug: 'other', collectionId: null };
const removeMain = () => run.show.apply({ type: 'feedsConfigured', feeds: [other], at });
const returnMain = () =>
  run.show.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }, other], at });
const block = (itemId: string) =>
  run.show.apply({ type: 'itemBlocked', feed: 'main', itemId, reason: null, by: 'Ines', at });

it.each(['lost before', 'connected until then'])(
  'a block waits for a consumer of a feed that was removed and came back (the consumer was %s)',
  async (when) => {
    const frozen = await paint('name=Frozen&client=a1');
    if (when === 'lost before') {
      frozen.terminate();
      await waitUntil('it is lost', () => run.show.server.countConsumers('main') === 0);
    }
    await removeMain();
    await returnMain();
    await paint('name=Other&client=b2');
    await block('p1');
    expect(readTakedown(run.show, 'p1')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Frozen', 'Other'] });
  },
);

it('a block waits for it also if Greenroom was restarted without the feed', async () => {
  await paint('name=Frozen&client=a1');
  await removeMain();
  await run.restart();
  await returnMain();
  await paint('name=Other&client=b2');
  await block('p1');
  expect(readTakedown(run.show, 'p1')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Frozen', 'Other'] });
});

it('a block waits for it also if the post left its list while the feed was away', async () => {
  await paint('name=Frozen&client=a1');
  await removeMain();
  await run.show.arrive([post('p2')]);
  await returnMain();
  await run.show.arrive([post('p1'), post('p2')]);
  await paint('name=Other&client=b2');
  await block('p1');
  expect(readTakedown(run.show, 'p1')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Frozen', 'Other'] });
});

it('a block waits for it also if the post left its list just before a crash', async () => {
  await paint('name=Frozen&client=a1');
  await run.restart();
  const older = await readFile(run.path, 'utf8');
  await run.show.arrive([post('p2')]);
  await run.restart({ damage: older });
  await run.show.arrive([post('p1'), post('p2')]);
  await paint('name=Other&client=b2');
  await block('p1');
  expect(readTakedown(run.show, 'p1')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Frozen', 'Other'] });
});

it.each([-2, 2])(
  'a block waits for a lost consumer although the clock was %s days wrong when it was saved',
  async (days) => {
    const frozen = await paint('name=Frozen&client=a1');
    frozen.terminate();
    await waitUntil('it is lost', () => run.show.server.countConsumers('main') === 0);
    await run.restart();
    run.clock.jump(-days * 86_400_000);
    await run.restart();
    await paint('name=Other&client=b2');
    await block('p1');
    expect(readTakedown(run.show, 'p1')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Frozen', 'Other'] });
  },
);

it('a consumer is forgotten after it was lost for a day while Greenroom ran, over restarts', async () => {
  await paint('name=Lost&client=a1');
  for (const _ of ['first', 'second']) {
    await run.restart();
    run.clock.advance(43_300_000);
  }
  await run.restart();
  await block('p1');
  expect(readTakedown(run.show, 'p1')?.waitingFor).toEqual([]);
});
