/** Compares the service page's sentences with its design mock-ups in every state. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { compareSentences, type SentenceException } from '../fixtures/sentences/compare.ts';
import { isTurn } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { authoringToken } from './authoringPage.ts';
import { findLayoutFaults, sizePictures, sizesOfTurn } from './layoutFaults.ts';
import { type CannedService, serveCanned } from './servicePage/cannedService.ts';
import { calmLog, lateLog } from './servicePage/deliveries.ts';
import * as show from './servicePage/show.ts';

const pictures = resolve(import.meta.dirname, '../../out/test/pictures');
const sentences: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../fixtures/sentences/servicePage.json'), 'utf8'),
);

const exceptions: readonly SentenceException[] = [
  {
    states: ['normal', 'moving', 'editing', 'conflict', 'empty'],
    sentence: 'Ctrl N',
    pageSays: 'New collection ⇧N',
    reason: 'Browsers keep Ctrl+N for a new window.',
  },
  {
    states: ['normal'],
    sentence: '20:42:06 田中 健司 promoted to live, position 5. 2 webhooks notified.',
    pageSays: '20:42:06 田中 健司 promoted to live, position 5. 2 webhooks to notify.',
    reason: 'The deliveries have only begun; each may still wait or fail.',
  },
  {
    states: ['editing'],
    sentence: '530 KB, URL works',
    pageSays: 'JPEG, 1600 × 1066 URL works',
    reason: 'A page can load another site’s picture but not read its size.',
  },
  {
    states: ['conflict'],
    sentence: 'Theirs, with the last sentence typed in again. Media: yours.',
    pageSays: 'Theirs, edited here. Media: yours.',
    reason: 'The page knows that you edited the text, not what the edit means.',
  },
  {
    states: ['deliveries'],
    sentence: 'Gallery 2: next try in 8 s (3rd of 8)',
    pageSays: 'Gallery 2: next try in 8 s (3rd)',
    reason: 'Tries are limited by time, so there is no total.',
  },
  {
    states: ['deliveries'],
    sentence: 'Next try in 8 s (3rd of 8) no response within 10 s',
    pageSays: 'Next try in 8 s (3rd) no response within 10 s',
    reason: 'Tries are limited by time, so there is no total.',
  },
  {
    states: ['deliveries'],
    sentence: 'Queued, 3rd in line after viewer posts 341',
    pageSays: 'Queued, 3rd in line after half-time quiz 12',
    reason: 'The mock-up names the first in line; the page names the delivery just before this one.',
  },
  {
    states: ['deliveries'],
    sentence: 'Delivered on the 2nd try: 200 first response was 503',
    pageSays: 'Delivered on the 2nd try: 200',
    reason: 'The API keeps only the last status.',
  },
  {
    states: ['keys'],
    sentence: 'gallery-1 …3f9a 18 Nov 17:40 2 s ago, 10.20.4.17 Revoke',
    pageSays: 'gallery-1 …3f9a 18 Nov 17:40 2 s ago Revoke',
    reason: 'The API has no client address per key.',
  },
  {
    states: ['keys'],
    sentence: 'template …b012 19 Nov 09:12 1 s ago, this machine Revoke',
    pageSays: 'template …b012 19 Nov 09:12 2 s ago Revoke',
    reason: 'The API has no client address per key. A read 1 s ago contradicts the mock-up’s own “Read 2 s ago”.',
  },
  {
    states: ['faults'],
    sentence: 'Off Empty with a count No items, liveContentCount 7',
    pageSays: 'Off Empty with a count No items, liveContentCount unchanged',
    reason: 'The fault keeps each collection’s own count.',
  },
  {
    states: ['empty'],
    sentence: 'API key demo has not been used',
    pageSays: 'The startup key has not been used',
    reason: 'The service stores only a key’s hash, so the page can’t show a key that was set at startup.',
  },
  {
    states: ['empty'],
    sentence: 'Add the demo show two collections with 15 posts. Delete them like any others.',
    pageSays: 'Add the demo show three collections with 32 posts. Delete them like any others.',
    reason: 'The demo show has grown since the mock-up.',
  },
];

test.use({ timezoneId: 'UTC' });

/** Creates the service that most states show, with these overrides. */
function createCannedService(overrides: Partial<CannedService>): CannedService {
  return {
    summaries: show.summaries,
    collection: show.version341,
    keys: show.keys,
    webhooks: [show.gallery1, show.gallery2],
    log: calmLog,
    faults: null,
    respondToChange: (request) => {
      throw new Error(`Unexpected change: ${request}`);
    },
    ...overrides,
  };
}

