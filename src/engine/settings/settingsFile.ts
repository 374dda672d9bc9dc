/** Reads the settings file and lists its faults, and writes it atomically, keeping the previous version. */

import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { say } from '../../core/language/say.ts';
import { parseJson } from '../../core/parseJson.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { makeDirectory, readFileIfExists, writeAtomicKeepingPrevious } from '../../disk/atomicFile.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Ports } from '../ports.ts';
import { readSettings, type Settings } from './settings.ts';
import type { SettingsFault } from './unknownNames.ts';

/** Version of the schema in settings.ts. To change it, add an upgrade to `upgrades` and a fixture of the old version. */
const settingsVersion = 1;

export type ReadConfiguration =
  | { readonly settings: Settings; readonly written: WrittenSettings; readonly faults: null }
  | { readonly settings: null; readonly written: null; readonly faults: readonly SettingsFault[] };

/** The content of a file, upgraded to this version and without defaults. */
export type WrittenSettings = Readonly<Record<string, unknown>>;

/** Reads a configuration file that a person wrote, and never changes it. Rejects with the system's error. */
export async function readConfiguration(path: string): Promise<ReadConfiguration> {
  const bytes = await readFileIfExists(path);
  if (bytes === null)
    return oneFault(
      '',
      say('does not exist. Name an existing file, or create it with {content} for the defaults.', { content: '{}' }),
    );
  return parseConfiguration(bytes.toString('utf8'));
}

/** Parses the JSON text of this or an older version. Returns the settings, or every fault. */
export function parseConfiguration(text: string): ReadConfiguration {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  // The parser's own message is not shown, because it quotes text that may be a key.
  if (json === undefined)
    return oneFault(
      '',
      text.trim() === ''
        ? say('is empty. Write {content} for the defaults.', { content: '{}' })
        : say('is not valid JSON. Check it for a missing or extra comma, quotation mark or bracket.'),
    );
  const version = versionOf(json);
  if (version > settingsVersion) {
    const message = say('{version} is from a newer Greenroom. This one reads versions up to {newest}.', {
      version,
      newest: settingsVersion,
    });
    return oneFault('$.version', message);
  }
  const upgraded = upgradeSettings(json, version);
  const { settings, faults } = readSettings(upgraded);
  return settings === null
    ? { settings, written: null, faults }
    : { settings, written: Object.fromEntries(Object.entries(upgraded ?? {})), faults };
}

function oneFault(path: string, message: string): ReadConfiguration {
  return { settings: null, written: null, faults: [{ path, message }] };
}

/**
 * Writes to a person's own file, following links and keeping its mode and its previous version. Resolves with the text. Rejects with
 * the system's error, or if the file no longer contains `knownText`.
 */
export async function writeConfiguration(path: string, knownText: string, written: WrittenSettings): Promise<string> {
  const target = await realpath(path);
  const present = (await readFileIfExists(target))?.toString('utf8') ?? null;
  if (present !== knownText) throw new Error('the file was edited after Greenroom started');
  const text = `${JSON.stringify(written, null, 2)}\n`;
  await writeAtomicKeepingPrevious(target, text, (await stat(target)).mode & 0o777);
  return text;
}

export function upgradeSettings(json: unknown, version: number): unknown {
  return upgrades.slice(version - 1).reduce<unknown>((older, upgrade) => upgrade(older), json);
}

/** `upgrades[0]` upgrades version 1 to version 2, and so on. */
const upgrades: readonly ((older: unknown) => unknown)[] = [];

export type SettingsFile = {
  /** `null` when there was no readable file. */
  readonly saved: Settings | null;
  /** The content of the file, without defaults. */
  readonly written: WrittenSettings | null;
  readonly problems: readonly Problem[];
  /** Resolves when the settings are on disk. Rejects with the system's error, or if a newer Greenroom wrote the file. */
  readonly save: (settings: WrittenSettings) => Promise<void>;
};

/** Opens Greenroom's own settings file. An unreadable file is renamed, and the previous version is used. */
export async function openSettingsFile(path: string, ports: Pick<Ports, 'clock'>): Promise<SettingsFile> {
  await makeDirectory(dirname(path));
  const at = new Date(ports.clock.now()).toISOString();
  const file = path.slice(dirname(path).length + 1);
  let isNewer = false;
  const runInOrder = createSerialQueue();
  const save = (settings: WrittenSettings): Promise<void> => {
    if (isNewer) return Promise.reject(new Error(`${file} was written by a newer Greenroom and is not overwritten`));
    return runInOrder(() => writeAtomicKeepingPrevious(path, `${JSON.stringify(settings, null, 2)}\n`, 0o600));
  };
  const text = (await readFileIfExists(path))?.toString('utf8') ?? null;
  if (text !== null && versionOf(parseJson(text)) > settingsVersion) {
    isNewer = true;
    const newer = describeProblem('DISK_FILE_NEWER', file, at, {
      file,
      used: () => say('Greenroom is using the default settings.'),
    });
    return { saved: null, written: null, problems: [newer], save };
  }
  const read = text === null ? null : parseConfiguration(text);
  if (read === null || read.settings !== null) {
    return { saved: read?.settings ?? null, written: read?.written ?? null, problems: [], save };
  }
  const kept = await quarantineFile(path);
  const previousText = (await readFileIfExists(`${path}.previous`))?.toString('utf8') ?? null;
  const { settings: previous, written } = previousText === null ? noSettings : parseConfiguration(previousText);
  const used = (): string =>
    previous === null
      ? say('Greenroom is using the defaults.')
      : say('Greenroom is using the settings from before the last change.');
  const facts = { file, kept, used, air: () => say('On air is not affected.'), check: () => say('the settings') };
  const problem = describeProblem('DISK_FILE_CORRUPT', file, at, facts);
  return { saved: previous, written, problems: [problem], save };
}

const noSettings = { settings: null, written: null } as const;

function versionOf(json: unknown): number {
  if (typeof json !== 'object' || json === null || !('version' in json)) return 1;
  return typeof json.version === 'number' && Number.isInteger(json.version) && json.version >= 1 ? json.version : 1;
}
