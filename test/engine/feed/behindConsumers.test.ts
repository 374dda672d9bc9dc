import { expect, test } from 'vitest';
import type { Consumer } from '../../../src/contract/consumer.ts';
import { reportBehindConsumers } from '../../../src/engine/feed/behindConsumers.ts';
import { createProblemReports } from '../../../src/engine/reportProblems.ts';
import { createStore } from '../../../src/engine/store.ts';
import { play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';

const clock = createFakeClock();

function consumer(name: string, changes: Partial<Consumer>): Consumer {
  return {
    ...{ id: name, name, program: 'OBS', address: '127.0.0.1', protocol: 'socket', state: 'reading' },
    ...{ revision: 2, confirmedRevision: 1, paintedRevision: 1, paintedInMs: null, lastSeenAt: null },
    behindSince: null,
    ...changes,
  };
}

test('connected graphics that still show an older list after five seconds are a problem, until they follow it or are no longer listed', async () => {
  const ports = { clock, log: () => undefined };
  const store = createStore(play('live 1 abc').state, async () => undefined, ports);
  let consumers: readonly Consumer[] = [];
  const stop = reportBehindConsumers(
    store,
    clock,
    (slug) => (slug === 'main' ? consumers : []),
    createProblemReports(store, ports),
  );
  const messages = () => store.state().problems.map(({ message }) => message);
  const change = (next: readonly Consumer[]) => {
    consumers = next;
    store.announceTransient();
  };
  const behindSince = new Date(clock.now()).toISOString();
  const behind = { state: 'behind', behindSince } as const;
  // A poller reads again when its time comes, and a page that has painted nothing shows no older list.
  const loading = consumer('Loading', { ...behind, confirmedRevision: 0, paintedRevision: null });
  change([consumer('OBS', behind), consumer('Signage', { ...behind, protocol: 'poll' }), loading]);
  clock.advance(4000);
  expect(messages()).toEqual([]);
  clock.advance(1000);
  const messageOf = (names: string) => `${names} last showed an older list of main. On air is affected.`;
  await expect.poll(messages).toEqual([messageOf('OBS')]);

  change([consumer('OBS', behind), consumer('Stage', behind)]);
  clock.advance(1000);
  await expect.poll(messages).toEqual([messageOf('OBS and Stage')]);

  // The page of OBS may have stopped, and its picture with it.
  change([consumer('OBS', { state: 'silent' }), consumer('Stage', {})]);
  clock.advance(1000);
  await expect.poll(messages).toEqual([messageOf('OBS')]);
  change([consumer('Stage', {})]);
  clock.advance(1000);
  await expect.poll(messages).toEqual([]);
  expect(clock.timerCount()).toBe(1);
  stop();
  clock.advance(1000);
  expect(clock.timerCount()).toBe(0);
});
