/** The built main process, preload and desk together, in a window that Chromium shows (`test/standIn`). */
import { expect, type Page, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { full } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type Desktop, type DesktopSettings, startDesktop } from './desktopApp.ts';
import { pressTwice } from './secondPress.ts';
import { skipWithoutH264 } from './videoSupport.ts';

type List = {
  readonly revision: number;
  readonly gate: string;
  readonly items: readonly { readonly fullName: string }[];
};

let folder: string;
let desktop: Desktop;
let page: Page;
async function start(settings: DesktopSettings): Promise<void> {
  folder = createTemporaryFolder('window');
  desktop = await startDesktop(folder, settings);
  page = await desktop.openDesk();
}

const postsOnDesk = (desk: Page) => desk.getByRole('listbox', { name: /^live/i }).getByRole('option');

async function readFeed(): Promise<List> {
  const response = await fetch(`${desktop.feed()}/feeds/main/live.json`);
  expect(response.status).toBe(200);
  return (await response.json()) as List;
}
const onAir = async (): Promise<readonly string[]> => (await readFeed()).items.map(({ fullName }) => fullName);

async function release(): Promise<void> {
  // A press does nothing if the demo changes live in the same moment.
  await expect(async () => {
    await page.keyboard.press('r');
    await expect.poll(async () => (await readFeed()).gate, { timeout: 3000 }).toBe('following');
  }).toPass();
}

