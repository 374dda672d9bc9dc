/** Damages files of a show, starts it again, and lists everything false that it then says or does. */
import { cp, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Random } from '../../random.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { type Damage, listFiles } from './damages.ts';
import { feedNames, forbiddenPosts, type RunningShow, type ShowFolder, startShow } from './showFolder.ts';

/** Sentences that are only true if nothing was lost. */
const reassurances = /unchanged|not affected|are intact|nothing is lost/i;

/** Sentences that say that something could be lost. */
const doubts = /On air could be affected|could be missing/;

/** Problems that are only true if something was lost. */
const losses = ['FEED_REBUILT', 'FEED_LIST_LOST', 'FEED_GUARDS_LOST', 'DISK_SHOW_BEHIND'];

/** Returns what went wrong; empty if nothing did. `files` are relative to the directory. */
export async function checkCell(
  show: ShowFolder,
  files: readonly string[],
  damage: Damage,
  random: Random,
): Promise<readonly string[]> {
  const directory = createTemporaryFolder('damaged');
  await cp(show.directory, directory, { recursive: true });
  const faults: string[] = [];
  try {
    const damagedBytes = new Map<string, Buffer | null>();
    for (const file of files) damagedBytes.set(file, await damage.apply(join(directory, file), random));
    const isAll = files.length === (await listFiles(show.directory)).length;
    // Without any file, it is a new show.
    if (isAll && damage.name === 'missing') return await checkNewShow(directory, show.servicePort);
    const lastRevisions = new Map([...show.before].map(([slug, { revision }]) => [slug, revision]));
    for (const start of ['first start', 'second start']) {
      const running = await startShow(directory, show.servicePort);
      try {
        const isComplete = files.length === 1;
        faults.push(
          ...(await checkFeeds(show, running, isComplete, lastRevisions)).map((fault) => `${start}: ${fault}`),
        );
        if (start === 'first start')
          faults.push(...checkSentences(show, running, files, damage, await findOlderFiles(show.directory)));
      } finally {
        await running.stop();
      }
      faults.push(...(await findLostFiles(directory, damagedBytes)).map((fault) => `${start}: ${fault}`));
    }
  } catch (error) {
    faults.push(`does not start: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(directory, { recursive: true, maxRetries: 5 });
  }
  return faults.map((fault) => `${files.length < 5 ? files.join(' and ') : 'all files'}, ${damage.name}: ${fault}`);
}

/** Reads each feed before and after the service’s newest lists arrive. With a single damaged file, each must have its last list. */
async function checkFeeds(
  show: ShowFolder,
  running: RunningShow,
  isComplete: boolean,
  lastRevisions: Map<string, number>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const readAll = async (): Promise<void> => {
    for (const slug of feedNames) {
      const before = show.before.get(slug);
      const document = await running.read(slug);
      if (before === undefined) throw new Error(`${slug} was never on air`);
      if (document === null) {
        if (isComplete) faults.push(`${slug} sends nothing`);
        continue;
      }
      const { revision, ids } = document;
      const lastRevision = lastRevisions.get(slug) ?? 0;
      lastRevisions.set(slug, Math.max(revision, lastRevision));
      if (revision < lastRevision) faults.push(`${slug} went back from revision ${lastRevision} to ${revision}`);
      if (ids.length === 0 && before.ids.length > 0) faults.push(`${slug} is blank`);
      const forbidden = ids.filter((id) => forbiddenPosts.includes(id));
      if (forbidden.length > 0) faults.push(`${slug} has ${forbidden.join(' and ')} on air`);
      const isSame = ids.join() === before.ids.join();
      if (!isSame && (isComplete || before.ids.length === 0)) faults.push(`${slug} has ${ids.join()} on air`);
    }
  };
  await readAll();
  await waitUntil('the service responds', running.hasNewestLists, 15_000);
  await readAll();
  return faults;
}

function checkSentences(
  show: ShowFolder,
  running: RunningShow,
  files: readonly string[],
  damage: Damage,
  olderFiles: ReadonlySet<string>,
): readonly string[] {
  const faults: string[] = [];
  const problems = running.problems();
  // A sentence about a log concerns only that log.
  const text = problems
    .filter(({ about }) => !/^(as-run|event-log|history|media|recordings)/.test(about))
    .map(({ message }) => message);
  const isChanged = running.feeds().some((feed) => {
    const before = show.before.get(feed.slug);
    const ids = feed.onAir.items.map(({ id }) => id);
    return (
      before === undefined ||
      ids.join() !== before.ids.join() ||
      feed.gate !== before.gate ||
      JSON.stringify(feed.blocks.map(({ itemId }) => itemId)) !==
        JSON.stringify(before.blocks.map(({ itemId }) => itemId)) ||
      JSON.stringify(feed.guards) !== JSON.stringify(before.guards)
    );
  });
  const isHeld = running.feeds().every(({ gate }) => gate !== 'following');
  const claimed = problems.filter(({ code }) => losses.includes(code));
  if (isChanged) {
    for (const { slug } of running.feeds())
      if (!problems.some(({ about, severity }) => about === `feed:${slug}` && severity === 'needsOperator'))
        faults.push(`nobody is asked to check ${slug}`);
    if (!isHeld) faults.push('a feed follows live');
    for (const { slug, blocks, guards } of running.feeds()) {
      const before = show.before.get(slug);
      const hasAll =
        before?.blocks.every(({ itemId }) => blocks.some((block) => block.itemId === itemId)) === true &&
        before.guards.words.every((word) => guards.words.includes(word));
      const isSaid = problems.some(({ about, message }) => about === `feed:${slug}` && /blocks.*guards/.test(message));
      if (!hasAll && !isSaid) faults.push(`nobody is told that blocks or guards of ${slug} are lost`);
    }
  } else faults.push(...claimed.map(({ message }) => `nothing is lost, but it says “${message}”`));
  // Beside a sentence that something could be lost, a reassuring one misleads.
  if (isChanged || text.some((sentence) => doubts.test(sentence)))
    faults.push(...text.filter((sentence) => reassurances.test(sentence)).map((sentence) => `says “${sentence}”`));
  const isSilent = (file: string): boolean =>
    file === 'unsaved' ? !sizeDamages.includes(damage.name) : isClearMark.test(file) || olderFiles.has(file);
  const reported = damage.name === 'missing' ? [] : files.filter((file) => !isSilent(file));
  for (const file of reported) {
    const isNamed = problems.some(({ about, message }) =>
      [about, message].some((words) => words.includes(nameOf(file))),
    );
    if (!isNamed) faults.push(`${file} is not reported`);
  }
  if (text.some((sentence) => sentence.includes('?'))) faults.push(`a fact is missing: ${text.join(' ')}`);
  return faults;
}

/** Only its size counts, and an empty one is a mark that only counts together with `unsaved`. */
const isClearMark = /^clear-.*\.mark$/;

/** The damage that shows in a file like `unsaved`, whose bytes don’t count. */
const sizeDamages: readonly string[] = ['half', 'nothing', 'unreadable'];

/** Numbered files that have a newer one. Those of a log are only read, and reported, when somebody looks at them. */
async function findOlderFiles(directory: string): Promise<ReadonlySet<string>> {
  const files = (await listFiles(directory)).filter((file) => /\d\.journal$/.test(file));
  const seriesOf = (file: string): string => file.replace(/\d+\.journal$/, '');
  return new Set(
    files.filter((file, index) => files.slice(index + 1).some((later) => seriesOf(later) === seriesOf(file))),
  );
}

/** Returns what a show that begins says about an earlier one. */
async function checkNewShow(directory: string, servicePort: number): Promise<readonly string[]> {
  const running = await startShow(directory, servicePort);
  const faults = running.problems().map(({ message }) => `a new show says “${message}”`);
  await running.stop();
  return faults;
}

/** A log is reported under its folder. */
function nameOf(file: string): string {
  return file.includes('/') ? (dirname(file).split('/')[0] ?? file) : basename(file);
}

/** Every damaged file must still exist with its bytes, under its own or another name. */
async function findLostFiles(
  directory: string,
  damaged: ReadonlyMap<string, Buffer | null>,
): Promise<readonly string[]> {
  const present: Buffer[] = [];
  for (const file of await listFiles(directory)) present.push(await readFile(join(directory, file)));
  return [...damaged].flatMap(([file, bytes]) =>
    bytes === null || /^clear-.*\.mark$/.test(file) || present.some((content) => content.equals(bytes))
      ? []
      : [`${file} was deleted or overwritten`],
  );
}
