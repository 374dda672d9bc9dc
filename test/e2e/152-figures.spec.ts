/** The figures of the last hour on the desk of a real engine, under its content policy, by mouse and by keys. */
import { expect } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeEach(async () => {
  show = await startShow('Harbour Night');
});
test.afterEach(() => show.stop());

for (const means of chooseFrom(['mouse', 'keys'] as const, 'keys')) {
  test(`the log plots the figures that the metrics have, by ${means}`, async ({ page }) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(show.desk);
    if (means === 'mouse') {
      await page.getByRole('button', { name: 'Log' }).click();
      await page.getByRole('tab', { name: 'Figures' }).click();
    } else {
      await expect(page.locator('main.show')).toBeVisible();
      await page.keyboard.press('F4');
      await page.getByRole('tab', { name: 'Events' }).focus();
      await page.keyboard.press('End');
    }
    await expect(page.getByRole('tab', { name: 'Figures' })).toHaveAttribute('aria-selected', 'true');
    // The first sample comes after ten seconds.
    const consumers = page.getByRole('figure').filter({ hasText: 'Consumers' });
    await expect(consumers).toContainText(/Latest \d+, lowest \d+, highest \d+/, { timeout: 40_000 });
    await expect(page.getByRole('figure').filter({ hasText: 'Latency to the service' })).toContainText(/Latest \d+ ms/);
    await expect(page.locator('.figure-canvas canvas')).toHaveCount(4);
    const size = await page.locator('.figure-canvas canvas').first().boundingBox();
    expect(size?.width).toBeGreaterThan(200);
    const metrics = await (await fetch(`${show.feed}/metrics`)).text();
    expect(metrics).toMatch(/^greenroom_source_latency_seconds [\d.e-]+$/m);
    expect(metrics).toMatch(/^greenroom_feed_waiting_changes\{feed="main"\} 0$/m);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
}
