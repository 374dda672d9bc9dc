/** Sees to it that the browser tests have a Chromium: the system's, Playwright's own, or one installed now. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run, runNode, toolPath } from './runTool.ts';

const systemBrowsers: readonly string[] = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Whether a browser is there in the end. Says on stderr what it does. */
export async function ensureBrowser(): Promise<boolean> {
  if (hasBrowser()) return true;
  if (isDebianRoot()) {
    process.stderr.write('No Chromium is here; installing Debian’s …\n');
    const quiet = { output: 'errorOnly', environment: { DEBIAN_FRONTEND: 'noninteractive' } } as const;
    await run('apt-get', ['update', '-qq'], quiet);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
    if (hasBrowser()) return true;
  }
  process.stderr.write('No Chromium is here; fetching Playwright’s own …\n');
  const withSystemParts = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
  await runNode(toolPath('@playwright/test', 'cli.js'), ['install', ...withSystemParts, 'chromium'], {
    output: 'errorOnly',
    environment: {},
  });
  if (hasBrowser()) return true;
  process.stderr.write(
    'No Chromium could be installed. Install one as /usr/bin/chromium; the browser tests fail without it.\n',
  );
  return false;
}

function hasBrowser(): boolean {
  return systemBrowsers.some((path) => existsSync(path)) || existsSync(chromium.executablePath());
}

function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
