/** Tests that a sync that hangs is known, whichever file it is of. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from '../../src/disk/journal.ts';
import { pendingSyncMs } from '../../src/disk/syncQueue.ts';
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
