/** Connects the stand-in with the test that started it: settings, reports to the test and calls from it. */

export type StandInSettings = {
  /** As in an installed app: no developer tools, no development server. */
  readonly isPackaged: boolean;
  /** `locked` has a backend that fails; `basic_text` is Linux without a keychain. */
  readonly keychain: 'gnome_libsecret' | 'basic_text' | 'locked';
  /** Electron’s folder of the app’s data before the app sets another. */
  readonly userData: string;
  /** Chromium’s switches on the command line, without dashes. */
  readonly switches: readonly string[];
  /** Secrets; a message to the page that contains one is reported. */
  readonly canaries: readonly string[];
};

const settingsVariable = 'ELECTRON_STAND_IN';

export const settings: StandInSettings = JSON.parse(process.env[settingsVariable] ?? '{}');

export type Call = { readonly id: number; readonly name: string; readonly args: readonly unknown[] };
export type Report = Readonly<Record<string, unknown>> & { readonly event: string };

/** Sends an event to the test; without one, prints it. */
export function report(event: string, facts: Readonly<Record<string, unknown>>): void {
  const line: Report = { event, ...facts };
  if (process.send === undefined) process.stdout.write(`${JSON.stringify(line)}\n`);
  else if (process.connected) process.send(line);
}

const calls = new Map<string, (...args: never[]) => unknown>();

/** Lets the test call a function by name. */
export function answerCalls(name: string, run: (...args: never[]) => unknown): void {
  calls.set(name, run);
}

process.on('message', (call: Call) => void answer(call));
// The test’s end must not leave an app behind, and the connection to it must not keep one running.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();

async function answer({ id, name, args }: Call): Promise<void> {
  try {
    const run = calls.get(name);
    if (run === undefined) throw new Error(`the stand-in answers no call ${name}`);
    report('reply', { id, value: (await run(...(args as never[]))) ?? null });
  } catch (error) {
    report('reply', { id, error: String(error) });
  }
}
