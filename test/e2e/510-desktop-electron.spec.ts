/** The desktop app in real Electron: what the stand-in can only imitate. Skipped without a runtime or a display. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { canShowWindow, findElectron } from '../../scripts/findElectron.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { leaveSetup } from './desktopApp.ts';

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

let folder: string;
let app: ElectronApplication;
let page: Page;
test.beforeEach(async () => {
  test.skip(skipReason !== null, skipReason ?? '');
  folder = createTemporaryFolder('electron');
  app = await _electron.launch({ executablePath: electron ?? '', args: listArguments() });
  page = await app.firstWindow();
  await leaveSetup(page);
});
test.afterEach(async () => {
  if (skipReason === null) await app.close();
});

// Nobody can answer the system’s question about a keychain.
const listArguments = (): string[] => [
  ...[resolve('.'), '--data-dir', folder, '--feed-port', '0', '--password-store=basic', '--use-mock-keychain'],
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

test('the window shows the demo, has no access to Node and cannot reach the network', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    await expect(page).toHaveURL('greenroom://desk/');
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
    server.close();
  }
});

test('Electron itself reports the sandbox, the isolation and a session without a cache', async () => {
  const names = ['contextIsolation', 'sandbox', 'nodeIntegration', 'webSecurity', 'webviewTag'];
  // The method is not in Electron’s types.
  const preferences = await app.evaluate(
    ({ webContents }, wanted) =>
      webContents.getAllWebContents().map((contents) => {
        const all = Reflect.get(contents, 'getLastWebPreferences').call(contents) ?? {};
        return Object.fromEntries(wanted.map((name) => [name, all[name]]));
      }),
    names,
  );
  const safe = { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true, webviewTag: false };
  expect(preferences).toEqual([safe]);
  expect(await app.evaluate(({ session }) => session.fromPartition('persist:desk').getCacheSize())).toBe(0);
});

test('the app’s own scheme has its content policy, serves parts of videos, and leads nowhere else', async () => {
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(await page.evaluate(async () => (await fetch('/..%2f..%2fpackage.json')).status)).toBe(404);
  const media = await page
    .locator('img[src*="/media/"]')
    .first()
    .evaluate((image) => (image as HTMLImageElement).src);
  const part = await page.evaluate(async (address) => {
    const response = await fetch(address, { headers: { range: 'bytes=0-9' } });
    return { status: response.status, length: (await response.arrayBuffer()).byteLength };
  }, media);
  expect(part).toEqual({ status: 206, length: 10 });
  for (const address of ['https://external.example/', 'greenroom://other/', 'file:///etc/passwd', 'smb://a/b'])
    await page.evaluate((url) => window.location.assign(url), address);
  const blob = (): void => window.location.assign(URL.createObjectURL(new Blob(['<h1>x'], { type: 'text/html' })));
  await page.evaluate(blob);
  await page.waitForTimeout(1000);
  await expect(page).toHaveURL('greenroom://desk/');
  expect(app.windows()).toHaveLength(1);
});

test('a page gets no position, camera, notification or clipboard', async () => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'camera', 'microphone', 'notifications', 'midi', 'clipboard-read'];
    return Promise.all(
      names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
    );
  });
  expect(states).not.toContain('granted');
  const refusal = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'given',
      (error: Error) => error.name,
    ),
  );
  expect(refusal).not.toBe('given');
});

test('a page that crashed is loaded again and connected to the engine', async () => {
  await app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer());
  // Playwright does not follow a page over a crash.
  const countPosts = () =>
    app.evaluate(async ({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return 0;
      return contents.executeJavaScript('document.querySelectorAll("[role=option]").length') as Promise<number>;
    });
  await expect.poll(countPosts, { timeout: 30_000 }).toBeGreaterThan(0);
});

test('a second start ends and brings the hidden window back', async () => {
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await isVisible()).toBe(false);
  const second = spawn(electron ?? '', [...listArguments()], { stdio: 'ignore' });
  expect(await new Promise((done) => second.once('exit', done))).toBe(0);
  await expect.poll(isVisible).toBe(true);
});

test('without the system’s keychain, no secret is written', async () => {
  test.skip(process.platform !== 'linux', 'only Linux can run without a keychain');
  expect(await app.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend())).toBe('basic_text');
  expect(existsSync(join(folder, 'keychain.json'))).toBe(false);
});
