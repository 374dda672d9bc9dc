/** Helpers for tests of the service's page: a service with the built page, and a user's steps. */
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createService, defaultTuning, type Service } from '../../src/service/service.ts';

const root = resolve(import.meta.dirname, '../..');
/** `npm run build` writes it. */
export const pageDir = join(root, 'out/renderer');
export const authoringToken = 'a-token-for-the-authoring-page';

/** Starts an empty service on a free port, with the built page. */
export async function startAuthoring(
  dataDir: string,
  hasFaultSwitches: boolean,
): Promise<{ service: Service; baseUrl: string }> {
  const service = createService(
    {
      host: '127.0.0.1',
      port: 0,
      dataDir,
      keys: [{ key: 'demo', organisation: 'demo' }],
      fixtures: 'empty',
      webhooks: [],
      isVaryLiteral: false,
      hasFaultSwitches,
      hasDemoActivity: false,
      token: authoringToken,
      demoDir: join(root, 'resources/demo'),
      pageDir,
    },
    defaultTuning,
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
type ReaderCollection = { readonly stagingContents: readonly Post[]; readonly liveContents: readonly Post[] };

/** Reads the first collection as a reader does, with an API key. */
export async function readFirstCollection(baseUrl: string): Promise<ReaderCollection> {
  const headers = { 'X-API-Key': 'demo' };
  const response = await fetch(`${baseUrl}/v1/collections`, { headers });
  const { collections } = (await response.json()) as { collections: { id: string }[] };
  return (await (
    await fetch(`${baseUrl}/v1/collections/${collections[0]?.id}`, { headers })
  ).json()) as ReaderCollection;
}

/** Finds the row of the post that contains this text. */
export const findRow = (page: Page, text: string) => page.locator('.row', { hasText: text });

/** Creates the first collection of an empty service. */
export async function createCollection(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Harbour Night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'STAGING 0' })).toBeVisible();
}

/** Adds a new post and saves it with Ctrl+Enter. */
export async function addPost(page: Page, name: string, message: string): Promise<void> {
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Message').fill(message);
  await page.keyboard.press('Control+Enter');
  await expect(findRow(page, name).last()).toBeVisible();
  // The row can arrive before the answer, and nothing else is saved until then.
  await expect(page.locator('.editor-foot')).toContainText('All saved');
}
