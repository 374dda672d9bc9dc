/** Two editors on the service's page, at two window sizes, by mouse and by keys: nobody undoes or hides the other's work. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Service } from '../../src/service/service.ts';
import { isInRun } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import {
  addPost,
  authoringToken,
  createCollection,
  findRow,
  readFirstCollection,
  startAuthoring,
} from './authoringPage.ts';
import { clickTwice } from './secondPress.ts';
import { test } from './watchedPages.ts';

let service: Service | null = null;
let baseUrl = '';

test.beforeEach(async ({ context, expectedMessages }) => {
  // Of each refused save.
  expectedMessages.push(/status of 412/);
  await context.clock.install();
  ({ service, baseUrl } = await startAuthoring(createTemporaryFolder('two-editors'), false));
});
test.afterEach(() => service?.stop());

const readCollection = () => readFirstCollection(baseUrl);
const readLiveNames = async () => (await readCollection()).liveContents.map((post) => post.fullName);
const announcer = (page: Page) => page.locator('.announcer-text');

async function openEditor(context: BrowserContext, size: { width: number; height: number }): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  return page;
}

/** Two windows in which both editors have changed the message of the same post. */
async function openConflict(open: () => Promise<Page>): Promise<{ readonly mine: Page; readonly theirs: Page }> {
  const mine = await open();
  await createCollection(mine);
  await addPost(mine, 'Tom Okafor', 'A show at 7 pm.');
  const theirs = await open();
  await findRow(mine, 'Tom Okafor').click();
  await mine.getByLabel('Message').fill('A show at 9 pm.');
  await findRow(theirs, 'Tom Okafor').click();
  await theirs.getByLabel('Message').fill('A show at 8 pm.');
  return { mine, theirs };
}

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo/ });

const inputs = {
  mouse: {
    undo: (page: Page) => undoButton(page).click(),
    promote: (page: Page, name: string) =>
      page.getByRole('button', { name: `Promote to live: ${name}`, exact: true }).click(),
    choose: (page: Page, field: string, side: string) =>
      page.getByRole('group', { name: field }).getByText(side, { exact: true }).click(),
    save: (page: Page) => page.getByRole('button', { name: /^Save/ }).click(),
  },
  keys: {
    undo: async (page: Page) => {
      await page.locator('.list-title').first().click();
      await page.keyboard.press('Control+z');
    },
    promote: async (page: Page, name: string) => {
      await findRow(page, name).click();
      await page.keyboard.press('ArrowRight');
    },
    choose: async (page: Page, field: string, side: string) => {
      const group = page.getByRole('group', { name: field });
      await group.getByRole('radio', { checked: true }).focus();
      await page.keyboard.press(side === 'Yours' ? 'ArrowRight' : 'ArrowLeft');
      await expect(group.getByRole('radio', { name: side })).toBeChecked();
    },
    save: (page: Page) => page.keyboard.press('Control+Enter'),
  },
} as const;

