/** The configuration file and the flags over it, as settings, or a line for each fault. */
import { readFile } from 'node:fs/promises';
import { readSettings, type Settings } from '../engine/record/settings.ts';
import type { HeadlessOptions } from './options.ts';

export type ReadConfig =
  | { readonly settings: Settings; readonly faults: null }
  | { readonly settings: null; readonly faults: readonly string[] };

/** Reads the file (none: all defaults) and lays the flags over it. */
export async function readConfig(options: HeadlessOptions): Promise<ReadConfig> {
  const file = options.configFile;
  const input = file === null ? { value: {}, fault: null } : await readJson(file);
  if (input.fault !== null) return { settings: null, faults: [input.fault] };
  const { settings, faults } = readSettings(input.value);
  if (settings === null) {
    return { settings: null, faults: faults.map(({ path, message }) => `${file ?? 'settings'}: ${path}: ${message}`) };
  }
  return { settings: withFlags(settings, options), faults: null };
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

async function readJson(
  file: string,
): Promise<{ readonly value: unknown; readonly fault: null } | { readonly value: null; readonly fault: string }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { value: null, fault: `${file}: cannot be read (${why}); give an existing file with --config` };
  }
  try {
    return { value: JSON.parse(text), fault: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { value: null, fault: `${file}: $: is not JSON (${why}); mend it, or start from the example in README.md` };
  }
}
