import { expect, test } from 'vitest';
import { createProblemReports } from '../../src/engine/reportProblems.ts';
import { createStore } from '../../src/engine/store.ts';
import { play } from '../core/build.ts';
import { createFakeClock } from '../fakeClock.ts';

test('a problem that ends while it is still being announced does not stay', async () => {
  const ports = { clock: createFakeClock(), log: () => undefined };
  const store = createStore(play('live 1 abc').state, async () => undefined, ports);
  const { raise, clear } = createProblemReports(store, ports);
  raise('WEBHOOK_PORT_TAKEN', 'webhook', { port: 7412 });
  clear('WEBHOOK_PORT_TAKEN', 'webhook');
  await store.apply({ type: 'problemCleared', code: 'SOURCE_OFFLINE', about: 'source' });
  expect(store.state().problems).toEqual([]);
});
