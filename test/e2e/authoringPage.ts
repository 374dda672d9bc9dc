/** What every test of the authoring page does with it, as a person would. */
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { build } from 'vite';
import { createService, type Service } from '../../src/service/service.ts';

const root = resolve(import.meta.dirname, '../..');
const pageDir = join(root, 'out/test/authoring');
/** What the services of these tests take from authors. */
export const authoringToken = 'a-token-for-the-authoring-page';

/** Builds the page once for all tests of a file, into out/test. Rejects with the build's error. */
export async function buildPage(): Promise<void> {
  await build({ configFile: join(root, 'vite.authoring.config.ts'), logLevel: 'error', build: { outDir: pageDir } });
}

/** An empty service on a free port, with the page that `buildPage` made. */
export async function startAuthoring(dataDir: string): Promise<{ service: Service; baseUrl: string }> {
  const service = createService(
    {
      host: '127.0.0.1',
      port: 0,
      dataDir,
      keys: [{ key: 'demo', organisation: 'demo' }],
      fixtures: 'empty',
      webhooks: [],
      isVaryLiteral: false,
      hasFaults: false,
      hasRhythm: false,
      token: authoringToken,
      demoDir: join(root, 'resources/demo'),
      pageDir,
    },
    {
      clock: {
        now: Date.now,
        after: (ms, callback) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      },
      log: () => undefined,
    },
  );
  const { baseUrl } = await service.start();
  return { service, baseUrl };
}

type Post = {
  readonly fullName: string;
  readonly username: string;
  readonly message: string;
  readonly media: readonly { readonly mediaUrl: string; readonly mediaType: string }[];
};
type Read = { readonly stagingContents: readonly Post[]; readonly liveContents: readonly Post[] };

/** What a reader gets: the first collection, by the documented API and its key. */
export async function readFirst(baseUrl: string): Promise<Read> {
  const headers = { 'X-API-Key': 'demo' };
  const answer = await fetch(`${baseUrl}/v1/collections`, { headers });
  const { collections } = (await answer.json()) as { collections: { id: string }[] };
  return (await (await fetch(`${baseUrl}/v1/collections/${collections[0]?.id}`, { headers })).json()) as Read;
}

/** The row of the post with these words in it. */
export const row = (page: Page, name: string) => page.locator('.row', { hasText: name });

/** Makes the first collection of an empty service. */
export async function makeCollection(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Harbour Night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'STAGING 0' })).toBeVisible();
}

/** Writes a new post and saves it by key. */
export async function addPost(page: Page, name: string, message: string): Promise<void> {
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Message').fill(message);
  await page.keyboard.press('Control+Enter');
  await expect(row(page, name)).toBeVisible();
}

/** Presses a button that acts at the second press. */
export async function pressTwice(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).last().click();
  await page.waitForTimeout(200);
  await page.getByRole('button', { name: 'AGAIN?' }).click();
}
