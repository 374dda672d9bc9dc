/** Tests that a sync that hangs is known, whichever file it is of, and that others wait for it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendInTurn, openJournal } from '../../src/disk/journal.ts';
import { pendingSyncMs, syncInTurn } from '../../src/disk/syncQueue.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

test('a sync that hangs is pending until the disk responds, also that of a journal, which is in no queue', async () => {
  const { journal } = await openJournal(join(createTemporaryFolder('sync'), 'show.journal'));
  expect(pendingSyncMs()).toBe(0);
  const disk = await controlSyncs();
  disk.make('hang');
  const saved = journal.append([{ n: 1 }]);
  await expect.poll(pendingSyncMs).toBeGreaterThan(0);
  disk.make('work');
  await saved;
  expect(pendingSyncMs()).toBe(0);
  await journal.close();
});

test('records that no consumer waits for are synced after a sync that hangs, and not beside it', async () => {
  const { journal } = await openJournal(join(createTemporaryFolder('sync'), 'deliveries.log'));
  const steps: string[] = [];
  const hung = Promise.withResolvers<void>();
  const first = syncInTurn(() => hung.promise).then(() => steps.push('first'));
  const sync = async (): Promise<void> => {
    steps.push('begins');
    await journal.sync();
  };
  const second = appendInTurn({ ...journal, sync }, [{ n: 1 }]).then(() => steps.push('second'));
  await journal.isAtPath();
  expect([journal.size() > 0, steps]).toEqual([true, []]);
  hung.resolve();
  await Promise.all([first, second]);
  expect(steps).toEqual(['first', 'begins', 'second']);
  await journal.close();
});
