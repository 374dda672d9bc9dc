/** The last revision that a show served, read from its directory by another one. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { emptyShow } from '../../../src/core/show.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { readSeenRevision } from '../../../src/engine/show/lastRevision.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventOf, mainOf, now } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const ports = { clock: systemClock, log: () => undefined };

it('is known of a show that wrote no history and is still open, as after a crash', async () => {
  const directory = createTemporaryFolder('seen');
  const record = await openRecord(directory, ports);
  onTestFinished(record.close);
  const store = createStore(emptyShow, record.persist, ports);
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at: now });
  for (const command of ['live 1 abc', 'block b', 'clear']) await store.apply(eventOf(command));
  const { revision } = mainOf(store.state()).onAir;
  expect(revision).toBeGreaterThan(1);
  expect(await readSeenRevision(directory, 'main')).toBe(revision);
  expect(await readSeenRevision(directory, 'other')).toBeUndefined();
});

it('is unknown where there is no show, or only a damaged mark, which stays as it is', async () => {
  expect(await readSeenRevision(null, 'main')).toBeUndefined();
  const directory = createTemporaryFolder('seen');
  expect(await readSeenRevision(join(directory, 'none'), 'main')).toBeUndefined();
  writeFileSync(join(directory, 'show-confirmed'), Buffer.alloc(4096));
  expect(await readSeenRevision(directory, 'main')).toBeUndefined();
  expect(readdirSync(directory)).toEqual(['show-confirmed']);
});
