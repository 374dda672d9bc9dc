/** Finds an Electron runtime and a display without importing the package, which would try to download one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runTool.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the path of the runtime, or `null` if none is installed. `ELECTRON_EXEC_PATH` and `ELECTRON_OVERRIDE_DIST_PATH` take precedence. */
export function findElectron(environment: Environment, platform: NodeJS.Platform): string | null {
  const named = environment['ELECTRON_EXEC_PATH'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : programName(platform);
  const path = join(environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), program);
  return existsSync(path) ? path : null;
}

/** Whether a window can be shown. On Linux, a local X display counts only while its socket exists. */
export function canShowWindow(environment: Environment, platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return true;
  if (isSet(environment['WAYLAND_DISPLAY'])) return true;
  const display = environment['DISPLAY'];
  if (!isSet(display)) return false;
  const local = /^(?:unix)?:(\d+)/.exec(display ?? '');
  return local?.[1] === undefined || existsSync(`/tmp/.X11-unix/X${local[1]}`);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function programName(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'electron.exe';
  return platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}
