/** Reads the settings from a given file or from the data directory, and applies the flags. */

import { join, resolve } from 'node:path';
import { say } from '../core/language/say.ts';
import type { Problem } from '../core/problem.ts';
import { readFileIfExists } from '../disk/atomicFile.ts';
import type { Ports } from '../engine/ports.ts';
import { readSettings, type Settings } from '../engine/settings/settings.ts';
import { openSettingsFile, readConfiguration, writeConfiguration } from '../engine/settings/settingsFile.ts';
import type { SettingsStorage } from '../engine/settings/settingsStorage.ts';
import type { HeadlessOptions } from './options.ts';

/** Command-line values that override the file. */
export type Flags = Pick<HeadlessOptions, 'feedPort' | 'controlPort' | 'webhookPort' | 'host' | 'isFeedOpen'>;

export type ValidConfig = {
  /** The settings file. */
  readonly file: string;
  readonly settings: Settings;
  readonly settingsStorage: SettingsStorage;
  readonly problems: readonly Problem[];
  readonly faults: null;
};
export type OpenedConfig = ValidConfig | { readonly settings: null; readonly faults: readonly string[] };

/** An invalid configuration; the message has one line for each fault. */
export class ConfigurationFault extends Error {
  override readonly name = 'ConfigurationFault';
}

/** Throws ConfigurationFault if the configuration is not valid. */
export function requireValid(opened: OpenedConfig): ValidConfig {
  if (opened.settings === null) throw new ConfigurationFault(opened.faults.join('\n'));
  return opened;
}

/** Opens a configuration file. Changes made while running are written back to it. */
export async function openConfigFile(path: string, flags: Flags): Promise<OpenedConfig> {
  const file = resolve(path);
  try {
    const { settings, written, faults } = await readConfiguration(file);
    if (settings === null)
      return {
        settings,
        faults: faults.map(({ path, message }) => [file, path, message].filter((part) => part !== '').join(': ')),
      };
    let savedText = (await readFileIfExists(file))?.toString('utf8') ?? '';
    const save: SettingsStorage['save'] = async (document) => {
      savedText = await writeConfiguration(file, savedText, document);
    };
    return openConfig(file, settings, { written, save }, flags, []);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return {
      settings: null,
      faults: [
        say('{file}: can’t be read ({reason}). Check the file, or choose another with --config.', { file, reason }),
      ],
    };
  }
}

/** Opens the settings in the data directory, or the defaults. Rejects with the system’s error. */
export async function openOwnConfig(
  directory: string,
  flags: Flags,
  ports: Pick<Ports, 'clock'>,
): Promise<ValidConfig> {
  const file = join(directory, 'settings.json');
  const { saved, written, problems, save } = await openSettingsFile(file, ports);
  const { settings } = saved === null ? readSettings({}) : { settings: saved };
  if (settings === null) throw new Error('the default settings are not valid');
  return openConfig(file, settings, { written: written ?? {}, save }, flags, problems);
}

function openConfig(
  file: string,
  settings: Settings,
  storage: Pick<SettingsStorage, 'written' | 'save'>,
  flags: Flags,
  problems: readonly Problem[],
): ValidConfig {
  const applyOverrides: SettingsStorage['applyOverrides'] = (read) => withFlags(read, flags);
  const settingsStorage = { ...storage, applyOverrides };
  return { file, settings: applyOverrides(settings), settingsStorage, problems, faults: null };
}

function withFlags(settings: Settings, flags: Flags): Settings {
  const { source, feedServer, desk } = settings;
  return {
    ...settings,
    source: { ...source, push: { ...source.push, port: flags.webhookPort ?? source.push.port } },
    feedServer: {
      ...feedServer,
      host: flags.host ?? feedServer.host,
      port: flags.feedPort ?? feedServer.port,
      allowWithoutToken: flags.isFeedOpen || feedServer.allowWithoutToken,
    },
    desk: { ...desk, port: flags.controlPort ?? desk.port },
  };
}
