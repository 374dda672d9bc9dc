/** Measures how long the desk takes to render with 10,000 posts on air and one selected, in Chromium, against a bare virtual list. */
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/findBrowser.ts';
import { buildPages, servePages } from '../builtPages.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import type { RenderCause, RenderTime } from './desk/renderPage.tsx';
import { lowerQuartile, report } from './numbers.ts';

const rounds = 50;
const warmUpRounds = 10;
const causes: readonly RenderCause[] = ['tick', 'arrow key', 'edited post', 'added post'];

const outDir = createTemporaryFolder('bench');

await buildPages(join(import.meta.dirname, 'desk'), ['index'], outDir);
const server = await servePages(outDir);
const browser = await chromium.launch(launchOptions());
try {
  const { base } = server;
  const desk = await openPage(base);
  const bare = await openPage(`${base}?bare`);
  for (const cause of causes) {
    const [ours, baseline] = [await measure(desk, cause), await measure(bare, cause)];
    const name = `10,000 posts on air, ${cause}`;
    const note = 'baseline: bare virtual list; goal 5 ms';
    if (cause === 'tick' || cause === 'arrow key') {
      const [total, bareTotal] = [ours, baseline].map(({ storedMs, renderedMs }) => storedMs + renderedMs);
      report(name, total ?? Number.NaN, bareTotal ?? Number.NaN, 'ms', note);
    } else {
      report(`${name}, render`, ours.renderedMs, baseline.renderedMs, 'ms', note);
      report(`${name}, compare and index`, ours.storedMs, baseline.storedMs, 'ms', 'baseline: JSON.parse of the push');
    }
  }
} finally {
  await browser.close();
  await server.close();
}

async function openPage(address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(address);
  await page.getByRole('option', { name: /Post 4\b/ }).waitFor();
  return page;
}

async function measure(page: Page, cause: RenderCause): Promise<RenderTime> {
  await page.bringToFront();
  const times = await page.evaluate(([name, count]) => window.measureRenders(name, count), [cause, rounds] as const);
  const measured = times.slice(warmUpRounds);
  return {
    storedMs: lowerQuartile(measured.map(({ storedMs }) => storedMs)),
    renderedMs: lowerQuartile(measured.map(({ renderedMs }) => renderedMs)),
  };
}
