/** The archive of headless needs only Node: unpacked in an empty folder, it serves the feed and the desk. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { createTemporaryFolder } from '../temporaryFolder.ts';

test('the archive starts from an empty folder without npm or a build, and stops cleanly', async ({ page }) => {
  const node = process.execPath;
  const archive = execFileSync(node, ['--no-warnings', 'scripts/packHeadless.ts'], { encoding: 'utf8' }).trim();
  const folder = createTemporaryFolder('archive');
  // By a relative name: some tars read a Windows drive as the name of a host.
  copyFileSync(archive, join(folder, 'greenroom.tgz'));
  execFileSync('tar', ['-xzf', 'greenroom.tgz', '--strip-components=1'], { cwd: folder });
  const flags = [
    '--demo',
    '--ready-json',
    '--feed-port',
    '0',
    '--control-port',
    '0',
    '--data-dir',
    join(folder, 'data'),
  ];
  const child = spawn(node, ['greenroom.js', ...flags], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    const { feed, desk, token } = await new Promise<Record<string, string>>((resolve, reject) => {
      void ended.then((code) => reject(new Error(`exited with ${code} before it was ready`)));
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    });
    // It listens before the first poll has brought the posts.
    const countPosts = async (): Promise<number> => {
      const { items } = (await (await fetch(`${feed}/feeds/main/live.json`)).json()) as { items: readonly unknown[] };
      return items.length;
    };
    await expect.poll(countPosts).toBeGreaterThan(0);
    await page.goto(`${desk}/#token=${token}`);
    await expect(page.getByRole('listbox', { name: /^live/i }).getByRole('option').first()).toBeVisible();
    await page.goto(`${feed}/`);
    await expect(page.getByText('live.json').first()).toBeVisible();
  } finally {
    child.kill('SIGTERM');
  }
  // Windows has no SIGTERM: the process ends as if it was killed.
  expect(await ended).toBe(process.platform === 'win32' ? null : 0);
});
