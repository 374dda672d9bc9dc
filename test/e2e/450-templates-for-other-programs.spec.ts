/** The overlay as an SPX template and as an OGraf graphic, in pages of another origin, on a running Greenroom. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { full } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';

let show: Show;
let pages: Server;
let origin: string;
/** The page that the other program serves. */
let html = '';

test.beforeEach(async () => {
  show = await startShow('Harbour Night');
  await show.callAuthoringApi('POST', '/items', {
    id: 'ada',
    list: 'live',
    fullName: 'Ada',
    message: 'Hello',
    source: 'X',
  });
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
  pages = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(html);
  });
  await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done));
  const address = pages.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
test.afterEach(async () => {
  pages.closeAllConnections();
  await new Promise((done) => pages.close(done));
  await show.stop();
});

const shownText = (page: Page) => page.frameLocator('iframe').locator('greenroom-card.is-shown .post-text');

test('the file for SPX shows the overlay from play to stop, and waits for a feed that is down', async ({ page }) => {
  const response = await fetch(`${show.feed}/overlay/card.spx.html?feed=main`);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="greenroom-card.html"');
  html = await response.text();
  await page.goto(origin);
  const definition = await page.evaluate('SPXGCTemplateDefinition');
  expect(definition).toMatchObject({
    ...{ description: 'Greenroom card', playserver: 'OVERLAY', out: 'manual', dataformat: 'json' },
    DataFields: [{ field: 'feed', value: 'main', items: [{ text: 'main', value: 'main' }] }],
  });
  await page.evaluate(`update('{"feed":"main"}')`);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.evaluate('play()');
  await expect(shownText(page)).toHaveText('Hello');
  await page.evaluate('stop()');
  await expect(page.locator('iframe')).toHaveCount(0);

  html = html.replaceAll(show.feed, `${origin.replace(/\d+$/, '1')}`);
  await page.goto(origin);
  await page.evaluate('play()');
  await page.waitForTimeout(1500);
  await expect(page.locator('iframe'), 'no error page is ever shown').toHaveCount(0);
});

test('the file for SPX reveals the overlay only when it draws, and reloads it until it does', async ({ page }) => {
  html = await (await fetch(`${show.feed}/overlay/card.spx.html?feed=main`)).text();
  await page.goto(origin);
  // Greenroom answers once, and is gone when the frame loads: the browser then puts its own page there.
  await page.route('**/overlay/card?*', (route) =>
    route.request().isNavigationRequest() ? route.abort() : route.continue(),
  );
  await page.evaluate('play()');
  await expect(page.locator('iframe')).toHaveCount(1);
  await page.waitForTimeout(1000);
  await expect(page.locator('iframe')).toHaveCSS('opacity', '0');
  await page.unroute('**/overlay/card?*');
  await expect(shownText(page)).toHaveText('Hello');
  await expect(page.locator('iframe')).toHaveCSS('opacity', '1');
});

test('the file for SPX keeps the overlay when it is played again', full, async ({ page }) => {
  html = await (await fetch(`${show.feed}/overlay/card.spx.html?feed=main`)).text();
  await page.goto(origin);
  await page.evaluate('play()');
  await expect(shownText(page)).toHaveText('Hello');
  await page.locator('iframe').evaluate((frame) => frame.setAttribute('data-first', ''));
  await page.evaluate('play()');
  await page.waitForTimeout(1000);
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page.locator('iframe[data-first]')).toHaveCSS('opacity', '1');
});

