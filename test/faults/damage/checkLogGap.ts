/**
 * Kills a show when graphics have a change and the logs do not, damages the newest file of the show, and lists everything false that the next
 * start then sends.
 */
import { cpSync, type Dirent, readdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../../random.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import type { Damage } from './damages.ts';
import { type ShowFolder, startShow } from './showFolder.ts';

export const lateChanges = ['block', 'clear', 'back'] as const;

type Crashed = {
  readonly directory: string;
  /** The last state that graphics have. */
  readonly revision: number;
  readonly ids: readonly string[];
  readonly blocked: readonly string[];
};

/** Returns what went wrong; empty if nothing did. */
export async function checkLogGap(
  show: ShowFolder,
  change: (typeof lateChanges)[number],
  damages: readonly Damage[],
  random: Random,
): Promise<readonly string[]> {
  const crashed = await crashAtFrame(show, change);
  const faults: string[] = [];
  for (const damage of damages) {
    const directory = createTemporaryFolder('damaged');
    await cp(crashed.directory, directory, { recursive: true });
    const [newest = ''] = readdirSync(directory)
      .filter((name) => /^show-\d+\.journal$/.test(name))
      .toSorted()
      .slice(-1);
    await damage.apply(join(directory, newest), random);
    for (const start of ['first start', 'second start'])
      faults.push(
        ...(await checkStart(show, directory, crashed)).map((fault) => `${change}, ${damage.name}, ${start}: ${fault}`),
      );
    await rm(directory, { recursive: true, maxRetries: 5 });
  }
  await rm(crashed.directory, { recursive: true, maxRetries: 5 });
  return faults;
}

/** Kills a copy of the show when graphics have the change, before the logs do. */
export async function crashAtFrame(show: ShowFolder, change: (typeof lateChanges)[number]): Promise<Crashed> {
  const directory = createTemporaryFolder('running');
  await cp(show.directory, directory, { recursive: true });
  const running = await startShow(directory, show.servicePort);
  const copy = createTemporaryFolder('crashed');
  let crashedAt: number | null = null;
  let awaited = Number.POSITIVE_INFINITY;
  const revisionOf = (): number => running.feeds().find(({ slug }) => slug === 'main')?.onAir.revision ?? 0;
  try {
    await waitUntil('the service responds', running.hasNewestLists, 15_000);
    await running.connectConsumer('main', (revision) => {
      if (revision < awaited || crashedAt !== null) return;
      crashedAt = revision;
      // Some logs already have the change; which of them depends on the machine.
      for (const { name } of readdirSync(directory, { withFileTypes: true }).filter(isNoLog))
        cpSync(join(directory, name), join(copy, name));
    });
    if (change === 'back') await running.send('main', 'clear', {});
    await running.catchUpFiles();
    cpSync(directory, copy, { recursive: true });
    awaited = revisionOf() + 1;
    await running.send('main', change, change === 'block' ? { itemId: 'first' } : {});
    await waitUntil('graphics have the change', () => crashedAt !== null);
    await rm(join(copy, 'lock'), { force: true });
    const document = await running.read('main');
    const blocks = running.feeds().find(({ slug }) => slug === 'main')?.blocks ?? [];
    const ids = document?.ids ?? [];
    return { directory: copy, revision: awaited, ids, blocked: blocks.map(({ itemId }) => itemId) };
  } finally {
    await running.stop();
    await rm(directory, { recursive: true, maxRetries: 5 });
  }
}

function isNoLog(entry: Dirent): boolean {
  return entry.isFile() && entry.name !== 'consumers.json' && entry.name !== 'lock';
}

/** The last list, or none: an earlier one can have a post that has been blocked since, or be empty. */
async function checkStart(
  show: ShowFolder,
  directory: string,
  { revision, ids, blocked }: Crashed,
): Promise<readonly string[]> {
  const running = await startShow(directory, show.servicePort);
  try {
    await waitUntil('the service responds', running.hasNewestLists, 15_000);
    const faults: string[] = [];
    const document = await running.read('main');
    const main = running.feeds().find(({ slug }) => slug === 'main');
    if (document !== null && document.ids.join() !== ids.join()) faults.push(`${document.ids.join()} is on air`);
    if ((main?.onAir.revision ?? 0) <= revision) faults.push(`revision ${main?.onAir.revision} after ${revision}`);
    const codes = running.problems().flatMap(({ about, code }) => (about === 'feed:main' ? [code] : []));
    if (document === null && !codes.includes('FEED_LIST_LOST')) faults.push(`main sends nothing, with ${codes.join()}`);
    const lost = blocked.filter((id) => !main?.blocks.some(({ itemId }) => itemId === id));
    if (lost.length > 0) faults.push(`${lost.join()} is no longer blocked`);
    // Their logs have their last lists.
    for (const slug of ['studio', 'foyer'])
      if ((await running.read(slug)) === null) faults.push(`${slug} sends nothing`);
    return faults;
  } finally {
    await running.stop();
  }
}
