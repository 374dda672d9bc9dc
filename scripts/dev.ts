/** `npm run dev`: the desktop app with hot reload; a plain word where there is no runtime to show it. */
import { findElectron, hasScreen } from './findElectron.ts';
import { runNode, toolPath } from './runTool.ts';

const electron = findElectron(process.env, process.platform);
if (electron === null) {
  process.stderr.write(
    'No Electron runtime is here, so there is nothing to reload. Fetch one with `npx install-electron`, or work on the desk in a browser with `npm run headless -- --demo`.\n',
  );
  process.exitCode = 1;
} else if (!hasScreen(process.env, process.platform)) {
  process.stderr.write('There is no screen to open a window on. Use `npm run headless -- --demo` and a browser.\n');
  process.exitCode = 1;
} else {
  process.exitCode = await runNode(
    toolPath('electron-vite', 'bin/electron-vite.js'),
    ['dev', ...process.argv.slice(2)],
    { output: 'inherit', environment: { ELECTRON_EXEC_PATH: electron } },
  );
}
