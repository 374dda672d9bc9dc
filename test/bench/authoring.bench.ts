/** Measures the service with long lists: inserts through its API, and its page in Chromium, as ratios to a list of 100 posts. */
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Agent, request } from 'undici';
import { launchOptions } from '../../scripts/findBrowser.ts';
import type { ContentItem } from '../../src/core/serviceDocument.ts';
import { openStore } from '../../src/service/store.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type ChildServer, startChild } from './childServer.ts';
import { median, report } from './numbers.ts';
import { samplePost } from './samplePosts.ts';

const baselineCount = 100;
const insertCounts = [baselineCount, 1000, 5000, 10_000] as const;
const pageCounts = [baselineCount, 4700, 10_000] as const;
const rounds = 20;
const warmUpRounds = 10;
const token = 'bench-token';
const authoring = '/authoring/v1/demo';

type Service = ChildServer & { readonly collectionIds: readonly string[] };

/** Starts the built service with one collection for each count, half of its posts staged. */
async function startService(counts: readonly number[]): Promise<Service> {
  const directory = join(createTemporaryFolder('bench'), 'service');
  const settings = { directory, startupEndpoints: [], checkpointBytes: 4 * 1024 * 1024, mediaQuotaBytes: 1 };
  const store = await openStore(settings, { now: Date.now, log: () => undefined });
  await store.addOrganisation('demo');
  const collectionIds: string[] = [];
  for (const count of counts) {
    const posts = Array.from({ length: count }, (_, index) => samplePost(index) as ContentItem);
    const [staging, live] = [posts.slice(0, count / 2), posts.slice(count / 2)];
    const draft = { name: `${count} posts`, contentType: 'SOCIAL_POST', staging, live };
    collectionIds.push((await store.create('demo', draft)).id);
  }
  await store.close();
  const args = ['--port', '0', '--data-dir', directory, '--ready-json'];
  const server = await startChild(resolve('out/main/service.js'), args, { GREENROOM_SERVICE_TOKEN: token });
  return { ...server, collectionIds };
}

/** Returns the times of inserts, by count of posts. Takes turns, so that every count sees the same machine. */
async function measureInserts(service: Service, preference: string): Promise<readonly number[]> {
  const agent = new Agent({ connections: 1 });
  const times = insertCounts.map((): number[] => []);
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const [index, id] of service.collectionIds.entries()) {
      const body = JSON.stringify({ source: 'FACEBOOK', fullName: 'Ada', message: `Insert ${round}` });
      const startedMs = performance.now();
      const response = await request(`${service.ready['baseUrl']}${authoring}/collections/${id}/items`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: preference },
        body,
        dispatcher: agent,
      });
      await response.body.arrayBuffer();
      if (response.statusCode !== 200) throw new Error(`the insert returned ${response.statusCode}`);
      if (round >= warmUpRounds) times[index]?.push(performance.now() - startedMs);
    }
  }
  await agent.close();
  return times.map(median);
}

type PageFigures = { readonly openMs: number; readonly nodes: number; readonly promotionMs: number };

async function measurePage(browser: Browser, count: number): Promise<PageFigures> {
  const service = await startService([count]);
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  try {
    const opens: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await page.goto('about:blank');
      const startedMs = performance.now();
      await page.goto(`${service.ready['authoring']}#token=${token}`);
      await page.locator('.row').first().waitFor();
      opens.push(performance.now() - startedMs);
    }
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    await page.locator('[data-list="staging"] .row button').first().focus();
    const promotions: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) promotions.push(await promoteFirst(page));
    return { openMs: median(opens), nodes, promotionMs: median(promotions.slice(warmUpRounds)) };
  } finally {
    await page.close();
    await service.stop();
  }
}

declare global {
  interface Window {
    promotion: Promise<number>;
  }
}

/** Promotes the focused post with its key. Returns the milliseconds until the shorter list is painted. */
async function promoteFirst(page: Page): Promise<number> {
  // After a promotion, the focus moves to the next post.
  await page.waitForFunction(() => document.activeElement?.closest('.is-staged') !== null);
  await page.evaluate(() => {
    const pressed = new Promise<number>((resolve) => {
      window.addEventListener('keydown', () => resolve(performance.now()), { capture: true, once: true });
    });
    const title = document.querySelector('.is-staging .list-title') ?? document.body;
    const painted = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error('the promotion is not painted')), 30_000);
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
      observer.observe(title, { childList: true, characterData: true, subtree: true });
    });
    window.promotion = Promise.all([pressed, painted]).then(([startedMs, endedMs]) => endedMs - startedMs);
  });
  await page.keyboard.press('ArrowRight');
  return page.evaluate(() => window.promotion);
}

const service = await startService(insertCounts);
for (const preference of ['return=minimal', 'return=representation']) {
  const times = await measureInserts(service, preference);
  for (const [index, count] of insertCounts.entries())
    report(
      `one insert at ${count} posts, ${preference}`,
      times[index] ?? 0,
      times[0] ?? 0,
      'ms',
      'baseline: 100 posts',
    );
}
await service.stop();

const browser = await chromium.launch(launchOptions());
try {
  const baseline = await measurePage(browser, baselineCount);
  for (const count of pageCounts) {
    const { openMs, nodes, promotionMs } = count === baselineCount ? baseline : await measurePage(browser, count);
    report(`open the page with ${count} posts`, openMs, baseline.openMs, 'ms', 'baseline: 100 posts');
    report(`elements on the page with ${count} posts`, nodes, baseline.nodes, 'elements', 'baseline: 100 posts');
    report(
      `a promotion with ${count} posts until painted`,
      promotionMs,
      baseline.promotionMs,
      'ms',
      'baseline: 100 posts',
    );
  }
} finally {
  await browser.close();
}
