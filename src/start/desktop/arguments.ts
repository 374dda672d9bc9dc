/** Parses the desktop app’s flags, a subset of the headless ones, and ignores Electron’s own. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type DesktopArguments = {
  /** Settings file to use instead of the app’s own. */
  readonly configFile: string | null;
  readonly dataDir: string | null;
  readonly isDemo: boolean;
  readonly feedPort: number | null;
};

export function readArguments(args: readonly string[]): DesktopArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: { type: 'string' },
      'data-dir': { type: 'string' },
      demo: { type: 'boolean' },
      'feed-port': { type: 'string' },
    },
    strict: false,
    allowPositionals: true,
  });
  const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const pathOrNull = (value: unknown): string | null => {
    const path = textOrNull(value);
    return path === null ? null : resolve(path);
  };
  const port = textOrNull(values['feed-port']);
  return {
    configFile: pathOrNull(values.config),
    dataDir: pathOrNull(values['data-dir']),
    isDemo: values.demo === true,
    feedPort: port !== null && /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? Number(port) : null,
  };
}

/** The flags that `readArguments` reads as these. */
export function toFlags({ configFile, dataDir, isDemo, feedPort }: DesktopArguments): readonly string[] {
  return [
    ...(configFile === null ? [] : [`--config=${configFile}`]),
    ...(dataDir === null ? [] : [`--data-dir=${dataDir}`]),
    ...(isDemo ? ['--demo'] : []),
    ...(feedPort === null ? [] : [`--feed-port=${feedPort}`]),
  ];
}
