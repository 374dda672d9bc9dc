/** The settings on disk: read with every fault named, written whole, the version before kept. */
import { dirname } from 'node:path';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { makeDirectory, readWhole, writeAtomicKeepingPrevious } from '../../disk/atomicFile.ts';
import { setAside } from '../../disk/quarantine.ts';
import type { Ports } from '../ports.ts';
import { readSettings, type Settings, type SettingsFault } from './settings.ts';

/** Version of the schema in settings.ts. A change of it comes with a step in `steps` and a fixture of the version before. */
export const settingsVersion = 1;

export type ReadConfiguration =
  | { readonly settings: Settings; readonly faults: null }
  | { readonly settings: null; readonly faults: readonly SettingsFault[] };

/** Reads a configuration file that a person wrote. It is never touched, whatever is in it. Rejects with the system's error. */
export async function readConfiguration(path: string): Promise<ReadConfiguration> {
  const bytes = await readWhole(path);
  if (bytes === null) return { settings: null, faults: [{ path: '$', message: `there is no file ${path}` }] };
  return parseConfiguration(bytes.toString('utf8'));
}

/** Reads settings from JSON text of this version or an older one; or every fault of it. */
export function parseConfiguration(text: string): ReadConfiguration {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const what = error instanceof Error ? error.message : 'unreadable';
    return { settings: null, faults: [{ path: '$', message: `must be JSON: ${what}` }] };
  }
  const version = versionOf(json);
  if (version > settingsVersion) {
    const message = `is ${version}, of a newer Greenroom; this one knows versions up to ${settingsVersion}`;
    return { settings: null, faults: [{ path: '$.version', message }] };
  }
  return readSettings(upgradeSettings(json, version));
}

/** Brings settings of an older version to the present one. */
export function upgradeSettings(json: unknown, version: number): unknown {
  return steps.slice(version - 1).reduce<unknown>((older, upgrade) => upgrade(older), json);
}

/** `steps[0]` leads from version 1 to 2, and so on. */
const steps: readonly ((older: unknown) => unknown)[] = [];

export type SettingsFile = {
  /** What was in it; null when there was none that could be read. */
  readonly saved: Settings | null;
  readonly problems: readonly Problem[];
  /** Resolves when they are on disk. Rejects with the system's error, or when the file is a newer Greenroom's. */
  readonly save: (settings: Settings) => Promise<void>;
};

/** Opens the settings that Greenroom itself keeps. What cannot be read is set aside and the version before is used. */
export async function openSettingsFile(path: string, ports: Pick<Ports, 'clock'>): Promise<SettingsFile> {
  await makeDirectory(dirname(path));
  const at = new Date(ports.clock.now()).toISOString();
  const file = path.slice(dirname(path).length + 1);
  let isNewer = false;
  let queue: Promise<void> = Promise.resolve();
  const save = (settings: Settings): Promise<void> => {
    if (isNewer) return Promise.reject(new Error(`${file} was written by a newer Greenroom and is left as it is`));
    const written = queue.then(() => writeAtomicKeepingPrevious(path, `${JSON.stringify(settings, null, 2)}\n`));
    queue = written.catch(() => undefined);
    return written;
  };
  const text = (await readWhole(path))?.toString('utf8') ?? null;
  if (text !== null && isOfNewer(text)) {
    isNewer = true;
    return { saved: null, problems: [describeProblem('DISK_FILE_NEWER', file, at, { file })], save };
  }
  const read = text === null ? null : parseConfiguration(text);
  if (read === null || read.settings !== null) return { saved: read?.settings ?? null, problems: [], save };
  const kept = await setAside(path);
  const before = (await readWhole(`${path}.previous`))?.toString('utf8') ?? null;
  const previous = before === null ? null : parseConfiguration(before).settings;
  const used = previous === null ? 'The defaults are used.' : 'The settings before the last change are used.';
  return { saved: previous, problems: [describeProblem('DISK_FILE_CORRUPT', file, at, { file, kept, used })], save };
}

function isOfNewer(text: string): boolean {
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
