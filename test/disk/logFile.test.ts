/** Writes one file of a segmented log. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readJournal } from '../../src/disk/journal.ts';
import { appendToLogFile, closeLogFile, type LogFile } from '../../src/disk/logFile.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

it('has written the records of an append during which it was closed', async () => {
  const path = join(createTemporaryFolder('log-file'), '1.journal');
  const file: LogFile = { key: 1, path, journal: null, records: 0, bytes: 0 };
  await appendToLogFile(file, ['first']);
  const appending = appendToLogFile(file, ['second']);
  const closing = closeLogFile(file);
  await appending;
  await closing;
  await appendToLogFile(file, ['third']);
  await closeLogFile(file);
  expect((await readJournal(path)).records).toEqual(['first', 'second', 'third']);
});
