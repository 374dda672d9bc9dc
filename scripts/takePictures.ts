/** `npm run pictures`: takes the README's pictures anew from the built product with its demo show. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { ensureBuilt } from './ensureBuilt.ts';
import { root } from './runTool.ts';

const folder = join(root, 'docs', 'pictures');
const chromiumPath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

const code = await ensureBuilt();
if (code !== 0) process.exit(code);
mkdirSync(folder, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'greenroom-pictures-'));
const flags = [
  '--demo',
  '--feed-port',
  '0',
  '--control-port',
  '0',
  '--data-dir',
  data,
  '--ready-json',
  '--log-level',
  'error',
];
const engine = spawn(process.execPath, [join(root, 'out/main/headless.js'), ...flags], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const ready = await new Promise<Record<string, string>>((resolve) => {
    createInterface({ input: engine.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
  const browser = await chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, bypassCSP: true });

  const overlay = await context.newPage();
  await overlay.goto(`${ready['feed']}/overlay/card?feed=main`);
  const desk = await context.newPage();
  await desk.goto(`${ready['desk']}/#token=${ready['token']}`);
  const live = desk.getByRole('listbox', { name: /^live/i });
  await live.getByRole('option').nth(6).waitFor();
  // The demo's rhythm moves its first post after some seconds: the line through the gutter is worth the wait.
  await desk.getByText('FROM STAGING').first().waitFor({ timeout: 60_000 });
  await desk.keyboard.press('n');
  await live.getByRole('option', { name: /Tom Okafor/ }).click();
  await desk.waitForTimeout(4000);
  await desk.screenshot({ path: join(folder, 'desk.png') });
  await desk.keyboard.press('h');
  await desk.waitForTimeout(500);

  // A still of the studio behind the card, as a mixer would have it.
  const ground = readFileSync(join(root, 'resources/demo/media/fireworks.gif')).toString('base64');
  await overlay.addStyleTag({
    content: `html { background: #0b0f1c url(data:image/gif;base64,${ground}) center / cover }`,
  });
  await overlay.waitForTimeout(1000);
  await overlay.screenshot({ path: join(folder, 'overlay-card.png') });
  await browser.close();
} finally {
  engine.kill('SIGTERM');
  await new Promise((resolve) => engine.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}
