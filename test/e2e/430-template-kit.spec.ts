/** The examples of templates, on the template kit of a running Greenroom. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';

let show: Show;
let pages: Server;
let origin: string;
let faults: string[];

/** A template that can't draw one text until it is repaired. */
const failingPage = `<p id="text"></p><script type="module">
  import { connectFeed } from 'http://127.0.0.1:7411/kit/greenroom-feed.js';
  let isBroken = true;
  window.repair = () => { isBroken = false; };
  connectFeed({ feed: 'main', name: 'Fragile', onNow: (now) => {
    if (isBroken && now?.message === 'Edited') throw new Error('no glyph');
    document.querySelector('#text').textContent = now?.message ?? '';
  } });
</script>`;

test.beforeEach(async ({ page }) => {
  show = await startShow('Harbour Night');
  pages = createServer((request, response) => {
    const name = String(request.url).slice(1);
    const html = name === 'failing.html' ? failingPage : readFileSync(join('docs/examples', name), 'utf8');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(html.replaceAll('http://127.0.0.1:7411', show.feed));
  });
  await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done));
  const address = pages.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  await show.changeSettings({ feedServer: { allowedOrigins: [origin] } });
  faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
});
test.afterEach(async () => {
  pages.closeAllConnections();
  await new Promise((done) => pages.close(done));
  await show.stop();
  expect(faults).toEqual([]);
});

const addPost = (id: string, message: string, media: readonly unknown[] = []) =>
  show.callAuthoringApi('POST', '/items', { id, list: 'live', fullName: `Name of ${id}`, message, media, source: 'X' });

type ShownConsumer = { readonly name: string; readonly paintedRevision: number | null; readonly state: string };

async function shownConsumers(page: Page): Promise<readonly ShownConsumer[]> {
  const { desk } = show;
  const [address = '', token = ''] = desk.split('/#token=');
  const response = await page.request.get(`${address}/api/state`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { feeds: { consumers: [] }[] }).feeds[0]?.consumers ?? [];
}

test('the lower third shows the current post with its picture, follows it, and confirms what it painted', async ({
  page,
}) => {
  await addPost('ada', 'The Analytical Engine weaves patterns.', [await show.upload('umbrellas.jpg')]);
  await addPost('omar', '<b>أجمل ليلة</b>');
  await page.goto(`${origin}/lower-third.html`);
  await expect(page.locator('#text')).toHaveText('The Analytical Engine weaves patterns.');
  await expect(page.locator('#picture')).toBeVisible();
  await show.postToDesk('/api/feeds/main/block', { itemId: 'ada' });
  await expect(page.locator('#text')).toHaveText('<b>أجمل ليلة</b>');
  await expect(page.locator('#picture')).toBeHidden();
  const { revision } = await show.readFeed();
  await expect
    .poll(async () => (await shownConsumers(page))[0])
    .toMatchObject({ name: 'Lower third', paintedRevision: revision });
  await show.postToDesk('/api/feeds/main/clear', {});
  await expect(page.locator('#plate')).toBeHidden();
});

test('a blocked post leaves the lower third while the next one’s picture still loads, and is confirmed only then', async ({
  page,
}) => {
  await addPost('ada', 'First');
  await addPost('omar', 'Second', [await show.upload('umbrellas.jpg')]);
  await page.goto(`${origin}/lower-third.html`);
  await expect(page.locator('#text')).toHaveText('First');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  await page.route('**/media/**', async (route) => {
    requests += 1;
    await released;
    await route.continue();
  });
  const isCached = async () => (await show.readFeed()).items[1]?.media[0]?.ready;
  await expect.poll(isCached).toBe(true);
  await show.postToDesk('/api/feeds/main/next', {});
  await expect.poll(() => requests).toBeGreaterThan(0);
  await expect(page.locator('#text')).toHaveText('First');
  const { revision: before } = await show.readFeed();
  await show.postToDesk('/api/feeds/main/block', { itemId: 'ada' });
  await expect(page.locator('#plate')).toBeHidden();
  expect((await shownConsumers(page))[0]?.paintedRevision).toBeLessThanOrEqual(before);
  release();
  await expect(page.locator('#text')).toHaveText('Second');
  await expect.poll(async () => (await shownConsumers(page))[0]?.paintedRevision).toBeGreaterThan(before);
});

/** Calls `update` as CasparCG up to 2.5.0 does: it escapes the quotes and nothing else. */
const update = (page: Page, data: string): Promise<unknown> =>
  page.evaluate(`update("${data.replaceAll('"', '\\"')}")`);

