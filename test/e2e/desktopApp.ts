/** Starts the built desktop app under the stand-in for Electron and connects Playwright to its window. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { compileCache } from '../compileCache.ts';
import { endChromium } from '../standIn/endChromium.ts';
import type { Report, StandInSettings } from '../standIn/test.ts';

export const deskPage = 'https://desk.greenroom.test/';

export type DesktopSettings = Partial<Omit<StandInSettings, 'userData'>> & {
  /** The folder with `out` and `package.json`; the product’s own, or a copy with a planted fault. */
  readonly root?: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

export type Desktop = {
  /** Everything that the stand-in reported so far. */
  readonly all: () => readonly Report[];
  readonly reports: (event: string) => readonly Report[];
  /** Resolves with the first report that fits, or rejects when the app has ended without one. */
  readonly waitFor: (event: string, fits?: (report: Report) => boolean) => Promise<Report>;
  readonly call: (name: string, ...args: readonly unknown[]) => Promise<unknown>;
  /** Connects to the window’s page; again after a crash. */
  readonly openPage: () => Promise<Page>;
  /** Like `openPage`; leaves the setup of a first start. */
  readonly openDesk: () => Promise<Page>;
  readonly feed: () => string;
  readonly readLog: () => string;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  /** Quits the app; fails if it called something that the stand-in lacks. */
  readonly stop: () => Promise<void>;
};

/** `folder` is the app’s data directory. Resolves when the process has started. */
export async function startDesktop(folder: string, settings: DesktopSettings): Promise<Desktop> {
  const { root = resolve('.'), args = [], environment = {}, ...rest } = settings;
  const standIn: StandInSettings = {
    ...{
      isPackaged: false,
      keychain: 'gnome_libsecret',
      switches: [],
      canaries: [],
      userData: join(folder, 'userData'),
    },
    ...rest,
  };
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...['--import', pathToFileURL(resolve('test/standIn/register.ts')).href, join(root, 'out/main/index.js')],
      ...['--data-dir', folder, '--feed-port', '0', ...args],
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...compileCache,
        PATH: `${createTrayHost(folder)}${delimiter}${process.env['PATH']}`,
        ELECTRON_STAND_IN: JSON.stringify(standIn),
        ...environment,
      },
    },
  );
  const all: Report[] = [];
  const listeners = new Set<() => void>();
  let hasEnded = false;
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  child.on('message', (report: Report) => {
    all.push(report);
    notify();
  });
  const exited = new Promise<number | null>((done) => {
    child.once('exit', (code) => {
      hasEnded = true;
      done(code);
      notify();
    });
  });
  const waitFor: Desktop['waitFor'] = (event, fits = () => true) =>
    new Promise((done, failed) => {
      const check = (): void => {
        const found = all.find((report) => report.event === event && fits(report));
        if (found === undefined && !hasEnded) return;
        listeners.delete(check);
        if (found === undefined) failed(new Error(`the app ended without ${event}`));
        else done(found);
      };
      listeners.add(check);
      check();
    });

  let lastCall = 0;
  const call: Desktop['call'] = async (name, ...callArgs) => {
    lastCall += 1;
    const id = lastCall;
    child.send({ id, name, args: callArgs });
    const { value, error } = await waitFor('reply', (report) => report['id'] === id);
    if (error !== undefined) throw new Error(String(error));
    return value;
  };

  const browsers: Browser[] = [];
  const openPage: Desktop['openPage'] = async () => {
    const { address } = await waitFor('chromium');
    await waitFor('loaded');
    const browser = await chromium.connectOverCDP(String(address));
    browsers.push(browser);
    const pages = browser.contexts().flatMap((context) => context.pages());
    const page = pages.find((candidate) => candidate.url().startsWith(deskPage));
    if (page === undefined) throw new Error(`no window shows the desk: ${pages.map((other) => other.url())}`);
    return page;
  };

  const logFile = join(folder, 'logs', 'greenroom.log');
  const readLog = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  return {
    all: () => all,
    reports: (event) => all.filter((report) => report.event === event),
    waitFor,
    call,
    openPage,
    openDesk: async () => {
      const page = await openPage();
      await leaveSetup(page);
      return page;
    },
    // A second start writes to the same log.
    feed: () => [...readLog().matchAll(/"feed":"(http:[^"]+)"/g)].at(-1)?.[1] ?? '',
    readLog,
    exited,
    stop: async () => {
      await Promise.all(browsers.map((browser) => browser.close().catch(() => undefined)));
      if (!hasEnded) child.kill('SIGTERM');
      await exited;
      for (const { pid } of all.filter(({ event }) => event === 'chromium')) await waitUntilEnded(Number(pid));
      const unknown = all.filter(({ event }) => event === 'unknownMember').map(({ name }) => name);
      if (unknown.length > 0) throw new Error(`the app used what the stand-in lacks: ${unknown.join(', ')}`);
    },
  };
}

/** Waits for the desk’s lists, and leaves the setup if it is open. */
export async function leaveSetup(page: Page): Promise<void> {
  const posts = page.getByRole('listbox', { name: /^live/i }).getByRole('option');
  const leave = page.getByRole('button', { name: /^Leave setup/ });
  await expect(posts.or(leave).first()).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await expect(posts.first()).toBeVisible();
}

/** Windows ends the app without a chance to end its Chromium, which would keep its files open. */
async function waitUntilEnded(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 100 && endChromium(pid); attempt += 1) await sleep(50);
}

/** On Linux, the app calls `dbus-send` to find out whether something shows tray icons. Returns the folder of a program that says yes. */
function createTrayHost(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'dbus-send'), '#!/bin/sh\necho boolean true\n', { mode: 0o755 });
  return bin;
}
