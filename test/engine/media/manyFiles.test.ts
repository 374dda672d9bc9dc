/** Tests that one stored file costs the same on a long list as on a short one: what is wanted, the reports, and the index. */
import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { formatChecked, formatCheckedInTurns } from '../../../src/disk/checkedJson.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { fileNameOf, noRequest, openFiles } from '../../../src/engine/media/files.ts';
import { createReports } from '../../../src/engine/media/reports.ts';
import { createWantedFinder } from '../../../src/engine/media/wantedMedia.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';

const urlOf = (index: number): string => `https://far.example/${index}.jpg`;

it('the wanted media is found again when a list changes, and not when a file is stored', async () => {
  const store = await createStoreInMemory();
  const find = createWantedFinder();
  const arrive = (count: number) => {
    const staging = Array.from({ length: count }, (_, index) => post(`p${index}`, { media: [picture(urlOf(index))] }));
    const arrival = { ...collection([], staging), lastModifiedDate: `2026-11-20T18:00:0${count}.000Z` };
    return store.apply({ type: 'collectionArrived', collection: arrival, from: 'poll', accept: 'newer', at });
  };
  await arrive(1);
  const first = find(store.state());
  await store.apply({ type: 'mediaChanged', media: [[urlOf(0), { ...notCached, progress: 1 }]] });
  expect(find(store.state())).toBe(first);
  await arrive(2);
  expect([...first.keys()]).toEqual([urlOf(0)]);
  expect([...find(store.state()).keys()]).toEqual([urlOf(0), urlOf(1)]);
});

it('the first stored file is reported after 25 ms, and further ones four times a second', async () => {
  const store = await createStoreInMemory();
  const clock = createFakeClock();
  const reports = createReports(store, { ...quietPorts, clock });
  const countStored = async (): Promise<number> => {
    await new Promise((resolve) => setImmediate(resolve));
    return store.state().media.size;
  };
  const counts: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    reports.reportFacts(urlOf(index), { ...notCached, progress: 1 });
    clock.advance(25);
    counts.push(await countStored());
  }
  expect(counts[0]).toBe(1);
  expect(new Set(counts).size).toBe(10);
  clock.advance(250);
  expect(await countStored()).toBe(100);
});

it('an index of thousands of files is written in turns, as the same bytes, and read again', async () => {
  const folder = createTemporaryFolder('media-many');
  const { files } = await openFiles(folder);
  const name = fileNameOf('a'.repeat(64), 'jpg');
  const facts = { width: 4, height: 5, durationMs: null, codec: null, isAnimated: false };
  const entry = { isOwn: false, name, size: 3, ...facts, ...noRequest, usedAt: 6 };
  const count = 1200;
  for (let index = 0; index < count; index += 1) {
    const path = files.incomingPath(String(index));
    await writeFile(path, 'abc');
    await files.add(path, { ...entry, url: urlOf(index) });
  }
  await files.save();
  const { files: again, ...damage } = await openFiles(folder);
  expect(damage).toEqual({
    ...{ quarantined: null, quarantinedPrevious: null, isMissing: false, isPreviousUsed: false },
  });
  expect([again.countKeys(), again.byUrl(urlOf(count - 1))]).toEqual([count, { ...entry, url: urlOf(count - 1) }]);
  const content = {
    version: 1,
    entries: Array.from({ length: count }, (_, index) => ({ ...entry, url: urlOf(index) })),
  };
  expect(String(await formatCheckedInTurns(content))).toBe(formatChecked(content));
});
