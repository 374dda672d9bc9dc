/** The app’s own questions: why it cannot start, and whether to quit. */

import { app, type BrowserWindow, dialog } from 'electron';
import { say } from '../core/language/say.ts';
import type { QuitQuestion } from '../start/desktop/quitQuestion.ts';
import { relaunchApp } from '../start/desktop/relaunch.ts';
import { describeStartFault, type WayOut, withDataDirectory } from '../start/desktop/startFault.ts';

/** Runs `start` until it works. If the operator gives up, exits with the codes of headless and resolves with `null`. */
export async function startOrExplain<Started>(
  start: () => Promise<Started>,
  canChooseFolder: boolean,
): Promise<Started | null> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const { message, detail, waysOut, exitCode } = describeStartFault(error, canChooseFolder);
      process.stderr.write(`${detail}\n`);
      const { response } = await dialog.showMessageBox({
        ...{ type: 'error', title: 'Greenroom', message, detail, buttons: waysOut.map(({ label }) => label) },
        ...{ defaultId: 0, cancelId: waysOut.length - 1, noLink: true },
      });
      const way: WayOut = waysOut[response]?.way ?? 'quit';
      if (way === 'tryAgain') continue;
      const folder = way === 'chooseFolder' ? await chooseFolder() : null;
      if (way === 'chooseFolder' && folder === null) continue;
      if (folder !== null) relaunchApp(app, process.env, withDataDirectory(process.argv.slice(1), folder), null);
      app.exit(folder === null ? exitCode : 0);
      return null;
    }
  }
}

async function chooseFolder(): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({
    ...{ title: say('Folder for Greenroom’s data'), properties: ['openDirectory', 'createDirectory'] },
  });
  return filePaths[0] ?? null;
}

/** Says that the start waits for the disk, until `over`. Not on macOS, where a box without a window would stop the start; there the dock can quit. */
export async function offerToQuit(folder: string, over: AbortSignal): Promise<void> {
  if (process.platform === 'darwin' || over.aborted) return;
  const { response } = await dialog.showMessageBox({
    ...{ type: 'warning', title: 'Greenroom', message: say('The disk isn’t responding'), signal: over },
    detail: say(
      'Greenroom can’t start yet and serves nothing. Check the disk of {folder}: the start goes on when it responds.',
      { folder },
    ),
    ...{ buttons: [say('Keep waiting'), say('Quit')], defaultId: 0, cancelId: 0, noLink: true },
  });
  if (response === 1) app.quit();
}

/** Without its window, a question would stop the engine on macOS until it is answered. */
export async function askToQuit(window: BrowserWindow, { message, detail, buttons }: QuitQuestion): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    ...{ type: 'warning', title: say('Quit Greenroom'), message, detail, buttons: [...buttons] },
    ...{ defaultId: 0, cancelId: 0, noLink: true },
  });
  return response === 1;
}