const createEmptyService = () =>
  createCannedService({
    summaries: [],
    collection: null,
    keys: [show.defaultKey],
    webhooks: [],
    log: { deliveries: [], waiting: 0, total: 0 },
  });

const setTime = (page: Page, time: string) => page.clock.setFixedTime(time);

async function openPage(page: Page, service: CannedService): Promise<void> {
  await serveCanned(page, service);
  await setTime(page, show.now);
  await page.goto(`${show.origin}/authoring/#token=${authoringToken}`);
  await expect(page.locator('.announcer-text')).not.toHaveText('Connecting…');
}

const findRow = (page: Page, name: string) => page.locator('.row', { hasText: name });
const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** For each mock-up, the steps that bring the page into its state. */
const stateSteps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  normal: async (page) => {
    const service = createCannedService({ collection: show.version340 });
    service.respondToChange = (request, body) => {
      expect({ request, body }).toEqual({
        request: 'POST /collections/col_viewer/items/kenji/promote',
        body: { index: 4 },
      });
      service.collection = show.version341;
      return { status: 200, body: service.collection };
    };
    await openPage(page, service);
    await setTime(page, show.mockUpTime('20:42:06'));
    await findRow(page, show.kenji.message).click();
    for (const key of ['Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('status')).toContainText('promoted');
    await setTime(page, show.now);
    await findRow(page, 'Luca Moretti').click();
  },

  moving: async (page) => {
    await openPage(page, createCannedService({}));
    await findRow(page, 'Chidi & Ada').hover();
    await page.mouse.down();
    // The upper half of a row is the gap before it.
    await findRow(page, 'Priya Raghunathan').hover({ position: { x: 200, y: 10 } });
    await findRow(page, 'Priya Raghunathan').hover({ position: { x: 200, y: 12 } });
  },

  editing: async (page) => {
    await stopUploadsAt(page, 18_000_000, 29_000_000);
    await openPage(page, createCannedService({}));
    await findRow(page, 'Priya Raghunathan').click();
    await page.getByLabel('Message').fill(`${show.priya.message} धन्यवाद!`);
    await findButton(page, 'From URL').last().click();
    await page.getByLabel('Media URL').fill(show.externalPictureUrl);
    await page.keyboard.press('Enter');
    await expect(page.getByText('URL works')).toBeVisible();
    await setTime(page, show.mockUpTime('20:42:39'));
    const video = test.info().outputPath('quay-choir.mp4');
    writeFileSync(video, '');
    truncateSync(video, 29_000_000);
    await page.getByLabel('Upload media').setInputFiles(video);
    await expect(page.getByText('18 of 29 MB')).toBeVisible();
    await setTime(page, show.now);
    await findButton(page, 'From URL').last().click();
    await page.getByLabel('Media URL').fill('https://media.harbour.example/quay.svg');
    await page.keyboard.press('Enter');
  },

  conflict: async (page) => {
    const service = createCannedService({ collection: show.conflictVersion341 });
    service.respondToChange = (request) => {
      if (request === 'POST /media') return { status: 201, body: show.createStoredMedia('choir-1080x1080.jpg') };
      expect(request).toBe('PATCH /collections/col_viewer/items/tom');
      service.collection = show.version342;
      return {
        status: 412,
        body: { error: { code: 'CHANGED', message: '', details: { collection: show.version342 } } },
      };
    };
    await openPage(page, service);
    await findRow(page, 'Tom Okafor').click();
    await page.getByLabel('Message').fill(`${show.tomBefore.message}${show.tomsThanks}`);
    const picture = { name: 'choir.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(1) };
    await page.getByLabel('Upload media').setInputFiles(picture);
    await expect(page.getByText('390 KB, stored here')).toBeVisible();
    await page.getByLabel('Message').press('Control+Enter');
    const result = page.getByLabel('Resulting message');
    await result.fill(`${await result.inputValue()}${show.tomsThanks}`);
  },

  deliveries: async (page) => {
    const webhooks = [show.gallery1, { ...show.gallery2, waiting: 3 }, show.oldWall];
    await openPage(page, createCannedService({ webhooks, log: lateLog }));
    await findButton(page, 'Webhooks').click();
  },

  keys: async (page) => {
    const service = createCannedService({});
    service.respondToChange = (request, body) => {
      expect({ request, body }).toEqual({ request: 'POST /keys', body: { name: 'template-2' } });
      service.keys = [...show.keys, show.newKey];
      return { status: 201, body: { ...show.newKey, key: show.newKeyValue } };
    };
    await openPage(page, service);
    await findButton(page, 'API keys').click();
    await setTime(page, show.mockUpTime('20:42:31'));
    await page.getByLabel('New key’s name').fill('template-2');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('was created');
    await setTime(page, show.now);
  },

  faults: async (page) => {
    const faults = [
      { setting: { fault: 'unavailable', share: 0.25, retryAfter: '10' }, hits: 0, isSpent: false },
      { setting: { fault: 'latency', ms: 1500, upToMs: 3000 }, hits: 0, isSpent: false },
    ];
    await openPage(page, createCannedService({ faults }));
    await findButton(page, 'Faults').click();
  },

  empty: async (page) => openPage(page, createEmptyService()),
};

for (const [turn, [state, showState]] of Object.entries(stateSteps).entries()) {
  test(`the page shows every sentence of the mock-up “${state}”, has no serious accessibility problem, and fits at each size`, async ({
    page,
  }) => {
    await showState(page);
    const scrollTo = (edge: 'top' | 'end') =>
      page.evaluate((end) => document.querySelector('.service-page')?.scrollTo(0, end ? 1e6 : 0), edge === 'end');
    const texts: string[] = [];
    await expect
      .poll(async () => {
        texts.push(...(await readTexts(page)));
        // Only the visible rows of a long list are on the page.
        await scrollTo('end');
        return compareSentences(state, sentences[state] ?? [], texts, exceptions);
      })
      .toEqual([]);
    await scrollTo('top');
    await page.screenshot({ path: join(pictures, `service-page-${state}.png`) });
    if (isTurn(turn)) expect(await findAccessibilityProblems(page)).toEqual([]);
    for (const size of sizesOfTurn(turn)) {
      await page.setViewportSize(size);
      const name = `service-page-${state}-${size.width}x${size.height}`;
      expect.soft(await findLayoutFaults(page), name).toEqual([]);
      if (sizePictures !== undefined) await page.screenshot({ path: join(sizePictures, `${name}.png`) });
    }
  });
}

test('every mock-up has a state, and every exception names a mock-up', () => {
  expect(Object.keys(stateSteps).toSorted()).toEqual(Object.keys(sentences).toSorted());
  expect(exceptions.flatMap(({ states }) => states).filter((state) => stateSteps[state] === undefined)).toEqual([]);
});

test('the comparison reports a sentence missing from the page and an exception that is not needed', async ({
  page,
}) => {
  await openPage(page, createEmptyService());
  const sentence = 'No one is notified of changes';
  const unneeded = { states: ['empty'], sentence, pageSays: null, reason: 'None.' };
  await expect
    .poll(async () => compareSentences('empty', [sentence, 'Ctrl N'], await readTexts(page), [unneeded]))
    .toEqual(['The page does not say: Ctrl N', 'Exception not needed: No one is notified of changes']);
});

/** Returns the page's visible text, then each label, title, placeholder and field value. */
function readTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    const values = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? String(field.value) : '',
    );
    return [document.body.innerText, ...labels, ...values];
  });
}

/** Makes each upload report this progress and stop, because the browser reports none for an intercepted request. */
async function stopUploadsAt(page: Page, loaded: number, total: number): Promise<void> {
  await page.addInitScript(
    (progress) => {
      XMLHttpRequest.prototype.send = function (this: XMLHttpRequest) {
        setTimeout(() => this.upload.dispatchEvent(new ProgressEvent('progress', progress)), 0);
      };
    },
    { lengthComputable: true, loaded, total },
  );
}
