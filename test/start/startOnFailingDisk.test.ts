/** Tests that a first start on a disk that can’t save anything says why, and what to do. */
import { expect, test } from 'vitest';
import { describeStartError } from '../../src/start/describeStartError.ts';
import { describeStartFault } from '../../src/start/desktop/startFault.ts';
import { explainStartError } from '../../src/start/explainStartError.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { startShows } from './showsTestBed.ts';

test.each([
  ['ENOSPC', 'Can’t write the data directory (ENOSPC). Free space on its disk'],
  ['EDQUOT', 'Can’t write the data directory (EDQUOT). Free space on its disk'],
  ['EROFS', 'Can’t write the data directory (EROFS). Make the data directory writable'],
])('a sync that fails with %s, which names no file, is explained with the next step', (code, sentence) => {
  const error = Object.assign(new Error(`${code}: fsync`), { code });
  expect(describeStartError(error, '')).toContain(sentence);
  const explanation = explainStartError(error);
  expect(`${explanation?.what}. ${explanation?.nextStep}`).toContain(sentence);
  const { message, waysOut } = describeStartFault(error, true);
  expect([message, waysOut.map(({ way }) => way)]).toEqual([
    'Greenroom can’t save its data',
    ['tryAgain', 'chooseFolder', 'quit'],
  ]);
});

test('a first start whose syncs fail is refused with a sentence, and not as an internal error', async () => {
  const disk = await controlSyncs();
  disk.make('fail');
  const error: unknown = await startShows(createTemporaryFolder('full'), 'own').catch((reason: unknown) => reason);
  expect(describeStartError(error, '')).toMatch(/^Can’t read or write .*\(EIO\)\. Make /);
});
