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

test('connected graphics that still show an older list after five seconds are a problem, until they follow or leave', async () => {
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
  // A poller reads again when its time comes.
  change([consumer('OBS', behind), consumer('Signage', { ...behind, protocol: 'poll' })]);
  clock.advance(4000);
  expect(messages()).toEqual([]);
  clock.advance(1000);
  await expect.poll(messages).toEqual(['An older list is still on screen in OBS. On air is affected.']);

  change([consumer('OBS', behind), consumer('Stage', behind)]);
  clock.advance(1000);
  await expect.poll(messages).toEqual(['An older list is still on screen in OBS, Stage. On air is affected.']);

  change([consumer('OBS', {}), consumer('Stage', { state: 'silent' })]);
  clock.advance(1000);
  await expect.poll(messages).toEqual([]);
  expect(clock.timerCount()).toBe(1);
  stop();
  clock.advance(1000);
  expect(clock.timerCount()).toBe(0);
});
