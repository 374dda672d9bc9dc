/** The log after a restart, at two window sizes, by mouse and by keys: what came before it, with posts and consumers by name. */
import { expect, type Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { isInRun } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeEach(async () => {
  show = await startShow('Harbour Night: viewer posts');
});
test.afterEach(() => show.stop());

const openLog = {
  mouse: (page: Page) => page.getByRole('button', { name: 'Log', exact: true }).click(),
  keys: (page: Page) => page.keyboard.press('Alt+4'),
} as const;

/** Connects as a graphics client does, and leaves again. */
async function visitAsConsumer(name: string): Promise<void> {
  const socket = new WebSocket(`${show.feed.replace('http', 'ws')}/feeds/main/socket`);
  await new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ type: 'hello', name }));
  await expect.poll(readLog).toContain(`${name} connected`);
  // It shows nothing of the feed any more.
  socket.close(4001);
  await expect.poll(readLog).toContain(`${name} left`);
}

async function readLog(): Promise<string> {
  const headers = { authorization: `Bearer ${show.engine.ready['token']}` };
  return (await fetch(`${show.desk.split('/#')[0]}/api/log.csv`, { headers })).text();
}

for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
] as const) {
  for (const [input, open] of Object.entries(openLog)) {
    if (!isInRun(width, input, 1)) continue;
    test(`keeps its lines when the process is killed, and says that it ended, at ${width} × ${height} by ${input}`, async ({
      page,
    }) => {
      const message = 'The whole quay is singing along and nobody wants to go home before the boats do.';
      const post = { id: 'mira', list: 'live', fullName: 'Mira Solberg', source: 'INSTAGRAM', message };
      await show.callAuthoringApi('POST', '/items', post);
      await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
      await visitAsConsumer('Wall 2');
      await show.postToDesk('/api/feeds/main/block', { itemId: 'mira' });
      await expect.poll(readLog).toContain('off air.');
      // Longer than the log takes to write that.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const desk = await show.restartEngine('SIGKILL');
      await page.setViewportSize({ width, height });
      await page.goto(desk);
      await expect(page.getByRole('listbox', { name: /^live/i })).toBeVisible();
      await open(page);
      const log = page.locator('table.log');
      const label = 'Mira Solberg “The whole quay is singing along and…”';
      await expect(log).toContainText(`${label} on air, position 1.`);
      await expect(log).toContainText(`${label} off air.`);
      await expect(log).toContainText('main: Wall 2 connected from 127.0.0.1 (socket).');
      await expect(log).toContainText('main: Wall 2 left.');
      await expect(log).toContainText('Before that it ended without stopping');
    });
  }
}

test('says when Greenroom was stopped in good order', async ({ page }) => {
  const desk = await show.restartEngine('SIGTERM');
  await page.goto(desk);
  await openLog.mouse(page);
  await expect(page.locator('table.log')).toContainText('It was stopped at');
});
