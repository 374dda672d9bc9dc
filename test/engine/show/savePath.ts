/** Writes a show, settings and a journal for the save-path tests, and checks afterwards that nothing confirmed is lost. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { advance } from '../../../src/core/advance.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { openJournal } from '../../../src/disk/journal.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { readSettings, type Settings } from '../../../src/engine/settings/settings.ts';
import { openSettingsFile } from '../../../src/engine/settings/settingsFile.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { eventAt, persistentTextWithoutRevisions } from './script.ts';

const ports = { clock: systemClock, log: () => undefined };
const rounds = 4;
const stepsPerRound = 3;

/** Writes of each kind are numbered from 1; 0 is the initial state. */
export type Kind = 'show' | 'settings' | 'journal';
export type OnConfirmed = (kind: Kind, number: number) => void;

const states: ShowState[] = [];
for (let number = 0; number <= rounds * stepsPerRound; number += 1)
  states.push(advance(states.at(-1) ?? emptyShow, eventAt(number)).state);

/** Writes the initial state: a show, settings, and a journal with an incomplete last record. */
export async function prepare(directory: string): Promise<void> {
  const record = await openRecord(directory, ports);
  await record.persist(stateOf(0), 'files');
  await record.close();
  await (await openSettingsFile(join(directory, 'settings.json'), ports)).save(settingsOf(0));
  const { journal } = await openJournal(join(directory, 'log.journal'));
  await journal.append([0]);
  await journal.close();
  await writeFile(join(directory, 'log.journal'), '0123456789abcdef {"cut off by a cr', { flag: 'a' });
}

/** Opens and writes everything in several rounds, and ignores refused writes. Calls `onConfirmed` after each confirmation. */
export async function writeAll(directory: string, onConfirmed: OnConfirmed): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const numbers = Array.from({ length: stepsPerRound }, (_, step) => round * stepsPerRound + step + 1);
    await ignoreRefusal(() => writeShow(directory, numbers, onConfirmed));
    await ignoreRefusal(() => writeSettings(directory, numbers, onConfirmed));
    await ignoreRefusal(() => writeJournal(directory, numbers, onConfirmed));
  }
}

async function writeShow(directory: string, numbers: readonly number[], onConfirmed: OnConfirmed): Promise<void> {
  const record = await openRecord(directory, ports);
  for (const number of numbers) {
    await ignoreRefusal(async () => {
      await record.persist(stateOf(number), 'files');
      onConfirmed('show', number);
    });
  }
  await record.close();
}

async function writeSettings(directory: string, numbers: readonly number[], onConfirmed: OnConfirmed): Promise<void> {
  const file = await openSettingsFile(join(directory, 'settings.json'), ports);
  for (const number of numbers) {
    await ignoreRefusal(async () => {
      await file.save(settingsOf(number));
      onConfirmed('settings', number);
    });
  }
}

async function writeJournal(directory: string, numbers: readonly number[], onConfirmed: OnConfirmed): Promise<void> {
  const { journal } = await openJournal(join(directory, 'log.journal'));
  for (const number of numbers) {
    await ignoreRefusal(async () => {
      await journal.append([number]);
      onConfirmed('journal', number);
    });
  }
  await journal.close();
}

async function ignoreRefusal(write: () => Promise<void>): Promise<void> {
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
  if (settings === null) throw new Error('the settings should be valid');
  return settings;
}

/** Reads everything as the next startup would, after a restart of the machine with `boot`, and returns what is corrupt or confirmed but lost. */
export async function findLosses(
  directory: string,
  confirmed: Readonly<Record<Kind, readonly number[]>>,
  boot?: string,
): Promise<string[]> {
  const losses: string[] = [];
  const last = (kind: Kind): number => confirmed[kind].at(-1) ?? 0;

  const record = await openRecord(directory, ports, undefined, boot);
  await record.close();
  const found =
    record.saved === null
      ? -1
      : states.findLastIndex((state) => persistentTextWithoutRevisions(state) === textOf(record.saved));
  if (found < last('show')) losses.push(`show ${found}, but ${last('show')} was confirmed`);
  losses.push(
    ...record.problems
      .filter(({ code }) => code !== 'DISK_TAIL_TORN' && code !== 'DISK_CHANGE_DISCARDED')
      .map(({ code, about }) => `${code} ${about}`),
  );

  const path = join(directory, 'settings.json');
  const file = await openSettingsFile(path, ports);
  const slug = file.saved?.feeds[0]?.slug ?? 'none';
  if (!(Number(slug.slice('feed-'.length)) >= last('settings')))
    losses.push(`settings ${slug}, but ${last('settings')} was confirmed`);
  losses.push(...file.problems.map(({ code, about }) => `${code} ${about}`));
  const previous = await readFile(`${path}.previous`, 'utf8').catch(() => '{}');
  if (readSettings(JSON.parse(previous)).settings === null) losses.push('the previous settings are incomplete');

  const { journal, records } = await openJournal(join(directory, 'log.journal'));
  await journal.close();
  const lost = [0, ...confirmed.journal].filter((number) => !records.includes(number));
  if (lost.length > 0) losses.push(`journal without ${lost.join(', ')}`);
  return losses;
}

function textOf(state: ShowState | null): string {
  return state === null ? '' : persistentTextWithoutRevisions(state);
}
