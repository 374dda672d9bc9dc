/** The desktop app in real Electron; skipped without a runtime or a display. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { _electron, expect, test } from '@playwright/test';
import { canShowWindow, findElectron } from '../../scripts/findElectron.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const electron = findElectron(process.env, process.platform);
const hasDisplay = canShowWindow(process.env, process.platform);
const skipReason =
  electron === null
    ? 'there is no Electron runtime (run npx install-electron, or set ELECTRON_EXEC_PATH)'
    : hasDisplay
      ? null
      : 'there is no display (use xvfb-run)';
if (skipReason !== null && process.env['REQUIRE_ELECTRON'] === '1')
  throw new Error(`REQUIRE_ELECTRON=1, but ${skipReason}`);

test('the window shows the demo, has no access to Node and cannot reach the network', async () => {
  test.skip(skipReason !== null, skipReason ?? '');
  const folder = createTemporaryFolder('electron');
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const app = await _electron.launch({
    executablePath: electron ?? '',
    args: [
      resolve('.'),
      '--data-dir',
      folder,
      '--feed-port',
      '0',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    const page = await app.firstWindow();
    await expect(page).toHaveURL('greenroom://desk/');
    await expect(page.getByRole('listbox', { name: /^live/i }).getByRole('option').first()).toBeVisible();
    await expect(page.getByText('Luca Moretti').first()).toBeVisible();
    expect(
      await page.evaluate(() => [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')]),
    ).toEqual(['undefined', 'undefined']);
    const canReach = (address: string): Promise<boolean> =>
      fetch(address)
        .then(({ ok }) => ok)
        .catch(() => false);
    expect(await canReach(outside)).toBe(true);
    expect(await page.evaluate(canReach, outside)).toBe(false);
    expect(await page.evaluate((address) => window.open(address) === null, outside)).toBe(true);
    expect(requests, 'only this test’s own request').toBe(1);
    await page.screenshot({ path: test.info().outputPath('desktop.png') });
  } finally {
    await app.close();
    server.close();
  }
});