test.describe('one start of the app', () => {
  test.beforeAll(() => start({}));
  test.afterAll(() => desktop.stop());

  test('pictures and videos of posts load over the app’s own scheme, and the overlay runs in its frame', async () => {
    await skipWithoutH264(page);
    const pictures = page.locator('img[src*="/media/"]');
    await expect(pictures.first()).toBeVisible();
    await expect
      .poll(() => pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0)))
      .not.toContain(false);
    await postsOnDesk(page).filter({ hasText: 'Mira Solberg' }).click();
    await page.keyboard.press('Enter');
    const video = page.locator('video').first();
    await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).readyState)).toBeGreaterThan(1);
    const media = desktop.reports('served').filter(({ url }) => String(url).includes('/media/'));
    expect(media.some(({ url, status }) => String(url).endsWith('.mp4') && status === 206)).toBe(true);
    expect(media.every(({ url }) => String(url).startsWith('greenroom://desk/media/'))).toBe(true);
    await expect(page.frameLocator('iframe[src*="/overlay/card"]').getByText('Mira Solberg').first()).toBeVisible();
  });

  test('a second start shows the first window and leaves its feed alone', async () => {
    const feed = desktop.feed();
    await desktop.call('closeWindow');
    expect(await desktop.call('isWindowVisible'), 'closing hides it to the tray').toBe(false);
    const second = await startDesktop(folder, {});
    expect(await second.exited).toBe(0);
    expect(second.reports('window')).toEqual([]);
    await desktop.waitFor('windowState', ({ change }) => change === 'focus');
    expect(await desktop.call('isWindowVisible')).toBe(true);
    expect((await fetch(`${feed}/healthz`)).status).toBe(200);
    expect(desktop.feed()).toBe(feed);
  });

  test('after a crash, the page is loaded again, has a new port and operates the feed, which never stopped', async () => {
    const statuses = new Set<number | string>();
    let isOver = false;
    const probe = (async () => {
      while (!isOver) {
        statuses.add(await fetch(`${desktop.feed()}/feeds/main/live.json`).then(({ status }) => status, String));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const loads = desktop.reports('loaded').length;
    const crashes = await page.context().newCDPSession(page);
    // A page that has crashed never answers.
    void crashes.send('Page.crash').catch(() => undefined);
    await desktop.waitFor('crashed');
    await expect.poll(() => desktop.reports('loaded').length, { timeout: 60_000 }).toBeGreaterThan(loads);
    page = await desktop.openPage();
    await expect(postsOnDesk(page).first()).toBeVisible();
    await page.keyboard.press('h');
    await expect.poll(async () => (await readFeed()).gate).toBe('held');
    await release();
    isOver = true;
    await probe;
    expect([...statuses]).toEqual([200]);
  });

  test('the window shows the demo, and its keys change what is on air', async () => {
    await page.clock.install();
    // The clock runs from the next load; the page then gets another port.
    await page.reload();
    const post = postsOnDesk(page).filter({ hasText: 'Ticket Hunter 24' });
    await expect(post).toBeVisible();
    expect(await onAir()).toContain('Ticket Hunter 24');

    await page.keyboard.press('h');
    await expect.poll(async () => (await readFeed()).gate).toBe('held');
    await expect(page.getByRole('button', { name: /^RELEASE: follow live/ })).toBeVisible();
    await release();

    await post.click();
    await page.keyboard.press('b');
    // The demo goes on meanwhile, so other posts come and go.
    await expect.poll(onAir).not.toContain('Ticket Hunter 24');
    expect(await onAir()).toContain('Mira Solberg');

    await pressTwice(page, 'c');
    await expect.poll(onAir).toEqual([]);
    await pressTwice(page, 'z');
    await expect.poll(onAir).toContain('Mira Solberg');
    expect(await onAir()).not.toContain('Ticket Hunter 24');
    await page.screenshot({ path: test.info().outputPath('window.png') });
  });
});

test.describe('a start of its own', () => {
  test.afterEach(() => desktop.stop());

  test('the tray holds the feed, opens the window, and shows a question before it quits while something reads the feed', async () => {
    await start({});
    await desktop.call('closeWindow');
    await desktop.call('chooseInTray', 'Open the desk');
    expect(await desktop.call('isWindowVisible')).toBe(true);
    await desktop.call('chooseInTray', 'Hold main');
    await expect.poll(async () => (await readFeed()).gate).toBe('held');
    await expect.poll(() => String(desktop.reports('tray').at(-1)?.['menu'])).toContain('main: held');

    const reader = new WebSocket(`${desktop.feed().replace('http', 'ws')}/feeds/main/socket`);
    await new Promise((resolve) => reader.once('message', resolve));
    await expect.poll(() => String(desktop.reports('tray').at(-1)?.['menu'])).toMatch(/main: held.*[12] consumers?/);
    await desktop.call('chooseInTray', 'Quit Greenroom…');
    const question = await desktop.waitFor('dialog');
    expect(JSON.stringify(question['options'])).toMatch(/(?:1 consumer is|2 consumers are) reading main/);
    await desktop.call('answerDialog', { response: 0 });
    await readFeed();
    await desktop.call('chooseInTray', 'Quit Greenroom…');
    await expect.poll(() => desktop.reports('dialog').length).toBe(2);
    await desktop.call('answerDialog', { response: 1 });
    expect(await desktop.exited).toBe(0);
    reader.terminate();
    desktop = await startDesktop(folder, {});
    await desktop.waitFor('loaded');
    expect((await readFeed()).gate).toBe('held');
  });

  test('a page that hangs is ended and loaded again', full, async () => {
    await start({ isPackaged: true });
    void page
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined);
    await desktop.waitFor('crashed');
    await expect.poll(() => desktop.reports('loaded').length, { timeout: 60_000 }).toBeGreaterThan(1);
    await expect(postsOnDesk(await desktop.openDesk()).first()).toBeVisible();
    expect(desktop.readLog()).toContain('ENGINE_DESK_RESTARTED');
  });

  test('before the session of the system ends, the app saves and ends without a question', full, async () => {
    await start({});
    await desktop.call('chooseInTray', 'Hold main');
    await expect.poll(async () => (await readFeed()).gate).toBe('held');
    await desktop.call('emitPower', 'shutdown');
    expect(await desktop.exited).toBe(0);
    expect(desktop.reports('dialog')).toEqual([]);
    desktop = await startDesktop(folder, {});
    await desktop.waitFor('loaded');
    expect((await readFeed()).gate).toBe('held');
  });
});
