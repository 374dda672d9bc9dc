/** Tests that a start after a loss never uses a lower revision than any that a file still knows. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeAtomic } from '../../../src/disk/atomicFile.ts';
import { formatChecked } from '../../../src/disk/checkedJson.ts';
import { openEventLog } from '../../../src/engine/logs/eventLog.ts';
import { rebuildShow } from '../../../src/engine/logs/rebuildShow.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { loadShow } from '../../../src/engine/show/showFiles.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventOf, mainOf, now, play } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const ports = { clock: systemClock, log: () => undefined };
const lastRun = { hasUnsaved: false, hasMark: false };

/** Rebuilds a show that has lost all its files and the logs except what `write` leaves in the directory. */
async function rebuild(write: (dataDir: string) => Promise<void>): Promise<number> {
  const dataDir = createTemporaryFolder('rebuilt');
  await write(dataDir);
  const { show } = await rebuildShow(dataDir, ['main'], now, await loadShow(dataDir, null), lastRun);
  if (show === null) throw new Error('the loss was not recognised');
  return mainOf(show).onAir.revision;
}

it('begins at the last revision that the event log names', async () => {
  const start = play('live 1 ab').state;
  const store = createStore({ ...start, problems: [] }, async () => undefined, ports);
  const revision = await rebuild(async (dataDir) => {
    const deps = { store, ports, version: '0.1.0', consumersOf: () => [], mayStillShow: () => false };
    const log = openEventLog(dataDir, deps);
    await log.start(null, null);
    for (const command of ['live 2 abc', 'block a', 'block b']) await store.apply(eventOf(command));
    await log.stop();
  });
  expect(revision).toBe(mainOf(store.state()).onAir.revision);
  expect(revision).toBeGreaterThan(3);
});

it('begins at the last revision that a consumer has painted', async () => {
  const revision = await rebuild(async (dataDir) => {
    await mkdir(join(dataDir, 'event-log'));
    await writeAtomic(join(dataDir, 'event-log', '000000000000001.journal'), '');
    const reader = {
      ...{ key: 'a1', client: 'a1', page: null, program: 'OBS', protocol: 'socket', address: '', name: 'Card' },
      ...{ firstRevision: 1, readRevision: 3, paintedRevision: 1201, isAmbiguous: false, lostAt: null },
    };
    const feeds = { main: { readers: [reader], left: [['p1', 900]] } };
    await writeAtomic(join(dataDir, 'consumers.json'), formatChecked({ version: 1, feeds }));
  });
  expect(revision).toBe(1201);
});
