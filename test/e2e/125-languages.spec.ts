/** The language of the desk: that of the machine, another one for every open desk, and after a reload, under the strict policy. */
import { expect, type Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { type Show, startShowInLanguage } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
let complaints: string[] = [];

test.beforeEach(async () => {
  complaints = [];
  show = await startShowInLanguage('Harbour Night', 'de_DE.UTF-8');
});
test.afterEach(() => show.stop());

async function openDesk(page: Page, address: string): Promise<void> {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  await expect(page.locator('.strip')).toBeVisible();
}

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

test('speaks the machine’s language, changes every open desk with the setting, and keeps it over a reload', async ({
  browser,
  page,
}) => {
  await openDesk(page, show.desk);
  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'Tasten' })).toContainText('Buchstabentasten ausschalten');
  expect(await languageOf(page)).toBe('de');

  const other = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await openDesk(other, show.desk);
  await other.keyboard.press('?');
  await expect(other.getByRole('region', { name: 'Tasten' })).toBeVisible();

  await page.keyboard.press('F8');
  await page.getByRole('radio', { name: 'Aussehen und Tasten' }).click();
  await page.getByRole('radio', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { name: 'Ce poste seulement' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Français' })).toBeChecked();
  await expect(other.getByRole('region', { name: 'Touches' })).toContainText('Désactiver les lettres');
  expect([await languageOf(page), await languageOf(other)]).toEqual(['fr', 'fr']);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.screenshot({ path: 'out/test/pictures/language-french.png' });

  await other.reload();
  await expect(other.locator('.strip')).toBeVisible();
  await other.keyboard.press('?');
  await expect(other.getByRole('region', { name: 'Touches' })).toBeVisible();

  await page.getByRole('radio', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: 'Solo este puesto' })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Teclas' })).toBeVisible();
  await page.getByRole('radio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Only this desk' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test.describe('the page of the built-in service', () => {
  test.use({ locale: 'de-DE' });

  test('speaks the browser’s language and loads no other', async ({ page }) => {
    const loaded: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    page.on('console', (message) => {
      // Without --faults, the service has no test faults to list.
      const isAboutFaults = message.location().url.endsWith('/faults');
      if (['error', 'warning'].includes(message.type()) && !isAboutFaults) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${show.service.ready['authoring']}#token=${show.service.ready['token']}`);
    await expect(page.getByRole('button', { name: 'Neuer Beitrag' })).toBeVisible();
    expect(await languageOf(page)).toBe('de');
    await expect(page).toHaveTitle('Sammlungsdienst');
    const languages = loaded.flatMap((path) => /\/(de|es|fr)-[^/]*\.js$/.exec(path)?.[1] ?? []);
    expect(languages).toEqual(['de']);
    await page.getByRole('button', { name: 'Webhooks' }).click();
    await expect(page.getByRole('heading', { name: 'Neuer Webhook' })).toBeVisible();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.screenshot({ path: 'out/test/pictures/service-german.png' });
    expect(faults).toEqual([]);
  });
});
