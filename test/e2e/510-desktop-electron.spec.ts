/** The desktop app in real Electron; skipped without a runtime or a display. */
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
    await expect(page.locator('#desk')).not.toBeEmpty();
    expect(
      await page.evaluate(() => [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')]),
    ).toEqual(['undefined', 'undefined']);
    expect(
      await page.evaluate(() =>
        fetch('https://external.example/').then(
          () => 'reached',
          () => 'refused',
        ),
      ),
    ).toBe('refused');
    expect(await page.evaluate(() => window.open('https://external.example/') === null)).toBe(true);
    await page.screenshot({ path: test.info().outputPath('desktop.png') });
  } finally {
    await app.close();
  }
});
