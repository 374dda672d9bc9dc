/** An engine in each update mode follows a show that is built on the service's page. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type RunningEngine, start } from '../headless/process.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { addPost, authoringToken, createCollection, findRow, startAuthoring } from './authoringPage.ts';
import { test } from './watchedPages.ts';

const secret = 'secret-of-the-authored-show';
const cleanups: (() => Promise<unknown>)[] = [];

test.afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function startEngine(folder: string, source: object, collectionId: string): Promise<RunningEngine> {
  const config = join(folder, 'config.json');
  const feeds = [{ slug: 'main', collectionId }];
  await writeFile(config, JSON.stringify({ source, feeds, feedServer: { port: 0 }, desk: { port: 0 } }));
  const args = ['--config', config, '--data-dir', join(folder, 'engine'), '--log-level', 'error'];
  const engine = await start(args, { GREENROOM_API_KEY: 'demo', GREENROOM_WEBHOOK_SECRET: secret });
  cleanups.push(() => engine.kill('SIGKILL'));
  return engine;
}

// In push and hybrid the next poll is an hour away, so a change within seconds came by webhook.
for (const { mode, intervalSeconds } of [
  { mode: 'poll', intervalSeconds: 1 },
  { mode: 'push', intervalSeconds: 3600 },
  { mode: 'hybrid', intervalSeconds: 3600 },
]) {
  test(`an engine in ${mode} mode follows each promotion and demotion`, async ({ page }) => {
    const folder = createTemporaryFolder('authored');
    const { service, baseUrl } = await startAuthoring(join(folder, 'service'), false);
    cleanups.push(service.stop);
    await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
    await createCollection(page);
    for (const name of ['Ada', 'Ben', 'Cleo']) await addPost(page, name, `message from ${name}`);
    const listed = await fetch(`${baseUrl}/v1/collections`, { headers: { 'X-API-Key': 'demo' } });
    const { collections } = (await listed.json()) as { collections: { id: string }[] };
    const push = { host: '127.0.0.1', port: 0, path: '/hook', reconcileSeconds: 3600 };
    const source = { baseUrl, mode, poll: { intervalSeconds, fullEverySeconds: 3600 }, push };
    const engine = await startEngine(folder, source, collections[0]?.id ?? '');
    if (engine.ready.webhook !== null) {
      const created = await fetch(`${baseUrl}/authoring/v1/demo/webhooks`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${authoringToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'engine', url: engine.ready.webhook, secret }),
      });
      expect(created.status).toBe(201);
    }
    expect(engine.ready.webhook === null).toBe(mode === 'poll');
    const readOnAirNames = async (): Promise<readonly string[]> => {
      const document = await (await fetch(`${engine.ready.feed}/feeds/main/live.json`)).json();
      return (document as { items: { fullName: string }[] }).items.map(({ fullName }) => fullName);
    };
    const expected: string[] = [];
    for (const name of ['Cleo', 'Ada', 'Ben']) {
      await findRow(page, name).click();
      await page.keyboard.press('ArrowRight');
      expected.push(name);
      await expect.poll(readOnAirNames).toEqual(expected);
    }
    await findRow(page, 'Ada').click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(readOnAirNames).toEqual(['Cleo', 'Ben']);
  });
}
