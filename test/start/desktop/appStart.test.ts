/** Tests that a request to quit ends the desktop app while its show starts, also on a disk that hangs. */
import { expect, test } from 'vitest';
import { createAppStart } from '../../../src/start/desktop/appStart.ts';
import { createQuitting } from '../../../src/start/desktop/quitting.ts';
import { endProcess } from '../../../src/start/stopInTime.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { waitUntil } from '../../waitUntil.ts';

/** An app as `src/main` sets it up, without its window. */
function openApp(pendingMs = 0) {
  const clock = createFakeClock();
  const events: string[] = [];
  const say = (event: string) => () => void events.push(event);
  const onHung = say('hung');
  const start = createAppStart({ clock, log: (_, code) => void events.push(code), onHung, pendingMs: () => pendingMs });
  const quitting = createQuitting({
    clock,
    question: () => null,
    ask: async () => true,
    onFault: say('fault'),
    stop: start.stop,
    exit: () => endProcess(say('quit'), say('kill'), () => pendingMs),
  });
  const show = { stop: async () => say('stop')() };
  return { clock, events, start, quitting, show };
}

test('quitting during a start that hangs ends the process, because its thread would keep it', async () => {
  const { clock, events, start, quitting } = openApp(60_000);
  const starting = start.run(() => new Promise(() => undefined));
  expect(quitting.request()).toBe(false);
  await waitUntil('the start is given eight seconds', () => clock.timersSetFor(8000) === 1);
  clock.advance(8000);
  expect(await starting).toBeNull();
  await waitUntil('it ends', () => events.includes('kill'));
  expect(events).toContain('DISK_NOT_RESPONDING');
});

test('quitting during a start that succeeds stops the show, and opens nothing', async () => {
  const { events, start, quitting, show } = openApp();
  let finish = (): void => undefined;
  const starting = start.run(() => new Promise<typeof show>((resolve) => (finish = () => resolve(show))));
  quitting.force();
  finish();
  expect(await starting).toBeNull();
  await waitUntil('it ends', () => events.includes('quit'));
  expect(events).toEqual(['stop', 'quit']);
});

test('quitting during a start that fails explains nothing', async () => {
  const { events, start, quitting } = openApp();
  let fail = (): void => undefined;
  const starting = start.run(() => new Promise((_, reject) => (fail = () => reject(new Error('no data directory')))));
  quitting.force();
  fail();
  expect(await starting).toBeNull();
  await waitUntil('it ends', () => events.includes('quit'));
});

test('a start that fails is explained, and can be tried again', async () => {
  const { events, start, quitting, show } = openApp();
  await expect(start.run(() => Promise.reject(new Error('no data directory')))).rejects.toThrow('no data directory');
  expect(await start.run(async () => show)).toBe(show);
  quitting.force();
  await waitUntil('it ends', () => events.includes('quit'));
  expect(events).toEqual(['stop', 'quit']);
});

test('after a request to quit nothing starts any more', async () => {
  const { events, start, quitting } = openApp();
  quitting.force();
  await waitUntil('it ends', () => events.includes('quit'));
  expect(await start.run(() => Promise.reject(new Error('started')))).toBeNull();
});
