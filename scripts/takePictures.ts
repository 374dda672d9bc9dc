/** `npm run pictures`: takes the documentation’s pictures; `-- FOLDER DESIGN` takes every state at each size, next to the design’s pictures. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureBuilt } from './ensureBuilt.ts';
import { launchOptions } from './findBrowser.ts';
import {
  takeNotRespondingPicture,
  takePushSetupPicture,
  takeSettingsPictures,
  takeTypingPictures,
} from './pictures/deskParts.ts';
import { panelPictures } from './pictures/pictureNames.ts';
import { root, runNode, toolPath } from './runTool.ts';

const folder = join(root, 'docs', 'pictures');
/** Long enough for the demo’s first automatic change. */
const longTimeout = { timeout: 60_000 };

type Program = { readonly ready: Readonly<Record<string, string>>; readonly stop: () => Promise<void> };

const [sizesFolder, designFolder] = process.argv.slice(2);
if (sizesFolder !== undefined)
  process.exit(await takeSizePictures(resolve(sizesFolder), designFolder === undefined ? null : resolve(designFolder)));
const code = await ensureBuilt();
if (code !== 0) process.exit(code);
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-pictures-'));
const freePorts = ['--feed-port', '0', '--control-port', '0', '--webhook-port', '0'];
const engine = await startProgram('headless', ['--demo', ...freePorts, '--log-level', 'error']);
const service = await startProgram('service', ['--fixtures', 'demo', '--port', '0']);
try {
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, bypassCSP: true });
  const overlay = await context.newPage();
  await overlay.goto(`${engine.ready['feed']}/overlay/card?feed=main`);
  await takeDeskPictures(context);
  await takePresenterPicture(browser);
  await takeFollowingPicture(browser);
  await takeOverlayPicture(overlay);
  await takeServicePicture(context);
  await takePushPicture(context);
  const feedPage = await context.newPage();
  await feedPage.goto(`${engine.ready['feed']}/`);
  await savePicture(feedPage, 'feed-page');
  await takeNotRespondingPicture(context, deskAddress(), savePicture);
  await takeNoConnectionPictures(context);
  await browser.close();
} finally {
  await Promise.all([engine.stop(), service.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Takes the pictures with the browser tests of the layout, and writes a contact sheet. */
async function takeSizePictures(pictures: string, design: string | null): Promise<number> {
  if (design !== null && !existsSync(design)) {
    process.stderr.write(`There is no folder ${design}. Name the folder of the design's pictures.\n`);
    return 2;
  }
  mkdirSync(pictures, { recursive: true });
  const tests = ['test', '300-', '--grep', 'builds|fits'];
  const result = await runNode(toolPath('@playwright/test', 'cli.js'), tests, {
    output: 'inherit',
    environment: { PICTURES: pictures },
  });
  const read = (path: string | null): readonly string[] =>
    path === null ? [] : readdirSync(path).filter((name) => name.endsWith('.png'));
  const stateOf = (file: string): string => file.replace(/(-\d+x\d+)?\.png$/, '').replace(/^authoring-/, 'service-');
  const files = [
    ...read(design).map((name) => join(design ?? '', name)),
    ...read(pictures).map((name) => join(pictures, name)),
  ];
  const states = [...new Set(read(pictures).map(stateOf))].map((state) => {
    const shown = files.filter((file) => stateOf(basename(file)) === state);
    const images = shown.map((file) => `<img src="${pathToFileURL(file).href}" title="${file}" height="480">`);
    return `<h2>${state}</h2>${images.join('\n')}`;
  });
  writeFileSync(join(pictures, 'index.html'), `<!doctype html><meta charset="utf-8">${states.join('\n')}`);
  return result;
}

async function takeDeskPictures(context: BrowserContext): Promise<void> {
  const desk = await context.newPage();
  await desk.goto(deskAddress());
  const live = desk.getByRole('listbox', { name: /^live/i });
  await live.getByRole('option').nth(6).waitFor();
  // The picture must show the line drawn through the gutter when a post moves from staging to live.
  await desk.getByText('FROM STAGING').first().waitFor(longTimeout);
  await desk.keyboard.press('n');
  await live.getByRole('option', { name: /Tom Okafor/ }).click();
  await desk.waitForTimeout(4000);
  await savePicture(desk, 'desk');

  await live.getByRole('option', { name: /Mira Solberg/ }).click();
  await desk.keyboard.press('Enter');
  // A video, its facts and a line for each program that reads the feed.
  await desk
    .getByText(/plays H\.264/)
    .first()
    .waitFor(longTimeout);
  await savePicture(desk, 'desk-detail');
  await desk.keyboard.press('Escape');
  await live.getByRole('option').nth(1).click();
  await live
    .getByRole('option')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await savePicture(desk, 'desk-several');
  await desk.keyboard.press('Escape');
  await takeTypingPictures(desk, savePicture);
  await live.getByRole('option', { name: /Mira Solberg/ }).click();
  await desk.keyboard.press('b');
  await desk.keyboard.press('w');
  await desk.getByText('Blocked').first().waitFor(longTimeout);
  await savePicture(desk, 'desk-kept-off');
  await desk.keyboard.press('Escape');
  for (const opened of ['source', 'addresses'] as const) {
    await desk.getByRole('button', { name: new RegExp(`Opens .*${opened}`) }).click();
    await savePicture(desk, panelPictures[opened]);
    await desk.keyboard.press('Escape');
  }
  await desk.keyboard.press('Shift+O');
  await savePicture(desk, 'desk-rotation');
  await desk.keyboard.press('Escape');
  // The fact that opened a panel has the focus again.
  await live.focus();
  await desk.keyboard.press('?');
  await savePicture(desk, 'desk-keys');
  await desk.keyboard.press('Escape');

  await desk.keyboard.press('h');
  await desk
    .getByText(/Live has changed/)
    .first()
    .waitFor(longTimeout);
  await savePicture(desk, 'desk-held');
  await desk.keyboard.press('r');
  await desk.getByText('Following live').first().waitFor(longTimeout);

  await desk.keyboard.press('F9');
  await savePicture(desk, 'desk-wall');
  await desk.keyboard.press('F2');
  await savePicture(desk, 'desk-recipes');
  await desk.keyboard.press('F3');
  await desk
    .getByText(/^(?:Ready|Not ready)/)
    .first()
    .waitFor(longTimeout);
  await savePicture(desk, 'desk-preflight');
  await desk.keyboard.press('F4');
  await savePicture(desk, 'desk-log');
  await desk.keyboard.press('F8');
  await takeSettingsPictures(desk, savePicture);
  await desk.keyboard.press('F6');
  await desk.getByText('crew picks').first().waitFor(longTimeout);
  await savePicture(desk, 'desk-collections');
  await desk.keyboard.press('F7');
  await desk.getByRole('option').nth(2).click();
  await savePicture(desk, 'desk-history');
  await desk.keyboard.press('x');
  await savePicture(desk, 'desk-as-run');
  await desk.keyboard.press('y');
  await desk
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await desk.getByText('REHEARSAL').first().waitFor(longTimeout);
  await desk.waitForTimeout(4000);
  await savePicture(desk, 'desk-rehearsal');
  await desk.keyboard.press('F4');
  await desk.getByRole('tab', { name: 'Figures' }).click();
  await savePicture(desk, 'desk-figures');
  await desk.keyboard.press('F8');
  await desk.getByRole('radiogroup', { name: 'Parts of the settings' }).getByText('Source', { exact: true }).click();
  await desk.getByRole('button', { name: 'Set up step by step' }).click();
  await savePicture(desk, 'desk-setup');
}

/** Ends the engine, so these must be its last pictures. */
async function takeNoConnectionPictures(context: BrowserContext): Promise<void> {
  const desk = await context.newPage();
  await desk.goto(deskAddress());
  await desk.getByRole('option').first().waitFor(longTimeout);
  await engine.stop();
  await desk
    .getByText(/No connection to Greenroom for [3-9] s/)
    .first()
    .waitFor(longTimeout);
  await savePicture(desk, 'desk-no-connection');
  await desk.getByRole('button', { name: 'How to start it' }).click();
  await savePicture(desk, 'desk-start', '.left-panel');
}

/** On a tablet. A desk’s token opens the page too. */
async function takePresenterPicture(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1024, height: 768 }, colorScheme: 'dark' });
  await page.goto(`${engine.ready['desk']}/present?feed=main#token=${engine.ready['token']}`);
  await page.getByRole('heading').waitFor(longTimeout);
  await savePicture(page, 'presenter');
  await page.close();
}

