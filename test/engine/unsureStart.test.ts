/** Tests that a start with a change that may have been on air before or not says so until somebody has acknowledged it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRecord } from '../../src/disk/journal.ts';
import { formatPaddedRecord } from '../../src/disk/recordBytes.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { openService, run, untilOnAir } from './restartedShow.ts';
import { collection } from './sourceHarness.ts';

const desk = { name: 'Desk', right: 'desk' } as const;

test('it is not forgotten by another restart', async () => {
  const dataDir = createTemporaryFolder('unsure');
  const service = await openService(collection('col_1', 1, ['a', 'b']));
  const start = () => run(dataDir, service.baseUrl, [{ slug: 'main', collectionId: 'col_1' }]);
  const first = await start();
  await untilOnAir(first, 'ab');
  await first.engine.dispatch('block', { feed: 'main', itemId: 'a', reason: null }, desk);
  await first.stop();
  // As if it was killed before it recorded that its last change is announced.
  const mark = join(dataDir, 'show-confirmed');
  const confirmed = Object(parseRecord(readFileSync(mark, 'utf8').trimEnd())?.value);
  writeFileSync(mark, formatPaddedRecord({ ...confirmed, announced: 0 }, 4096));
  for (let starts = 0; starts < 3; starts += 1) {
    const running = await start();
    expect(running.onAir()).toEqual(['b']);
    await expect.poll(() => running.restart()).toMatch(/^Greenroom stopped in the middle of a change\. /);
    await running.stop();
  }
  const seen = await start();
  await seen.engine.dispatch('seen', { feed: 'main' }, desk);
  await expect.poll(() => seen.restart()).toBe('');
  await seen.stop();
  const last = await start();
  await expect.poll(() => last.restart()).toMatch(/^Greenroom restarted\. On air started unchanged on main: /);
});
