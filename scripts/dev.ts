/** `npm run dev`: opens the desktop app with hot reload, or says why it cannot. */
import { canShowWindow, findElectron } from './findElectron.ts';
import { runNode, toolPath } from './runTool.ts';

const electron = findElectron(process.env, process.platform);
if (electron === null) {
  process.stderr.write(
    'No Electron runtime is installed. Install one with `npx install-electron`, or open the desk in a browser with `npm run headless -- --demo`.\n',
  );
  process.exitCode = 1;
} else if (!canShowWindow(process.env, process.platform)) {
  process.stderr.write('No display is available. Open the desk in a browser with `npm run headless -- --demo`.\n');
  process.exitCode = 1;
} else {
  process.exitCode = await runNode(
    toolPath('electron-vite', 'bin/electron-vite.js'),
    ['dev', ...process.argv.slice(2)],
    { output: 'inherit', environment: { ELECTRON_EXEC_PATH: electron } },
  );
}