for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
] as const) {
  for (const [inputName, input] of Object.entries(inputs)) {
    const open = (context: BrowserContext) => openEditor(context, { width, height });
    test.describe(`at ${width} × ${height}, by ${inputName}`, () => {
      if (isInRun(width, inputName, 0))
        test('a second Undo leaves the other editor’s change, and the first one names what it undid to both', async ({
          context,
        }) => {
          const mine = await open(context);
          await createCollection(mine);
          await addPost(mine, 'Tom Okafor', 'One.');
          await addPost(mine, 'Aoife Brennan', 'Magic.');
          const theirs = await open(context);
          await input.promote(theirs, 'Aoife Brennan');
          await expect.poll(readLiveNames).toEqual(['Aoife Brennan']);
          await expect(mine.getByRole('heading', { name: 'LIVE LIST 1' })).toBeVisible();
          await input.promote(mine, 'Tom Okafor');
          await expect.poll(readLiveNames).toEqual(['Aoife Brennan', 'Tom Okafor']);

          await input.undo(mine);
          await expect.poll(readLiveNames).toEqual(['Aoife Brennan']);
          await expect(undoButton(mine)).toBeHidden();
          await expect(announcer(mine)).toContainText('Undone: Tom Okafor promoted to live.');
          await expect(announcer(theirs)).toContainText(
            'Someone else undid their change: Tom Okafor promoted to live.',
          );
          await mine.locator('.list-title').first().click();
          await mine.keyboard.press('Control+z');
          await expect(announcer(mine)).toContainText('The last change from this window is already undone.');
          expect(await readLiveNames()).toEqual(['Aoife Brennan']);
        });

      if (isInRun(width, inputName, 1))
        test('a change that the other editor has made already is not one’s own to undo', async ({ context }) => {
          const mine = await open(context);
          await createCollection(mine);
          // Without its events this window learns of the other’s change only when the service refuses its own.
          await mine.route('**/events', () => undefined);
          await mine.reload();
          const theirs = await open(context);
          for (const page of [theirs, mine]) {
            await page.getByRole('button', { name: 'Rename' }).click();
            await page.getByLabel('New name').fill('Harbour Day');
            await page.keyboard.press('Enter');
            await expect(page.locator('.collection.is-current')).toContainText('Harbour Day');
          }
          await expect(announcer(mine)).toContainText('Nothing changed.');
          await expect(undoButton(mine)).toBeHidden();
        });

      if (isInRun(width, inputName, 0))
        test('Undo of a deletion leaves a collection that the other editor has restored and changed', async ({
          context,
        }) => {
          const mine = await open(context);
          await createCollection(mine);
          await addPost(mine, 'Tom Okafor', 'One.');
          const { collections } = (await (
            await fetch(`${baseUrl}/v1/collections`, { headers: { 'X-API-Key': 'demo' } })
          ).json()) as { collections: { id: string }[] };
          const change = async (path: string, body: unknown) => {
            const address = `${baseUrl}/authoring/v1/demo/collections/${collections[0]?.id}${path}`;
            const headers = { authorization: `Bearer ${authoringToken}`, 'content-type': 'application/json' };
            const { ok } = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
            expect(ok).toBe(true);
          };
          await clickTwice(mine, mine.locator('.collection').getByRole('button', { name: 'Delete' }));
          await expect(mine.getByText('Create your first collection')).toBeVisible();
          await change('/undo', {});
          await change('/items', { fullName: 'Their Post', source: 'FACEBOOK', message: 'Theirs.', list: 'live' });
          await expect(mine.getByRole('heading', { name: 'LIVE LIST 1' })).toBeVisible();
          await input.undo(mine);
          await expect(announcer(mine)).toContainText('Nothing was undone.');
          expect(await readLiveNames()).toEqual(['Their Post']);
        });

      if (isInRun(width, inputName, 1))
        test('Save result with the choices as they were offered takes theirs and says so', async ({ context }) => {
          const { mine, theirs } = await openConflict(() => open(context));
          await theirs.keyboard.press('Control+Enter');
          await expect.poll(async () => (await readCollection()).stagingContents[0]?.message).toContain('8 pm');
          await input.save(mine);
          await expect(mine.getByRole('heading', { name: 'TOM OKAFOR: TWO VERSIONS' })).toBeVisible();
          await input.save(mine);
          await expect(mine.getByRole('heading', { name: /TWO VERSIONS/ })).toBeHidden();
          await expect(announcer(mine)).toContainText('Tom Okafor stays as they saved it.');
          await expect(mine.getByLabel('Message')).toHaveValue('A show at 8 pm.');
        });

      if (isInRun(width, inputName, 0))
        test('offers only fields that one edited as yours', async ({ context }) => {
          const { mine, theirs } = await openConflict(() => open(context));
          await theirs.getByLabel('Username').fill('@tomokafor');
          await theirs.keyboard.press('Control+Enter');
          await expect.poll(async () => (await readCollection()).stagingContents[0]?.username).toBe('@tomokafor');
          await input.save(mine);
          await expect(mine.getByRole('group', { name: 'Message' })).toBeVisible();
          await expect(mine.getByRole('group', { name: 'Username' })).toBeHidden();
          await expect(mine.getByText('You did not edit the username: the result has theirs.')).toBeVisible();
          await input.choose(mine, 'Message', 'Yours');
          await input.save(mine);
          await expect
            .poll(async () => (await readCollection()).stagingContents[0])
            .toMatchObject({ message: 'A show at 9 pm.', username: '@tomokafor' });
        });
    });
  }
}
