/** Tests that a start whose disk hangs says so once, and that a stop does not wait for it for ever. */
import { expect, test } from 'vitest';
import { watchStart } from '../../src/start/hungStart.ts';
import { createFakeClock } from '../fakeClock.ts';

const nextTurns = () => new Promise((resolve) => setImmediate(resolve));

/** A start that ends when the test says so, and a sync that began with it. */
function openStart() {
  const clock = createFakeClock();
  const startedMs = clock.monotonicMs();
  const events: string[] = [];
  let isHung = true;
  let finish: (shows: string) => void = () => undefined;
  let stop: () => void = () => undefined;
  const started = watchStart(
    new Promise<string>((resolve) => {
      finish = resolve;
    }),
    {
      clock,
      log: (_, code) => void events.push(code),
      stopRequested: new Promise((resolve) => {
        stop = resolve;
      }),
      onHung: () => events.push('said'),
      pendingMs: () => (isHung ? clock.monotonicMs() - startedMs : 0),
    },
  );
  return {
    ...{ clock, events, started },
    finish: () => finish('the show'),
    stop: () => stop(),
    answer: () => {
      isHung = false;
    },
    /** One second at a time, as the start is checked. */
    wait: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) clock.advance(1000);
    },
  };
}

test('a start says once that the disk hangs, and goes on when it answers', async () => {
  const { events, started, finish, wait } = openStart();
  wait(4);
  expect(events).toEqual([]);
  wait(60);
  expect(events).toEqual(['DISK_NOT_RESPONDING', 'said']);
  finish();
  expect(await started).toBe('the show');
});

test('a start that is long for another reason, or over, says nothing', async () => {
  const { clock, events, started, finish, answer, wait } = openStart();
  answer();
  wait(60);
  finish();
  expect(await started).toBe('the show');
  expect([events, clock.timerCount()]).toEqual([[], 0]);
});

test('a stop waits eight seconds for a start that hangs, and no longer', async () => {
  const { clock, events, started, stop } = openStart();
  stop();
  await nextTurns();
  clock.advance(8000);
  expect(await started).toBeNull();
  expect(events).toContain('DISK_NOT_RESPONDING');
});

test('a stop gets the show of a start that ends in time, so that it is stopped in order', async () => {
  const { started, stop, finish } = openStart();
  stop();
  await nextTurns();
  finish();
  expect(await started).toBe('the show');
});
