/** The configuration file and the flags over it, as settings, or a line for each fault. */
import { readSettings, type Settings } from '../engine/record/settings.ts';
import { readConfiguration } from '../engine/record/settingsFile.ts';
import type { HeadlessOptions } from './options.ts';

export type ReadConfig =
  | { readonly settings: Settings; readonly faults: null }
  | { readonly settings: null; readonly faults: readonly string[] };

/** Reads the file (none: all defaults) and lays the flags over it. */
export async function readConfig(options: HeadlessOptions): Promise<ReadConfig> {
  const file = options.configFile;
  try {
    const { settings, faults } = file === null ? readSettings({}) : await readConfiguration(file);
    if (settings !== null) return { settings: withFlags(settings, options), faults: null };
    return { settings: null, faults: faults.map(({ path, message }) => `${file}: ${path}: ${message}`) };
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { settings: null, faults: [`${file}: cannot be read (${why}); give a file that can be read with --config`] };
  }
}

function withFlags(settings: Settings, options: HeadlessOptions): Settings {
  const { source, feedServer, desk } = settings;
  return {
    ...settings,
    source: { ...source, push: { ...source.push, port: options.webhookPort ?? source.push.port } },
    feedServer: {
      ...feedServer,
      host: options.host ?? feedServer.host,
      port: options.feedPort ?? feedServer.port,
    },
    desk: { ...desk, port: options.controlPort ?? desk.port },
  };
}
