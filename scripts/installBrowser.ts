/** Provides a Chromium for the browser tests: the system’s, Playwright’s, or one installed now. */
import { existsSync } from 'node:fs';
import { hasBrowser, hasHeadlessShell } from './findBrowser.ts';
import { run, runNode, toolPath } from './runTool.ts';

/** Resolves with `true` once a browser is available. Reports each step on stderr. */
export async function ensureBrowser(): Promise<boolean> {
  if (hasHeadlessShell()) return true;
  if (isDebianRoot()) {
    process.stderr.write('Chromium’s headless shell is not installed; installing the Debian package …\n');
    const quiet = { output: 'stderr', environment: { DEBIAN_FRONTEND: 'noninteractive' } } as const;
    await run('apt-get', ['update', '-qq'], quiet);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], quiet);
  }
  if (hasBrowser()) return true;
  process.stderr.write('Chromium is not installed; downloading Playwright’s build …\n');
  const dependencyFlag = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
  await runNode(toolPath('@playwright/test', 'cli.js'), ['install', ...dependencyFlag, 'chromium'], {
    output: 'stderr',
    environment: {},
  });
  if (hasBrowser()) return true;
  process.stderr.write(
    'Chromium could not be installed, and the browser tests need it. Install Chromium as /usr/bin/chromium.\n',
  );
  return false;
}

function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
