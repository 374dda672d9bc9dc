/** The service's page against the real service: building a show, conflicts, API keys, webhooks and the demo show. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { full } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import {
  addPost,
  authoringToken,
  createCollection,
  findRow,
  readFirstCollection,
  startAuthoring,
} from './authoringPage.ts';
import { clickTwice, confirmPress } from './secondPress.ts';
import { test } from './watchedPages.ts';

const root = resolve(import.meta.dirname, '../..');
const media = join(root, 'resources/demo/media');
const pictures = join(root, 'out/test/pictures');

let dataDir = '';
let baseUrl = '';

test.beforeEach(async ({ context, lastly }) => {
  await context.clock.install();
  dataDir = createTemporaryFolder('authoring');
  const started = await startAuthoring(dataDir, false);
  ({ baseUrl } = started);
  lastly(started.service.stop);
});

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  return page;
}

const readCollection = () => readFirstCollection(baseUrl);
const readLiveNames = async () => (await readCollection()).liveContents.map((post) => post.fullName);
const readStagingNames = async () => (await readCollection()).stagingContents.map((post) => post.fullName);

test('a show built from an empty service reaches readers with each promotion, move, clear and undo', async ({
  context,
}) => {
  const page = await openPage(context);
  await expect(page.getByText('Create your first collection')).toBeVisible();
  expect(page.url()).not.toContain(authoringToken);
  await page.screenshot({ path: join(pictures, 'authoring-empty.png') });
  await createCollection(page);

  await test.step('adds posts with text, a video and an avatar', async () => {
    await page.getByRole('button', { name: 'New post' }).click();
    await page.getByLabel('Full name').fill('Mira Solberg');
    await page.getByLabel('Message').fill('The whole quay is singing along 🎶');
    await page.getByLabel('Upload media').setInputFiles(join(media, 'quay-concert.mp4'));
    await expect(page.getByText(/MP4, 1280 × 720/)).toBeVisible();
    await page.getByLabel('Upload an avatar').setInputFiles(join(media, 'face-01.webp'));
    await expect(page.locator('.avatar-line img')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(findRow(page, 'Mira Solberg')).toBeVisible();
    await addPost(page, 'عمر الحداد', 'أجمل ليلة على الميناء منذ سنوات');
    await addPost(page, 'Tom Okafor', 'I have worked on these docks for thirty-one years.');
    expect(await readStagingNames()).toEqual(['Mira Solberg', 'عمر الحداد', 'Tom Okafor']);
    expect(await readLiveNames()).toEqual([]);
  });

  await test.step('promotes with the arrow button and with the key', async () => {
    await page.getByRole('button', { name: 'Promote to live: Mira Solberg' }).click();
    await expect.poll(readLiveNames).toEqual(['Mira Solberg']);
    const video = (await readCollection()).liveContents[0]?.media[0];
    expect(video?.mediaType).toBe('video/mp4');
    expect((await fetch(video?.mediaUrl ?? '')).headers.get('content-type')).toBe('video/mp4');
    await findRow(page, 'Tom Okafor').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(readLiveNames).toEqual(['Mira Solberg', 'Tom Okafor']);
    await expect(page.getByRole('status')).toContainText('Tom Okafor promoted to live, position 2.');
  });

  await test.step('reorders by key and by drag', async () => {
    await findRow(page, 'Tom Okafor').click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(readLiveNames).toEqual(['Tom Okafor', 'Mira Solberg']);
    await findRow(page, 'Mira Solberg').dragTo(findRow(page, 'Tom Okafor'), { targetPosition: { x: 200, y: 10 } });
    await expect.poll(readLiveNames).toEqual(['Mira Solberg', 'Tom Okafor']);
  });

  await test.step('moves a post by key: cancels once, then drops it', async () => {
    await findRow(page, 'عمر').click();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('to position 1', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('to position 2', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('to position 2', { exact: true })).toBeHidden();
    expect(await readStagingNames()).toEqual(['عمر الحداد']);
    for (const key of ['Space', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(readLiveNames).toEqual(['Mira Solberg', 'عمر الحداد', 'Tom Okafor']);
  });

  await test.step('clears live on the second press only, then undoes it', async () => {
    const clear = () => page.getByRole('button', { name: 'Clear live' }).click();
    const armed = page.getByRole('button', { name: /^Press again/ });
    await confirmPress(page, clear, armed, async () => {
      await expect(page.getByRole('alert')).toContainText('Press again within 2 seconds');
      expect(await readLiveNames()).toHaveLength(3);
      await armed.click();
    });
    await expect.poll(readLiveNames).toEqual([]);
    expect(await readStagingNames()).toEqual(['Mira Solberg', 'عمر الحداد', 'Tom Okafor']);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(readLiveNames).toEqual(['Mira Solberg', 'عمر الحداد', 'Tom Okafor']);
  });

  await test.step('renames, deletes and restores the collection', async () => {
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('New name').fill('Harbour Night: viewer posts');
    await page.keyboard.press('Enter');
    await expect(page.locator('.collection.is-current')).toContainText('Harbour Night: viewer posts');
    await clickTwice(page, page.locator('.collection').getByRole('button', { name: 'Delete' }));
    await expect(page.getByText('Create your first collection')).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByRole('heading', { name: 'LIVE LIST 3' })).toBeVisible();
  });
  await page.screenshot({ path: join(pictures, 'authoring-normal.png') });
});

test('a conflict between two editors of one post loses nothing', full, async ({ context }) => {
  const mine = await openPage(context);
  await createCollection(mine);
  await addPost(mine, 'Tom Okafor', 'Nobody believed there would be a show at 7 pm.');
  await addPost(mine, 'Aoife Brennan', 'Magic.');
  const theirs = await openPage(context);
  await findRow(mine, 'Tom Okafor').click();
  await mine.getByLabel('Message').fill('Nobody believed there would be a show at 7 pm. Thank you.');
  await mine.getByLabel('Username').fill('@tomokafor');

  await findRow(theirs, 'Tom Okafor').click();
  await theirs.getByLabel('Message').fill('Nobody believed there would be a show at 8 pm.');
  await theirs.keyboard.press('Control+Enter');
  await expect.poll(async () => (await readCollection()).stagingContents[0]?.message).toContain('8 pm');

  await mine.getByLabel('Message').press('Control+Enter');
  await expect(mine.getByRole('heading', { name: 'TOM OKAFOR: TWO VERSIONS' })).toBeVisible();
  await expect(mine.getByRole('status')).toContainText('nothing is lost');
  expect((await readCollection()).stagingContents[0]?.message).toBe('Nobody believed there would be a show at 8 pm.');
  const result = mine.getByLabel('Resulting message');
  await expect(result).toHaveValue('Nobody believed there would be a show at 8 pm.');
  await mine.screenshot({ path: join(pictures, 'authoring-conflict.png') });
  await result.fill('Nobody believed there would be a show at 8 pm. Thank you.');
  await mine.getByRole('button', { name: 'Save result' }).click();
  await expect
    .poll(async () => (await readCollection()).stagingContents[0])
    .toMatchObject({
      message: 'Nobody believed there would be a show at 8 pm. Thank you.',
      username: '@tomokafor',
    });
  await expect(mine.getByRole('heading', { name: /TWO VERSIONS/ })).toBeHidden();
});

test('saves a post after someone else has changed another post', full, async ({ context }) => {
  const mine = await openPage(context);
  await createCollection(mine);
  await addPost(mine, 'Tom Okafor', 'One.');
  await addPost(mine, 'Aoife Brennan', 'Magic.');
  const theirs = await openPage(context);
  await findRow(mine, 'Tom Okafor').click();
  await mine.getByLabel('Message').fill('Two.');
  await theirs.getByRole('button', { name: 'Promote to live: Aoife Brennan' }).click();
  await expect.poll(readLiveNames).toEqual(['Aoife Brennan']);
  await mine.getByLabel('Message').press('Control+Enter');
  await expect.poll(async () => (await readCollection()).stagingContents[0]?.message).toBe('Two.');
  await expect(mine.getByRole('heading', { name: 'LIVE LIST 1' })).toBeVisible();

  await expect(mine.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await theirs.getByRole('button', { name: 'Demote to staging: Aoife Brennan' }).click();
  await expect(mine.getByRole('heading', { name: 'LIVE LIST 0' })).toBeVisible();
  await expect(mine.getByRole('button', { name: /^Undo/ })).toBeHidden();
});

test('restores a discarded draft, and keeps the draft of a deleted post as a new post', async ({ context }) => {
  const mine = await openPage(context);
  await createCollection(mine);
  await addPost(mine, 'Tom Okafor', 'One.');
  await findRow(mine, 'Tom Okafor').click();
  await mine.getByLabel('Message').fill('Two.');
  await mine.keyboard.press('Escape');
  await expect(mine.getByLabel('Message')).toHaveValue('One.');
  await mine.getByRole('button', { name: 'Restore draft' }).click();
  await expect(mine.getByLabel('Message')).toHaveValue('Two.');

  const theirs = await openPage(context);
  await findRow(theirs, 'Tom Okafor').click();
  await clickTwice(theirs, theirs.getByRole('button', { name: 'Delete', exact: true }).last());
  await expect.poll(readStagingNames).toEqual([]);
  await mine.getByLabel('Message').press('Control+Enter');
  await expect(mine.getByRole('status')).toContainText('kept as a new post');
  await mine.getByLabel('Message').press('Control+Enter');
  await expect.poll(async () => (await readCollection()).stagingContents.map((post) => post.message)).toEqual(['Two.']);
});

test('shows an API key once and revokes it on the second press', async ({ context }) => {
  const page = await openPage(context);
  await createCollection(page);
  await page.getByRole('button', { name: 'API keys' }).click();
  await page.getByLabel('New key’s name').fill('template');
  await page.keyboard.press('Enter');
  const key = await page.locator('.one-time-secret b').innerText();
  const readStatus = async () => (await fetch(`${baseUrl}/v1/collections`, { headers: { 'X-API-Key': key } })).status;
  expect(await readStatus()).toBe(200);
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByText(key)).toBeHidden();
  await clickTwice(page, page.getByRole('button', { name: 'Revoke', exact: true }).last());
  await expect.poll(readStatus).toBe(401);
});

test('delivers changes to a webhook and lists the deliveries', async ({ context }) => {
  const received: string[] = [];
  const receiver: Server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => received.push(part));
    request.on('end', () => response.end());
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  try {
    const page = await openPage(context);
    await createCollection(page);
    await page.getByRole('button', { name: 'Webhooks' }).click();
    await page.getByLabel('Name').fill('Gallery 1');
    await page.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('button', { name: 'Collections' }).click();
    await addPost(page, 'Tom Okafor', 'One.');
    await expect.poll(() => received.join('').includes('Tom Okafor')).toBe(true);
    await page.getByRole('button', { name: 'Webhooks' }).click();
    await expect(page.getByText(/^Delivered: 200 in/).first()).toBeVisible();
    await page.screenshot({ path: join(pictures, 'authoring-deliveries.png') });
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});

test('adds the demo show to an empty service, and fits 1280 by 720', async ({ context }) => {
  const page = await openPage(context);
  await page.getByRole('button', { name: 'Add the demo show' }).click();
  await expect(page.getByRole('heading', { name: 'STAGING 8' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'LIVE LIST 7' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('button', { name: 'Delete' }).last()).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.screenshot({ path: join(pictures, 'authoring-1280x720.png') });
});

test('the field of another source has room for a name at every width', async ({ context }) => {
  const page = await openPage(context);
  await page.getByRole('button', { name: 'Add the demo show' }).click();
  await expect(page.getByRole('heading', { name: 'LIVE LIST 7' })).toBeVisible();
  await page.getByRole('button', { name: 'New post' }).click();
  await page
    .getByRole('region', { name: 'Post', exact: true })
    .getByText('Other', { exact: true })
    .click({ timeout: 5000 });
  const field = page.getByLabel('Other source');
  for (const width of [1920, 1600, 1500, 1280, 1024, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await field.boundingBox({ timeout: 5000 });
    expect(box?.width, `${width} px`).toBeGreaterThanOrEqual(140);
  }
});

test('reports that the token is not accepted', async ({ context, expectedMessages }) => {
  expectedMessages.push(/the server responded with a status of 401/);
  const page = await context.newPage();
  await page.goto(`${baseUrl}/authoring/#token=not-the-token`);
  await expect(page.getByRole('status')).toContainText('token is not accepted');
});