/** With a director’s token, in a browser of its own. */
async function takeFollowingPicture(browser: Browser): Promise<void> {
  const { token } = (await callApi('POST', '/api/tokens', { name: 'Director', right: 'view' })) as { token: string };
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`${engine.ready['desk']}/#token=${token}`);
  await page.getByText('Following', { exact: true }).waitFor(longTimeout);
  await savePicture(page, 'desk-following');
  await page.close();
}

/** Changes the update mode, so it comes after the other screens. */
async function takePushPicture(context: BrowserContext): Promise<void> {
  const desk = await context.newPage();
  await desk.goto(deskAddress());
  await desk.getByRole('option').first().waitFor(longTimeout);
  await desk.keyboard.press('F8');
  await takePushSetupPicture(desk, callApi, savePicture);
  await desk.close();
}

async function callApi(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${engine.ready['desk']}${path}`, {
    method,
    headers: { authorization: `Bearer ${engine.ready['token']}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function deskAddress(): string {
  return `${engine.ready['desk']}/#token=${engine.ready['token']}`;
}

/** Puts a picture behind the card, as on a vision mixer’s output. */
async function takeOverlayPicture(overlay: Page): Promise<void> {
  const background = readFileSync(join(root, 'resources/demo/media/fireworks.gif')).toString('base64');
  await overlay.addStyleTag({
    content: `html { background: #0b0f1c url(data:image/gif;base64,${background}) center / cover }`,
  });
  await savePicture(overlay, 'overlay-card');
}

async function takeServicePicture(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${service.ready['authoring']}#token=${service.ready['token']}`);
  await page
    .getByText(/Tom Okafor/)
    .first()
    .click();
  await savePicture(page, 'service');
}

/** `part` selects one part of the page instead of all that is in view. */
async function savePicture(page: Page, name: string, part = 'body'): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(1000);
  const path = join(folder, `${name}.png`);
  if (part === 'body') await page.screenshot({ path });
  else await page.locator(part).screenshot({ path });
}

/** Starts a built program on free ports and waits until it is ready. */
async function startProgram(entry: 'headless' | 'service', args: readonly string[]): Promise<Program> {
  const ownFlags = ['--data-dir', join(dataDir, entry), '--ready-json'];
  const child: ChildProcess = spawn(process.execPath, [join(root, `out/main/${entry}.js`), ...args, ...ownFlags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Record<string, string>>((resolve) => {
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
  return {
    ready,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
