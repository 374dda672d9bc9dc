/** The file for SPX in a real SPX server: imported, played, updated, continued and stopped in its renderer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../findFreePort.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { watchOverlayFaults } from './overlayFaults.ts';
import { type Show, startShow } from './startShow.ts';

const server = process.env['SPX_SERVER'] ?? '';
test.skip(!existsSync(join(server, 'server.js')), 'SPX_SERVER names no SPX server; scripts/installSpx.ts installs one');

let show: Show;
let spx: ChildProcess;
let origin: string;
let folder: string;

test.beforeEach(async () => {
  show = await startShow('Harbour Night');
  const post = { id: 'ada', list: 'live', fullName: 'Ada', message: 'Hello', source: 'X' };
  await show.callAuthoringApi('POST', '/items', post);
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);

  folder = createTemporaryFolder('spx');
  for (const name of ['DATAROOT', 'LOG', 'ASSETS/templates/greenroom'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['static', 'views', 'locales', 'package.json', 'ASSETS/ExtraFunctions'])
    symlinkSync(join(server, name), join(folder, name));
  const port = await findFreePort();
  const general = {
    ...{ username: '', hostname: 'test', langfile: 'english.json', loglevel: 'error', launchBrowser: false },
    ...{ logfolder: `${join(folder, 'LOG')}/`, dataroot: `${join(folder, 'DATAROOT')}/`, port, resolution: 'HD' },
    ...{ templatesource: `http://127.0.0.1:${port}`, preview: 'selected', renderer: 'normal', recents: [] },
  };
  const customscript = '/ExtraFunctions/demoFunctions.js';
  const config = { general, casparcg: { servers: [] }, globalExtras: { customscript, CustomControls: [] } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  origin = `http://127.0.0.1:${port}`;
  spx = spawn(process.execPath, [join(server, 'server.js'), 'config.json'], { cwd: folder, stdio: 'ignore' });
  await waitUntil('SPX answers', () =>
    fetch(`${origin}/api/v1/version`)
      .then(({ ok }) => ok)
      .catch(() => false),
  );
});
test.afterEach(async () => {
  const exited = new Promise((done) => spx.once('exit', done));
  spx.kill('SIGKILL');
  await exited;
  await show.stop();
});

const send = (path: string, body: unknown): Promise<Response> =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });

/** Has SPX import our file into a project, and returns the path of a rundown with it. */
async function importTemplate(): Promise<string> {
  const templates = join(folder, 'ASSETS/templates/greenroom');
  const file = await fetch(`${show.feed}/overlay/card.spx.html?feed=main`);
  writeFileSync(join(templates, 'greenroom-card.html'), await file.text());
  await send('/shows/', { foldername: 'harbour', format: 'spx' });
  await send('/show/harbour/config', {
    ...{ command: 'addtemplate', curFolder: templates, template: 'greenroom-card.html', showFolder: 'harbour' },
  });
  // SPX answers before it has written the file.
  const readProfile = () => {
    const text = readFileSync(join(folder, 'DATAROOT/harbour/profile.json'), 'utf8');
    return text.endsWith('}') ? JSON.parse(text) : null;
  };
  await expect.poll(readProfile).toMatchObject({ templates: [{}] });
  const profile = readProfile();
  expect(profile.templates).toMatchObject([
    { description: 'Greenroom card', webplayout: '5', DataFields: [{ field: 'feed', value: 'main' }] },
  ]);
  const rundown = join(folder, 'DATAROOT/harbour/data/show.json');
  writeFileSync(rundown, JSON.stringify({ templates: [{ ...profile.templates[0], itemID: 'card-1' }] }));
  return rundown;
}

test('the file is imported, plays, follows the feed, survives an update and a continue, and stops', async ({
  page,
}) => {
  const faults = watchOverlayFaults(page);
  const datafile = await importTemplate();
  const command = (name: string, fields: unknown) =>
    send('/gc/playout', { datafile, epoch: 'card-1', command: name, ...(fields === null ? {} : { fields }) });
  await page.goto(`${origin}/renderer`);
  await page.waitForTimeout(500);
  const layer = page.frameLocator('#layer5');
  const shown = layer.frameLocator('iframe').locator('greenroom-card.is-shown .post-text');

  await command('play', null);
  await expect(shown).toHaveText('Hello');
  await show.callAuthoringApi('PATCH', '/items/ada', { message: 'Hello again' });
  await expect(shown).toHaveText('Hello again');
  await command('update', [{ field: 'feed', value: 'main' }]);
  await command('next', null);
  await show.callAuthoringApi('PATCH', '/items/ada', { message: 'Still here' });
  await expect(shown).toHaveText('Still here');
  await show.postToDesk('/api/feeds/main/block', { itemId: 'ada' });
  await expect(layer.frameLocator('iframe').locator('[data-post]')).toHaveCount(0);
  await show.postToDesk('/api/feeds/main/unblock', { itemId: 'ada' });
  await expect(shown).toHaveText('Still here');

  await command('stop', null);
  await expect(layer.locator('iframe')).toHaveCount(0);
  expect(faults).toEqual([]);
});
