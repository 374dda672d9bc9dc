/** The app of the stand-in: life cycle, single instance, paths and switches. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLoud } from './loud.ts';
import { answerCalls, report, settings } from './test.ts';

/** How often the first instance looks for messages of others. */
const instanceCheckMs = 50;

// An installed app has no argument for its folder.
if (settings.isPackaged) process.argv.splice(1, 1);
// Plain Node has no such folder, which installers and the updater use.
Object.assign(process, { resourcesPath: join(settings.userData, 'resources') });
export const switches = new Set(settings.switches);
const paths = new Map([['userData', settings.userData]]);
let loginItem: Readonly<Record<string, unknown>> = { openAtLogin: false, wasOpenedAtLogin: false };

type Closable = { readonly close: () => void; readonly isDestroyed: () => boolean };
/** Open windows; each adds and removes itself. */
export const openWindows = new Set<Closable>();

export const app = makeLoud(
  'app',
  Object.assign(new EventEmitter(), {
    isPackaged: settings.isPackaged,
    name: 'Greenroom',
    commandLine: makeLoud('app.commandLine', {
      removeSwitch: (name: string) => void switches.delete(name),
      appendSwitch: (name: string) => void switches.add(name),
      hasSwitch: (name: string) => switches.has(name),
    }),
    whenReady: async () => report('ready', { switches: [...switches] }),
    isReady: () => true,
    enableSandbox: () => report('sandbox', {}),
    requestSingleInstanceLock: takeInstanceLock,
    setPath: (name: string, path: string) => void paths.set(name, path),
    getPath: (name: string) => paths.get(name) ?? (name === 'temp' ? tmpdir() : join(readPath('userData'), name)),
    getVersion: () => '0.0.0',
    getName: () => 'Greenroom',
    getAppPath: () => settings.userData,
    getLocale: () => 'en-GB',
    getPreferredSystemLanguages: () => ['en-GB'],
    setAppUserModelId: () => undefined,
    setLoginItemSettings: (next: Readonly<Record<string, unknown>>) => {
      loginItem = { ...loginItem, ...next };
      report('loginItem', loginItem);
    },
    getLoginItemSettings: () => loginItem,
    relaunch: () => report('relaunch', {}),
    focus: () => undefined,
    quit: () => quit(),
    exit,
  }),
);

function readPath(name: string): string {
  return paths.get(name) ?? settings.userData;
}

function quit(): void {
  for (const event of ['before-quit', 'will-quit']) {
    if (emitPreventable(app, event, {})) return;
    if (event === 'will-quit') break;
    for (const window of openWindows) window.close();
    if (openWindows.size > 0) return;
  }
  app.emit('quit', {}, 0);
  exit(0);
}

function exit(code: number): void {
  report('exit', { code });
  // The report is sent in a later turn.
  setImmediate(() => process.exit(code));
}

/** Emits an event that a listener can prevent; true if one did. */
export function emitPreventable(emitter: EventEmitter, name: string, details: object, ...args: unknown[]): boolean {
  let isPrevented = false;
  const preventDefault = (): void => {
    isPrevented = true;
  };
  emitter.emit(name, { ...details, preventDefault }, ...args);
  return isPrevented;
}

/** A file with the first instance’s process id, and next to it a message of each later one. */
function takeInstanceLock(): boolean {
  const folder = join(readPath('userData'), 'instance');
  const lock = join(folder, 'lock');
  mkdirSync(folder, { recursive: true });
  if (existsSync(lock) && isRunning(Number(readFileSync(lock, 'utf8')))) {
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(process.argv));
    return false;
  }
  writeFileSync(lock, String(process.pid));
  setInterval(() => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      const argv: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      rmSync(join(folder, name));
      app.emit('second-instance', {}, argv, process.cwd(), null);
    }
  }, instanceCheckMs).unref();
  return true;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

answerCalls('emitApp', (name: string, ...args: never[]) => emitPreventable(app, name, {}, ...args));
answerCalls('quit', () => quit());
