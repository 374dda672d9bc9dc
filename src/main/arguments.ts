/** The flags of the desktop app: those of headless that make sense here, among whatever the runtime was given. */
import { parseArgs } from 'node:util';

export type DesktopArguments = {
  /** Settings to use instead of those that the app keeps. */
  readonly configFile: string | null;
  readonly dataDir: string | null;
  readonly isDemo: boolean;
  readonly feedPort: number | null;
};

/** Reads what is ours and leaves the rest to the runtime. */
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
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const port = text(values['feed-port']);
  return {
    configFile: text(values.config),
    dataDir: text(values['data-dir']),
    isDemo: values.demo === true,
    feedPort: port !== null && /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? Number(port) : null,
  };
}
