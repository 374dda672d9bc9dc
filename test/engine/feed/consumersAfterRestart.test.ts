import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { openAsRun } from '../../../src/engine/logs/asRun.ts';
import { waitUntil } from '../../waitUntil.ts';
import { type RestartableShow, startRestartableShow } from './restartableShow.ts';
import { post, quietPorts, readTakedown } from './showHarness.ts';

let run: RestartableShow;
beforeEach(async () => {
  run = await startRestartableShow([post('p1'), post('p2'), post('p3')]);
});

const consumers = () => run.show.server.consumers('main');
const paint = async (socket: WebSocket, revision: number): Promise<void> => {
  const isSent = () => consumers().some((consumer) => consumer.revision >= revision);
  await waitUntil('it is sent', isSent);
  socket.send(JSON.stringify({ type: 'painted', revision }));
  await waitUntil('it is painted', () => consumers().some(({ paintedRevision }) => paintedRevision === revision));
};
/** It has painted the first revision. */
const loseConsumer = async (): Promise<void> => {
  const lost = await run.connect('name=Lost&client=a1');
  await paint(lost, 1);
  lost.terminate();
  await waitUntil('it is lost', () => run.show.server.countConsumers('main') === 0);
};
const command = () => ({ feed: 'main', by: 'Ines', at: new Date(run.clock.now()).toISOString() });
const block = (itemId: string) => run.show.apply({ type: 'itemBlocked', itemId, reason: null, ...command() });
const unblock = (itemId: string) => run.show.apply({ type: 'itemUnblocked', itemId, ...command() });
const mainBlock = () => run.show.store.state().feeds[0]?.blocks[0];
const takedown = (itemId = 'p1') => readTakedown(run.show, itemId);
const waiting = (itemId = 'p1') => takedown(itemId)?.waitingFor;

