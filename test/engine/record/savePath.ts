/** What the save path's harness writes and what must be found of it afterwards: a show, settings, and a journal with a torn end. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { advance } from '../../../src/core/advance.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { openJournal } from '../../../src/disk/journal.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/record/record.ts';
import { readSettings, type Settings } from '../../../src/engine/record/settings.ts';
import { openSettingsFile } from '../../../src/engine/record/settingsFile.ts';
import { eventAt, textBesidesRevisions } from './script.ts';

const ports = { clock: systemClock, log: () => undefined };
const rounds = 4;
const stepsInARound = 3;

/** Number n of each kind is the n-th that is written; 0 is what was there before. */
export type Kind = 'show' | 'settings' | 'journal';
export type Said = (kind: Kind, number: number) => void;

const states: ShowState[] = [];
for (let number = 0; number <= rounds * stepsInARound; number += 1)
  states.push(advance(states.at(-1) ?? emptyShow, eventAt(number)).state);

/** Puts in place what was there before: a show, settings, and a journal that a crash has torn. */
export async function prepare(directory: string): Promise<void> {
  const record = await openRecord(directory, ports);
  await record.persist(emptyShow, stateOf(0), [], 'files');
  await record.close();
  await (await openSettingsFile(join(directory, 'settings.json'), ports)).save(settingsOf(0));
  const { journal } = await openJournal(join(directory, 'log.journal'));
  await journal.append([0]);
  await journal.close();
  await writeFile(join(directory, 'log.journal'), 'torn by a crash', { flag: 'a' });
}

/** Writes everything, several times over from the opening on; a refused write is passed over. `said` hears what was confirmed. */
export async function writeAll(directory: string, said: Said): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const numbers = Array.from({ length: stepsInARound }, (_, step) => round * stepsInARound + step + 1);
    await orRefused(() => writeShow(directory, numbers, said));
    await orRefused(() => writeSettings(directory, numbers, said));
    await orRefused(() => writeJournal(directory, numbers, said));
  }
}

async function writeShow(directory: string, numbers: readonly number[], said: Said): Promise<void> {
  const record = await openRecord(directory, ports);
  for (const number of numbers) {
    await orRefused(async () => {
      await record.persist(stateOf(number - 1), stateOf(number), [], 'files');
      said('show', number);
    });
  }
  await record.close();
}

async function writeSettings(directory: string, numbers: readonly number[], said: Said): Promise<void> {
  const file = await openSettingsFile(join(directory, 'settings.json'), ports);
  for (const number of numbers) {
    await orRefused(async () => {
      await file.save(settingsOf(number));
      said('settings', number);
    });
  }
}

async function writeJournal(directory: string, numbers: readonly number[], said: Said): Promise<void> {
  const { journal } = await openJournal(join(directory, 'log.journal'));
  for (const number of numbers) {
    await orRefused(async () => {
      await journal.append([number]);
      said('journal', number);
    });
  }
  await journal.close();
}

async function orRefused(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function stateOf(number: number): ShowState {
  const state = states[number];
  if (state === undefined) throw new Error(`no state ${number}`);
  return state;
}

function settingsOf(number: number): Settings {
  const { settings } = readSettings({ feeds: [{ slug: `feed-${number}`, collectionId: null }] });
  if (settings === null) throw new Error('the settings are good');
  return settings;
}

/** Reads everything as the next start does; answers what is corrupt or was confirmed and is lost. */
export async function findLosses(
  directory: string,
  confirmed: Readonly<Record<Kind, readonly number[]>>,
): Promise<string[]> {
  const losses: string[] = [];
  const last = (kind: Kind): number => confirmed[kind].at(-1) ?? 0;

  const record = await openRecord(directory, ports);
  await record.close();
  const found =
    record.saved === null ? -1 : states.findLastIndex((state) => textBesidesRevisions(state) === textOf(record.saved));
  if (found < last('show')) losses.push(`show ${found} where ${last('show')} was confirmed`);
  losses.push(
    ...record.problems.filter(({ code }) => code !== 'DISK_TAIL_TORN').map(({ code, about }) => `${code} ${about}`),
  );

  const path = join(directory, 'settings.json');
  const file = await openSettingsFile(path, ports);
  const slug = file.saved?.feeds[0]?.slug ?? 'none';
  if (!(Number(slug.slice('feed-'.length)) >= last('settings')))
    losses.push(`settings ${slug} where ${last('settings')} was confirmed`);
  losses.push(...file.problems.map(({ code, about }) => `${code} ${about}`));
  const previous = await readFile(`${path}.previous`, 'utf8').catch(() => '{}');
  if (readSettings(JSON.parse(previous)).settings === null) losses.push('the settings before are not whole');

  const { journal, records } = await openJournal(join(directory, 'log.journal'));
  await journal.close();
  const lost = [0, ...confirmed.journal].filter((number) => !records.includes(number));
  if (lost.length > 0) losses.push(`journal without ${lost.join(', ')}`);
  return losses;
}

function textOf(state: ShowState | null): string {
  return state === null ? '' : textBesidesRevisions(state);
}
