/** The settings on disk: read with every fault named, written whole, the version before kept. */
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { makeDirectory, readWhole, writeAtomicKeepingPrevious } from '../../disk/atomicFile.ts';
import { setAside } from '../../disk/quarantine.ts';
import type { Ports } from '../ports.ts';
import { readSettings, type Settings, type SettingsFault } from './settings.ts';

/** Version of the schema in settings.ts. A change of it comes with a step in `steps` and a fixture of the version before. */
export const settingsVersion = 1;

export type ReadConfiguration =
  | { readonly settings: Settings; readonly written: WrittenSettings; readonly faults: null }
  | { readonly settings: null; readonly written: null; readonly faults: readonly SettingsFault[] };

/** What a file holds, in the words of the present version: what is missing in it is a default. */
export type WrittenSettings = Readonly<Record<string, unknown>>;

/** Reads a configuration file that a person wrote. Reading never touches it, whatever is in it. Rejects with the system's error. */
export async function readConfiguration(path: string): Promise<ReadConfiguration> {
  const bytes = await readWhole(path);
  if (bytes === null)
    return oneFault('$', 'there is no file; name one that is there, or write {} into it for the defaults');
  return parseConfiguration(bytes.toString('utf8'));
}

/** Reads settings from JSON text of this version or an older one; or every fault of it. */
export function parseConfiguration(text: string): ReadConfiguration {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return oneFault('$', `must be JSON${describeJsonFault(text, error instanceof Error ? error.message : '')}`);
  }
  const version = versionOf(json);
  if (version > settingsVersion) {
    const message = `is ${version}, of a newer Greenroom; this one knows versions up to ${settingsVersion}`;
    return oneFault('$.version', message);
  }
  const upgraded = upgradeSettings(json, version);
  const { settings, faults } = readSettings(upgraded);
  return settings === null
    ? { settings, written: null, faults }
    : { settings, written: Object.fromEntries(Object.entries(upgraded ?? {})), faults };
}

/** The line in which the text is no JSON any more, where the parser's message tells. The message has parts of the text, maybe a key: it is not said. */
function describeJsonFault(text: string, message: string): string {
  const written = text.trimEnd();
  if (written === '') return ': it is empty; {} stands for the defaults';
  if (message === 'Unexpected end of JSON input')
    return `: it ends in line ${written.split('\n').length} and is not complete`;
  const position = /at position (\d+)/.exec(message)?.[1];
  const [, cut, snippet = ''] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const begin = text.indexOf(snippet);
  // Of a snippet from within the text the parser shows ten letters before the place.
  const place = position !== undefined ? Number(position) : begin + (cut === undefined ? 0 : 10);
  const isKnown = position !== undefined || (snippet !== '' && begin >= 0 && text.indexOf(snippet, begin + 1) < 0);
  return isKnown ? `: look at line ${text.slice(0, place).split('\n').length}` : '';
}

function oneFault(path: string, message: string): ReadConfiguration {
  return { settings: null, written: null, faults: [{ path, message }] };
}

/**
 * Writes to a person's own file: its mode stays, a link stays a link, the version before stays beside it. Resolves with what was
 * written. Rejects with the system's error, or when somebody else wrote there since `known` was read.
 */
export async function writeConfiguration(path: string, known: string, written: WrittenSettings): Promise<string> {
  const target = await realpath(path);
  const present = (await readWhole(target))?.toString('utf8') ?? null;
  if (present !== known) throw new Error('somebody changed it by hand since the start');
  const text = `${JSON.stringify(written, null, 2)}\n`;
  await writeAtomicKeepingPrevious(target, text, (await stat(target)).mode & 0o777);
  return text;
}

/** Brings settings of an older version to the present one. */
export function upgradeSettings(json: unknown, version: number): unknown {
  return upgrades.slice(version - 1).reduce<unknown>((older, upgrade) => upgrade(older), json);
}

/** `steps[0]` leads from version 1 to 2, and so on. */
const upgrades: readonly ((older: unknown) => unknown)[] = [];

export type SettingsFile = {
  /** What was in it; null when there was none that could be read. */
  readonly saved: Settings | null;
  /** The same as it was written. */
  readonly written: WrittenSettings | null;
  readonly problems: readonly Problem[];
  /** Resolves when they are on disk. Rejects with the system's error, or when the file is a newer Greenroom's. */
  readonly save: (settings: WrittenSettings) => Promise<void>;
};

/** Opens the settings that Greenroom itself keeps. What cannot be read is set aside and the version before is used. */
export async function openSettingsFile(path: string, ports: Pick<Ports, 'clock'>): Promise<SettingsFile> {
  await makeDirectory(dirname(path));
  const at = new Date(ports.clock.now()).toISOString();
  const file = path.slice(dirname(path).length + 1);
  let isNewer = false;
  let queue: Promise<void> = Promise.resolve();
  const save = (settings: WrittenSettings): Promise<void> => {
    if (isNewer) return Promise.reject(new Error(`${file} was written by a newer Greenroom and is left as it is`));
    const written = queue.then(() => writeAtomicKeepingPrevious(path, `${JSON.stringify(settings, null, 2)}\n`, 0o600));
    queue = written.catch(() => undefined);
    return written;
  };
  const text = (await readWhole(path))?.toString('utf8') ?? null;
  if (text !== null && isFromNewerVersion(text)) {
    isNewer = true;
    return { saved: null, written: null, problems: [describeProblem('DISK_FILE_NEWER', file, at, { file })], save };
  }
  const read = text === null ? null : parseConfiguration(text);
  if (read === null || read.settings !== null) {
    return { saved: read?.settings ?? null, written: read?.written ?? null, problems: [], save };
  }
  const kept = await setAside(path);
  const before = (await readWhole(`${path}.previous`))?.toString('utf8') ?? null;
  const { settings: previous, written } = before === null ? noSettings : parseConfiguration(before);
  const used = previous === null ? 'The defaults are used.' : 'The settings before the last change are used.';
  const problem = describeProblem('DISK_FILE_CORRUPT', file, at, { file, kept, used });
  return { saved: previous, written, problems: [problem], save };
}

const noSettings = { settings: null, written: null } as const;

function isFromNewerVersion(text: string): boolean {
  try {
    return versionOf(JSON.parse(text)) > settingsVersion;
  } catch {
    return false;
  }
}

function versionOf(json: unknown): number {
  if (typeof json !== 'object' || json === null || !('version' in json)) return 1;
  return typeof json.version === 'number' && Number.isInteger(json.version) && json.version >= 1 ? json.version : 1;
}