test('the OGraf graphic loads, plays, updates, stops and frees its consumer', async ({ page }) => {
  const manifest = (await (await fetch(`${show.feed}/overlay/card.ograf.json`)).json()) as Record<string, string>;
  expect(manifest).toMatchObject({ id: 'greenroom-card', main: 'card.ograf.mjs', supportsRealTime: true });
  html = '<!doctype html><body></body>';
  await page.goto(origin);
  const run = (method: string, argument: unknown) =>
    page.evaluate(
      ([name, value]) =>
        (window as unknown as { graphic: Record<string, (v: unknown) => unknown> }).graphic[String(name)]?.(value),
      [method, argument] as const,
    );
  await page.evaluate(async (address) => {
    const { default: Graphic } = await import(address);
    customElements.define('greenroom-card-v1', Graphic);
    const graphic = document.createElement('greenroom-card-v1');
    document.body.append(graphic);
    Object.assign(window, { graphic });
  }, `${show.feed}/overlay/${manifest['main']}`);
  expect(await run('load', { renderType: 'non-realtime' })).toMatchObject({ statusCode: 501 });
  expect(await run('load', { renderType: 'realtime', data: { feed: 'main' } })).toEqual({ statusCode: 200 });
  expect(await run('playAction', {})).toEqual({ statusCode: 200, currentStep: 0 });
  await expect(shownText(page)).toHaveText('Hello');
  expect(await run('playAction', { goto: 0 })).toEqual({ statusCode: 200, currentStep: 0 });
  await expect(page.locator('iframe')).toHaveCount(1);
  expect(await run('playAction', { delta: 'one' })).toMatchObject({ statusCode: 400 });
  await expect(shownText(page)).toHaveText('Hello');
  expect(await run('playAction', {}), 'the only step ends with the next one').toEqual({ statusCode: 200 });
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await run('playAction', { goto: 2 })).toEqual({ statusCode: 200 });
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await run('playAction', { delta: 1 })).toEqual({ statusCode: 200, currentStep: 0 });
  await expect(shownText(page)).toHaveText('Hello');
  expect(await run('updateAction', { data: { feed: '../x' } })).toEqual({ statusCode: 200 });
  await expect(shownText(page)).toHaveText('Hello');
  expect(await run('stopAction', {})).toEqual({ statusCode: 200 });
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await run('customAction', { id: 'x' })).toMatchObject({ statusCode: 404 });
  expect(await run('dispose', {})).toEqual({ statusCode: 200 });
  expect(await run('dispose', {})).toEqual({ statusCode: 200 });
});

test(
  'the OGraf module works as a copy on another server, with the feed and the token of its address',
  full,
  async ({ page }) => {
    const manifest = await (await fetch(`${show.feed}/overlay/card.ograf.json?feed=main&token=a%26b`)).json();
    expect(manifest.main).toBe('card.ograf.mjs?feed=main&token=a%26b');
    const address = `${show.feed}/overlay/${manifest.main}`;
    const module = await (await fetch(address)).text();
    expect(module).toContain(`${show.feed}/overlay/card?name=OGraf&host=ograf-frame&token=a%26b&feed=main`);
    html = '<!doctype html><body></body>';
    await page.goto(origin);
    await page.evaluate(async (source) => {
      const { default: Graphic } = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
      customElements.define('greenroom-card-copy', Graphic);
      const graphic = document.createElement('greenroom-card-copy') as HTMLElement &
        Record<string, (v: unknown) => void>;
      document.body.append(graphic);
      await graphic['load']?.({ renderType: 'realtime' });
      void graphic['playAction']?.({});
    }, module);
    await expect(shownText(page)).toHaveText('Hello');
  },
);

test('the OGraf manifests keep to the rules of EBU without its schemas', async () => {
  for (const template of ['card', 'ticker', 'wall']) {
    const response = await fetch(`${show.feed}/overlay/${template}.ograf.json?feed=main&token=t`);
    const manifest = (await response.json()) as Record<string, unknown>;
    const { $schema, id, version, name, description, main, supportsRealTime, supportsNonRealTime, ...rest } = manifest;
    expect($schema).toBe('https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json');
    // SPX makes the name of an element of both.
    expect(`${id}-v${version}`).toMatch(/^[a-z][a-z0-9-]*-v\d+\.\d+\.\d+$/);
    for (const text of [name, description, main]) expect(text).toMatch(/./);
    expect([supportsRealTime, supportsNonRealTime]).toEqual([true, false]);
    const { stepCount, schema, ...own } = rest;
    expect(stepCount).toBe(1);
    expect(schema).toMatchObject({ type: 'object', properties: { feed: { type: 'string', default: 'main' } } });
    expect(own, 'no other keys but those of makers').toEqual({ v_spx: { webplayout: '4', playlayer: '4' } });
  }
});

test('the OGraf manifest is valid by the schemas of EBU', async () => {
  const folder = process.env['OGRAF_SCHEMAS'] ?? '';
  test.skip(!existsSync(folder), 'OGRAF_SCHEMAS does not name a folder with EBU’s v1/specification/json-schemas');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const ajv = new Ajv2020({ strict: false });
  for (const name of files) ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const validate = ajv.getSchema('https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json');
  const manifest = await (await fetch(`${show.feed}/overlay/wall.ograf.json?feed=main&token=t`)).json();
  expect(validate?.(manifest), JSON.stringify(validate?.errors)).toBe(true);
});
