import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createUnreadableDeliveries,
  type UnreadableDeliveries,
} from '../../../src/engine/webhook/unreadableDeliveries.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const hourMs = 3_600_000;
let dataDir = '';
let unreadable: UnreadableDeliveries | null = null;
const folder = () => join(dataDir, 'unreadable-deliveries');
const files = () => readdir(folder());

/** Simulates a restart at the clock’s time. */
function restart(clock: ReturnType<typeof createFakeClock>): UnreadableDeliveries {
  unreadable?.stop();
  unreadable = createUnreadableDeliveries(dataDir, clock);
  return unreadable;
}

beforeEach(async () => {
  dataDir = createTemporaryFolder('unreadable');
});
afterEach(async () => {
  unreadable?.stop();
  unreadable = null;
});

it('deletes each delivery a day after it arrived, even if no other arrives', async () => {
  const clock = createFakeClock(Date.now());
  const deliveries = restart(clock);
  await deliveries.start();
  await deliveries.keep(Buffer.from('one'));
  clock.advance(2 * hourMs);
  await deliveries.keep(Buffer.from('two'));
  const passOneHour = async (): Promise<void> => {
    clock.advance(hourMs);
    await expect.poll(clock.timerCount, { interval: 1 }).toBe(1);
  };
  for (let passed = 2; passed < 23; passed += 1) {
    await passOneHour();
    expect(await files()).toHaveLength(2);
  }
  await passOneHour();
  clock.advance(1000);
  await expect.poll(files).toHaveLength(1);
  clock.advance(2 * hourMs);
  await expect.poll(files).toEqual([]);
});

it('at startup, deletes files that expired while the program was not running', async () => {
  const clock = createFakeClock(Date.now());
  await restart(clock).keep(Buffer.from('one'));
  await mkdir(folder(), { recursive: true });
  const leftover = join(folder(), '00000000000001-abcdef01.json.x.tmp');
  await writeFile(leftover, 'x');
  await restart(createFakeClock(Date.now() + 20 * hourMs)).start();
  expect(await files()).toHaveLength(1);
  await restart(createFakeClock(Date.now() + 25 * hourMs)).start();
  expect(await files()).toEqual([]);
});

it('also uses the file system’s dates, and keeps at most ten files', async () => {
  const clock = createFakeClock(Date.now());
  const deliveries = restart(clock);
  for (let number = 0; number < 12; number += 1) {
    await deliveries.keep(Buffer.from(`${number}`));
    clock.advance(1000);
  }
  const names = await files();
  expect(names).toHaveLength(10);
  const longAgo = new Date(Date.now() - 72 * hourMs);
  for (const name of names.slice(1)) await utimes(join(folder(), name), longAgo, longAgo);
  await restart(clock).start();
  expect(await files()).toEqual(names.slice(0, 1));
});
