/** Finds the Chromium of the browser tests, the benchmarks and the pictures. */
import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';

/** Chromium without windows, which takes half of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';
/** Chrome first: it plays every video, and a Chromium of a runner has no H.264. */
const wholeBrowsers = ['/usr/bin/google-chrome', '/usr/bin/chromium'];

/** Playwright downloads its headless shell with its Chromium. */
const hasDownload = (): boolean => existsSync(chromium.executablePath());

export const hasHeadlessShell = (): boolean => existsSync(headlessShell) || hasDownload();
export const hasBrowser = (): boolean => hasHeadlessShell() || wholeBrowsers.some((path) => existsSync(path));

/** Launches the installed headless shell, else Playwright's, else a whole browser. */
export function launchOptions(): LaunchOptions {
  const executablePath = [headlessShell, ...(hasDownload() ? [] : wholeBrowsers)].find((path) => existsSync(path));
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The same text on every system.
      '--font-render-hinting=none',
    ],
  };
}