const json = '{"feed":"studio-b"}';
const forms: readonly (readonly [form: string, data: string])[] = [
  ['JSON', json],
  ['JSON with base64', JSON.stringify({ b64: btoa(json) })],
  ['JSON with percent-encoding', JSON.stringify({ uri: encodeURIComponent(json) })],
  [
    'templateData XML with entities',
    '<templateData><componentData id="feed"><data id="text" value="studio&#45;b"/></componentData></templateData>',
  ],
];
for (const [form, data] of takeTurn(forms, 1)) {
  test(`the CasparCG template changes the feed on data in ${form}`, async ({ page }) => {
    await addPost('ada', 'Hello');
    await show.addFeed('studio-b');
    await page.goto(`${origin}/casparcg-post.html`);
    await update(page, '');
    await page.evaluate('play()');
    await expect(page.locator('#text')).toHaveText('Hello');
    await update(page, data);
    // The feed has no collection, so nothing is on air in it.
    await expect(page.locator('#post')).toBeHidden();
  });
}

test('a text that the page failed to draw is not confirmed, and is drawn again with the next state', async ({
  page,
}) => {
  const faultsOf: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('no glyph')) faultsOf.push(message.text());
  });
  await addPost('ada', 'First');
  await page.goto(`${origin}/failing.html`);
  await expect(page.locator('#text')).toHaveText('First');
  const painted = async () => (await shownConsumers(page))[0]?.paintedRevision ?? 0;
  const { revision: first } = await show.readFeed();
  await expect.poll(painted).toBe(first);
  await show.callAuthoringApi('PATCH', '/items/ada', { message: 'Edited' });
  await expect.poll(() => faultsOf.length).toBe(1);
  await addPost('omar', 'Second');
  await expect.poll(() => faultsOf.length).toBe(2);
  await expect(page.locator('#text')).toHaveText('First');
  expect(await painted()).toBe(first);
  await page.evaluate('repair()');
  await addPost('tom', 'Third');
  await expect(page.locator('#text')).toHaveText('Edited');
  await expect.poll(painted).toBe((await show.readFeed()).revision);
});

test('an overlay whose scripts have stopped is silent while nothing changes, and a hidden overlay is not', async ({
  page,
  context,
}) => {
  await addPost('ada', 'Hello');
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
  const hidden = await context.newPage();
  await hidden.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(`${show.feed}/overlay/card?feed=main&name=Frozen`);
  await hidden.goto(`${show.feed}/overlay/card?feed=main&name=Hidden`);
  const states = async () => (await shownConsumers(page)).map(({ name, state }) => `${name} ${state}`).sort();
  const { revision } = await show.readFeed();
  await expect
    .poll(async () => (await shownConsumers(page)).map(({ paintedRevision }) => paintedRevision))
    .toEqual([revision, revision]);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Debugger.enable');
  await devTools.send('Debugger.pause');
  await expect.poll(states, { timeout: 30_000 }).toEqual(['Frozen silent', 'Hidden reading']);
  await devTools.send('Debugger.resume');
  await expect.poll(states, { timeout: 10_000 }).toEqual(['Frozen reading', 'Hidden reading']);
});

test('the kit refuses to connect without the name of a feed', async ({ page }) => {
  await page.goto(`${origin}/casparcg-post.html`);
  const refusal = await page.evaluate(async (address) => {
    const { connectFeed } = await import(address);
    try {
      connectFeed({ base: 'http://127.0.0.1:9' });
    } catch (error) {
      return String(error);
    }
    return null;
  }, `${show.feed}/kit/greenroom-feed.js`);
  expect(refusal).toContain('is not the name of a feed');
});

test('the CasparCG template shows nothing before play, changes feed on update, and empties on stop', async ({
  page,
}) => {
  await addPost('ada', 'Hello');
  await page.goto(`${origin}/casparcg-post.html`);
  await expect.poll(async () => (await shownConsumers(page))[0]?.name).toBe('CasparCG');
  await expect(page.locator('#post')).toBeHidden();
  await page.evaluate('update("")');
  await page.evaluate('play()');
  await expect(page.locator('#text')).toHaveText('Hello');
  for (const data of ['{"feed":"../x"}', '{"f0":"Hello"}', '<templateData/>', '["studio-b"]', ''])
    await update(page, data);
  await expect(page.locator('#text')).toHaveText('Hello');
  expect(await shownConsumers(page)).toHaveLength(1);
  await page.evaluate('stop()');
  await expect(page.locator('#post')).toBeHidden();
});
