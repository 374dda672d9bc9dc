/** Journey: settings are exported, changed in the file, and imported on air. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { readFocusedName, tabTo } from './accessibility.ts';
import { bothMeans, createDriver, type Means } from './journeys/driver.ts';
import { addPosts, expectOnAir, expectUnchanged } from './journeys/onAir.ts';
import { tabToInside } from './journeys/settings.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Harbour Night');
  lastly(show.stop);
  await addPosts(show, 'live', ['mira', 'omar']);
});

async function readSettings(): Promise<{
  readonly history: { readonly maxRevisions: number };
  readonly feeds: readonly { readonly slug: string }[];
}> {
  const headers = { authorization: `Bearer ${show.engine.ready['token']}` };
  const answer = await (await fetch(`${show.engine.ready['desk']}/api/settings`, { headers })).json();
  return (answer as { settings: Awaited<ReturnType<typeof readSettings>> }).settings;
}

async function pressControl(page: Page, means: Means, control: Locator, name: RegExp): Promise<void> {
  if (means === 'mouse') return control.click();
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function openBackupPart(desk: Page, means: Means): Promise<void> {
  const parts = desk.locator('.settings-parts');
  const heading = desk.getByRole('heading', { name: 'Import', exact: true });
  if (means === 'mouse') await parts.getByText('Backup and import').click();
  else {
    await tabToInside(desk, parts);
    for (let step = 0; step < 15 && (await readFocusedName(desk)) !== 'Backup and import'; step += 1)
      await desk.keyboard.press('ArrowDown');
    await desk.keyboard.press('ArrowUp');
    expect(await readFocusedName(desk)).not.toBe('Backup and import');
    await desk.keyboard.press('ArrowDown');
    await expect(parts).toHaveAttribute('aria-orientation', 'vertical');
    await desk.keyboard.press('Enter');
  }
  await expect(heading).toBeVisible();
}

for (const means of chooseFrom(bothMeans, 'keys')) {
  test(`settings are imported on air, by ${means}`, async ({ openPage, takePicture }) => {
    const folder = createTemporaryFolder('import');
    const desk = await openPage(show.desk);
    const wall = await openPage(`${show.feed}/overlay/wall?feed=main`);
    const { openScreen } = createDriver(desk, means);
    const onAir = { show, desk, wall };
    await expectOnAir(onAir, ['mira', 'omar']);
    await openScreen('Settings', 'F8');
    await openBackupPart(desk, means);

    const downloading = desk.waitForEvent('download');
    await pressControl(desk, means, desk.getByRole('button', { name: 'Export settings' }), /^Export settings$/);
    const exported = join(folder, 'exported.json');
    await (await downloading).saveAs(exported);
    const file = JSON.parse(readFileSync(exported, 'utf8')) as { settings: Awaited<ReturnType<typeof readSettings>> };
    expect(readFileSync(exported, 'utf8')).not.toContain(String(show.engine.ready['token']));
    const { settings } = file;
    const changed = join(folder, 'changed.json');
    const feeds = [...settings.feeds, { slug: 'foyer', collectionId: null }];
    writeFileSync(
      changed,
      JSON.stringify({
        ...file,
        settings: { ...settings, history: { ...settings.history, maxRevisions: 777 }, feeds },
      }),
    );

    const choosing = desk.waitForEvent('filechooser');
    await pressControl(desk, means, desk.getByText('Import a file'), /^Import a file$/);
    await (await choosing).setFiles(changed);
    const preview = desk.getByRole('region', { name: 'Import preview' });
    await expect(preview).toContainText('777');
    await expect(preview).toContainText('added, starts held');
    await takePicture(desk, 'preview');
    expect((await readSettings()).history.maxRevisions).not.toBe(777);
    await pressControl(
      desk,
      means,
      preview.getByRole('button', { name: /^Import \d+ selected/ }),
      /^Import \d+ selected/,
    );
    await expect.poll(async () => (await readSettings()).history.maxRevisions).toBe(777);
    await takePicture(desk, 'imported');
    await openScreen('Show', 'F1');
    await expectUnchanged(onAir, ['mira', 'omar']);
  });
}
