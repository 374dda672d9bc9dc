/** Starts the app again when it has ended. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The part of Electron’s `app` that is used here. */
type AppLike = { readonly relaunch: (options: { args: string[] }) => void };

/** Its input is closed when the app has ended. Then it becomes the AppImage, with no part of the old mount. */
const waitThenRun = 'cat > /dev/null; exec "$0" "$@" < /dev/null';

/**
 * The caller must end the app next. `args` are those of the next start, without the program.
 * `keptImage` is a copy of this AppImage, in case an update has already removed it.
 */
export function relaunchApp(
  app: AppLike,
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  keptImage: string | null,
): void {
  const image = environment['APPIMAGE'];
  if (image === undefined || image === '') {
    app.relaunch({ args: [...args] });
    return;
  }
  // Electron would wait with a copy of the program in a mount that ends with the app.
  const program = existsSync(image) ? image : (keptImage ?? image);
  spawn('/bin/sh', ['-c', waitThenRun, program, ...args], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}
