import { expect, test } from 'vitest';
import { createRotationTimers } from '../../src/engine/rotation.ts';
import { createStore } from '../../src/engine/store.ts';
import { eventOf, play } from '../core/build.ts';
import { createFakeClock } from '../fakeClock.ts';

test('a rotation moves on when its time is over, also if the clock was set meanwhile', async () => {
  const clock = createFakeClock();
  const ports = { clock, log: () => undefined };
  const store = createStore(play('live 1 abc').state, async () => undefined, ports);
  const timers = createRotationTimers(store, ports);
  timers.start();
  await store.apply(eventOf('rotate 10 loop'));
  clock.advance(8000);
  clock.jump(900_000);
  await store.apply({ type: 'clockSet', byMs: 900_000, wasStopped: false });
  expect(store.state().feeds[0]?.playHead.itemId).toBe('a');
  clock.advance(2000);
  await expect.poll(() => store.state().feeds[0]?.playHead.itemId).toBe('b');
  timers.stop();
});