describe('after a restart', () => {
  it.each([false, true])('a new block waits for a consumer that has not come back (killed: %s)', async (isKilled) => {
    await paint(await run.connect('name=Card&client=a1'), 1);
    await run.restart({ isKilled });
    expect(consumers().map(({ name, state }) => [name, state])).toEqual([['Card', 'silent']]);
    const other = await run.connect('name=Other&client=b2');
    await block('p1');
    await paint(other, 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  });

  it.each([false, true])(
    'the time at which a consumer was last seen is unknown if it read until the restart, until it comes back (killed: %s)',
    async (isKilled) => {
      const lastSeen = () => consumers().map(({ lastSeenAt }) => lastSeenAt);
      await paint(await run.connect('name=Card&client=a1'), 1);
      await run.restart({ isKilled });
      expect(lastSeen()).toEqual([null]);
      // A second restart does not know it either.
      await run.restart();
      expect(lastSeen()).toEqual([null]);
      await run.connect('name=Card&client=a1&painted=1');
      expect(lastSeen()).toEqual([new Date(run.clock.now()).toISOString()]);
    },
  );

  it('a consumer that was lost before the restart was last seen then', async () => {
    await loseConsumer();
    const lostAt = consumers().map(({ lastSeenAt }) => lastSeenAt);
    expect(lostAt).toEqual([expect.any(String)]);
    run.clock.advance(5000);
    await run.restart();
    expect(consumers().map(({ lastSeenAt }) => lastSeenAt)).toEqual(lostAt);
  });

  it('the consumer that comes back confirms with its paint, and continues its entry', async () => {
    await paint(await run.connect('name=Card&client=a1'), 1);
    await run.restart();
    const back = await run.connect('name=Card&client=a1&painted=1');
    expect(consumers()).toHaveLength(1);
    await block('p1');
    expect(waiting()).toEqual(['Card']);
    await paint(back, 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  });

  it('a block is not confirmed by a revision painted after the show that a backup brought back', async () => {
    const card = await run.connect('name=Card&client=a1');
    await paint(card, 1);
    await block('p1');
    run.clock.advance(3000);
    await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    const backup = run.show.store.state();
    await unblock('p1');
    await paint(card, 3);
    await run.restart({ state: backup });
    run.clock.advance(3000);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
    await run.connect('name=Card&client=a1&painted=3');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  });

  it('a block waits for it too if the post left air before the restart, but not if the post came later', async () => {
    await paint(await run.connect('name=Card&client=a1'), 1);
    await run.show.arrive([post('p2'), post('p3')]);
    await run.restart();
    await run.show.arrive([post('p2'), post('p3'), post('later')]);
    await block('p1');
    expect(waiting('p1')).toEqual(['Card']);
    await block('later');
    expect(waiting('later')).toEqual([]);
  });

  it('a block does not wait for a consumer that was lost before the post came', async () => {
    await loseConsumer();
    await run.show.arrive([post('p1'), post('p2'), post('p3'), post('later')]);
    await run.restart();
    // A second restart knows it too.
    await run.restart();
    const other = await run.connect('name=Other&client=b2');
    await block('later');
    await paint(other, 3);
    expect(takedown('later')).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
    await block('p1');
    await paint(other, 4);
    expect(takedown('p1')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Lost'] });
  });

  it.each([0, 1])(
    'a block waits for a consumer that came back just before a crash, so that its return was not saved (stopped before: %s times)',
    async (stops) => {
      await loseConsumer();
      await run.show.arrive([post('p1'), post('p2'), post('p3'), post('later')]);
      if (stops > 0) await run.restart();
      await waitUntil('the post is saved', async () => {
        run.clock.advance(1000);
        return (await readFile(run.path, 'utf8')).includes('later');
      });
      const before = await readFile(run.path, 'utf8');
      await run.connect('name=Lost&client=a1');
      await run.restart({ isKilled: true, damage: before });
      const other = await run.connect('name=Other&client=b2');
      await block('later');
      await paint(other, 3);
      expect(takedown('later')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Lost'] });
    },
  );

  it('a block after a kill does not wait for a consumer from before it if the post came later, but does for an earlier post', async () => {
    await paint(await run.connect('name=Card&client=a1'), 1);
    await waitUntil('the consumer is saved', async () => {
      run.clock.advance(1000);
      return (await readFile(run.path, 'utf8')).includes('"pulledAt"');
    });
    await run.show.arrive([post('p1'), post('p2'), post('p3'), post('earlier')]);
    await run.restart({ isKilled: true, written: '{"revision":2,"readers"' });
    await run.show.arrive([post('p1'), post('p2'), post('p3'), post('earlier'), post('later')]);
    await block('later');
    expect(waiting('later')).toEqual([]);
    await block('earlier');
    expect(waiting('earlier')).toEqual(['Card']);
  });

  it('a block waits for a lost consumer if a crash left a file from before the post', async () => {
    await loseConsumer();
    await run.restart();
    const older = await readFile(run.path, 'utf8');
    await run.show.arrive([post('p1'), post('later')]);
    await run.restart({ damage: older });
    const other = await run.connect('name=Other&client=b2');
    await block('later');
    await paint(other, 3);
    expect(takedown('later')).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Lost'] });
  });

  it.each([0, 3000])('the block of a post that was already off air still waits, and ends (%s ms later)', async (ms) => {
    await paint(await run.connect('name=Card&client=a1'), 1);
    await run.show.arrive([post('p2'), post('p3')]);
    await block('p1');
    run.clock.advance(ms);
    if (ms > 0) await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    expect(waiting()).toEqual(['Card']);
    await run.restart();
    expect(waiting()).toEqual(['Card']);
    await paint(await run.connect('name=Card&client=a1&painted=1'), 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  });

  it('an alarm that is ended by unblocking begins again with the next block', async () => {
    await paint(await run.connect('name=Card&client=a1'), 1);
    await block('p1');
    run.clock.advance(3000);
    await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    await run.restart();
    expect(waiting()).toEqual(['Card']);
    await unblock('p1');
    await block('p1');
    expect(waiting()).toEqual(['Card']);
  });

  it('one of two sockets of the same name does not end the alarm of the other', async () => {
    for (const _ of [1, 2]) await run.connect('name=Twin');
    await waitUntil('both are there', () => consumers().length === 2);
    for (const socket of run.sockets) socket.pause();
    await block('p1');
    run.clock.advance(3000);
    await waitUntil('the alarm is saved', () => mainBlock()?.takedown !== undefined);
    expect(waiting()).toEqual(['Twin', 'Twin']);
    await run.restart();
    await run.connect('name=Twin');
    run.clock.advance(1000);
    await waitUntil('it has read', () => consumers().some(({ confirmedRevision }) => confirmedRevision === 2));
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Twin', 'Twin'] });
  });

  it('a consumer that had left before is not waited for, and a consumer that was lost a day ago is forgotten', async () => {
    const left = await run.connect('name=Left&client=a1');
    await paint(left, 1);
    left.close(4001);
    await waitUntil('it is gone', () => consumers().length === 0);
    await paint(await run.connect('name=Lost&client=b2'), 1);
    await run.restart();
    run.clock.advance(86_500_000);
    await block('p1');
    expect(waiting()).toEqual([]);
  });

  it('nothing is confirmed if the file of consumers is damaged or missing', async () => {
    await paint(await run.connect('name=Card&client=a1'), 1);
    await run.restart({ damage: '{"version":1,"feeds":{"main":[{"key":' });
    expect(run.file.problems.map(({ code, message }) => [code, message.includes('consumers.json.corrupt')])).toEqual([
      ['DISK_FILE_CORRUPT', true],
    ]);
    const other = await run.connect('name=Other&client=b2');
    await paint(other, 1);
    await block('p1');
    await paint(other, 2);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: [] });
    await run.show.arrive([post('p2'), post('p3'), post('later')]);
    await paint(other, 3);
    await block('later');
    await paint(other, 4);
    expect(takedown('later')).toMatchObject({ confirmedOffAirAt: expect.any(String) });
  });

  it.each(['unblocked', 'live again', 'live again after a second restart', 'live after it was in staging'])(
    'nothing is confirmed without the file of consumers also if the post comes back: %s',
    async (how) => {
      await paint(await run.connect('name=Frozen&client=a1'), 1);
      if (how.includes('staging')) await run.show.arrive([post('p2')], [post('p1')]);
      await run.restart({ damage: '' });
      let other = await run.connect('name=Other&client=b2');
      const paintNewest = () => paint(other, run.show.store.state().feeds[0]?.onAir.revision ?? 0);
      await paintNewest();
      if (how === 'unblocked') await block('p1');
      else await run.show.arrive([post('p2')]);
      await paintNewest();
      if (how.includes('second')) {
        await run.restart();
        other = await run.connect('name=Other&client=b2');
      }
      await run.show.arrive([post('p1'), post('p2'), post('later')]);
      await paintNewest();
      if (how === 'unblocked') await unblock('p1');
      await paintNewest();
      await block('p1');
      await paintNewest();
      expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: [] });
    },
  );
});

it.each([
  { hours: 1, isConfirmed: false },
  { hours: 30, isConfirmed: true },
])(
  'without the file of consumers, a post that had left all lists $hours hours before is confirmed once it is back: $isConfirmed',
  async ({ hours, isConfirmed }) => {
    const deps = { ports: { ...quietPorts, clock: run.clock }, consumersOf: () => 0, takeover: null };
    const asRun = openAsRun(dirname(run.path), { ...deps, store: run.show.store });
    await asRun.start([]);
    await run.show.arrive([post('p1'), post('p2')]);
    await run.show.arrive([post('p1')]);
    await run.show.arrive([post('p3')]);
    run.clock.freeze(hours * 3_600_000);
    // The last row of the as-run log.
    await block('p3');
    await asRun.stop();
    await run.restart({ damage: '' });
    const other = await run.connect('name=Other&client=b2');
    await run.show.arrive([post('p2'), post('p3')]);
    const revision = () => run.show.store.state().feeds[0]?.onAir.revision ?? 0;
    await paint(other, revision());
    await block('p2');
    await paint(other, revision());
    expect(takedown('p2')?.confirmedOffAirAt !== null).toBe(isConfirmed);
  },
);

describe('pollers of one address and program', () => {
  const poll = (name: string) =>
    fetch(`http://127.0.0.1:${run.show.port}/feeds/main/live.json?name=${name}`, {
      headers: { 'User-Agent': 'vMix/29' },
    });

  /** The last request proves that it has read the one before. Of the first second after the start, nothing is proved on another connection. */
  const pollAndProve = async (name: string): Promise<void> => {
    for (const _ of [1, 2, 3]) {
      await (await poll(name)).arrayBuffer();
      run.clock.advance(1000);
    }
  };

  it('are two consumers if their addresses have different names', async () => {
    for (const name of ['A', 'A', 'B', 'B']) await (await poll(name)).arrayBuffer();
    expect(consumers().map(({ name }) => name)).toEqual(['A', 'B']);
    await block('p1');
    await pollAndProve('A');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['B'] });
    await run.restart();
    // Neither has read since, so neither counts as connected.
    expect(consumers().map(({ state }) => state)).toEqual(['silent', 'silent']);
    expect(run.show.server.countConsumers('main')).toBe(0);
    await pollAndProve('A');
    expect(consumers().map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ['A', 'reading'],
        ['B', 'silent'],
      ]),
    );
    expect(run.show.server.countConsumers('main')).toBe(1);
    expect(waiting()).toEqual(['B']);
    await pollAndProve('B');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: expect.any(String), waitingFor: [] });
  });
});
