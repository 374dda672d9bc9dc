/** The operator's journeys with only the keyboard: each screen and panel, and what a narrow screen shows. */
import { expect, type Page } from '@playwright/test';
import { full } from '../shortRun.ts';
import { tabTo } from './accessibility.ts';
import { confirmPress, pressTwice } from './secondPress.ts';
import { isRehearsalPortFree, type Show, startShow } from './startShow.ts';
import { skipWithoutH264 } from './videoSupport.ts';
import { test } from './watchedPages.ts';

const names = ['Mira Solberg', 'Omar Haddad', 'Ticket Hunter 24'] as const;

let show: Show;
let errors: string[] = [];
test.beforeEach(async ({ page }) => {
  errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // For example, a style that the page's policy refuses.
    if (message.type() === 'error') errors.push(message.text());
  });
  show = await startShow('Harbour Night: viewer posts');
  const at = new Date(Date.now() - 240_000).toISOString();
  for (const fullName of names) {
    const post = { fullName, source: 'INSTAGRAM', message: `The text of ${fullName}`, media: [], publishedAt: at };
    await show.callAuthoringApi('POST', '/items', { list: 'live', id: idOf(fullName), ...post, lastModifiedDate: at });
  }
  await page.clock.install();
  await page.goto(show.desk);
  await expect(page.getByRole('option')).toHaveCount(names.length);
  await expect.poll(onAir).toEqual(names.map(idOf));
  // A press is ignored for 250 ms after its row has changed, as when the last post arrives after the page.
  await page.clock.fastForward(300);
});
test.afterEach(async () => {
  const errorsOfTest = [...errors];
  await show.stop();
  expect(errorsOfTest).toEqual([]);
});

const idOf = (name: string): string => name.split(' ')[0]?.toLowerCase() ?? '';
const onAir = async (): Promise<readonly string[]> => (await show.readFeed()).items.map(({ id }) => id);
const gate = async (): Promise<string> => (await show.readFeed()).gate;
const selected = (page: Page) => page.getByRole('option', { selected: true });

test('the main job: hold, block, take, clear, back, release, unblock', async ({ page }) => {
  await page.keyboard.press('End');
  await expect(selected(page)).toContainText('Ticket Hunter 24');
  await page.keyboard.press('b');
  await expect.poll(onAir).toEqual(['mira', 'omar']);
  await page.keyboard.press('h');
  await expect.poll(gate).toBe('held');
  await show.callAuthoringApi('DELETE', '/items/mira', {});
  await show.callAuthoringApi('PATCH', '/items/omar', { message: 'New text of Omar' });
  await expect(page.getByText('1 removed, 1 edited.', { exact: true })).toBeVisible();
  await page.keyboard.press('Shift+T');
  await expect.poll(onAir).toEqual(['omar']);
  await page.keyboard.press('t');
  await expect.poll(async () => (await show.readFeed()).items[0]?.message).toBe('New text of Omar');
  await pressTwice(page, 'c');
  await expect.poll(onAir).toEqual([]);
  await pressTwice(page, 'z');
  await expect.poll(onAir).toEqual(['omar']);
  await page.keyboard.press('r');
  await expect.poll(gate).toBe('following');
  await pressTwice(page, 'u');
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
});

test('an earlier list is found in the history and restored, from the tabs of the log', full, async ({ page }) => {
  await show.callAuthoringApi('DELETE', '/items/mira', {});
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
  await page.keyboard.press('F4');
  await tabTo(page, /^Events$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeFocused();
  await expect(selected(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Restore, two presses: revision/ })).toBeVisible();
  await pressTwice(page, 'z');
  await expect.poll(onAir).toEqual(['mira', 'omar', 'ticket']);
  expect(await gate()).toBe('held');
  await page.keyboard.press('F1');
  await page.keyboard.press('r');
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
});

test('a post is blocked with a reason, a key is changed, and the focus returns from each panel', async ({ page }) => {
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+B');
  await expect(page.getByRole('textbox', { name: /^Reason for blocking Mira Solberg/ })).toBeFocused();
  await page.keyboard.type('Not our picture');
  await page.keyboard.press('Enter');
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'Keys' })).toBeFocused();
  await tabTo(page, /^Change keys$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Change the key for Hold/);
  await page.keyboard.press('Enter');
  await page.keyboard.press(';');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeFocused();
  await page.keyboard.press(';');
  await expect.poll(gate).toBe('held');
});

test.describe('what is typed never reaches the gate', () => {
  const reasonField = (page: Page) => page.getByRole('textbox', { name: /^Reason for blocking Mira Solberg/ });
  // The engine obeys SIGTERM only while it runs.
  test.afterEach(() => {
    if (process.platform !== 'win32') show.engine.signal('SIGCONT');
  });
  const startTyping = async (page: Page) => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+B');
    await expect(reasonField(page)).toBeFocused();
    await page.keyboard.type('Wrong');
  };

  test('when the connection is lost and returns', async ({ page }) => {
    test.skip(process.platform === 'win32', 'Windows can’t suspend a process with a signal');
    await startTyping(page);
    show.engine.signal('SIGSTOP');
    await expect(page.getByRole('alert')).toContainText('No connection to Greenroom');
    await page.keyboard.type('h');
    await expect(reasonField(page)).toBeFocused();
    await expect(reasonField(page)).toHaveAttribute('readonly');
    await expect(reasonField(page)).toHaveAttribute('title', 'not connected');
    show.engine.signal('SIGCONT');
    await expect(reasonField(page)).not.toHaveAttribute('readonly');
    await page.keyboard.type(' shot');
    await expect(reasonField(page)).toHaveValue('Wrong shot');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+H');
    expect(await gate()).toBe('following');
  });

  test('when another desk blocks the post', async ({ page }) => {
    await startTyping(page);
    await show.postToDesk('/api/feeds/main/block', { itemId: 'mira' });
    await expect.poll(onAir).toEqual(['omar', 'ticket']);
    await expect(reasonField(page)).toHaveAttribute('readonly');
    await page.keyboard.type('h');
    await expect(page.getByText('Already blocked.', { exact: true })).toBeVisible();
    await expect(reasonField(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(reasonField(page)).toHaveCount(0);
    await page.keyboard.press('h');
    await expect.poll(gate).toBe('held');
  });

  test('when the feed of the field is removed', full, async ({ page }) => {
    await show.addFeed('wall');
    await expect(page.getByRole('radio', { name: /^wall/ })).toBeVisible();
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: /^wall/, checked: true })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Find in live' })).toBeFocused();
    await page.keyboard.type('crew');
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 900);
    await show.addFeed('roof');
    await expect(page.getByRole('radio', { name: /^wall/ })).toHaveCount(0);
    const closed = page.getByText('The field you were typing in has closed.');
    await page.keyboard.type('h');
    await expect(closed).toBeVisible();
    await page.clock.runFor(500);
    await page.keyboard.type('1h');
    await page.clock.runFor(1000);
    expect(await gate()).toBe('following');
    await page.keyboard.press('h');
    await expect.poll(gate).toBe('held');
  });
});

test('a guard is set, its post is found under Kept off air and allowed', async ({ page }) => {
  await page.keyboard.press('Home');
  await page.keyboard.press('w');
  await expect(page.getByRole('region', { name: 'Kept off air' })).toBeFocused();
  await tabTo(page, /^Edit guards/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Words' })).toBeFocused();
  await page.keyboard.type('hunter');
  await page.keyboard.press('Enter');
  await expect.poll(onAir).toEqual(['mira', 'omar']);
  await expect(page.getByRole('button', { name: /^Ticket Hunter 24/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Kept off air' })).toBeFocused();
  await tabTo(page, /^Ticket Hunter 24/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Post details' })).toBeFocused();
  await tabTo(page, /^Allow/);
  const press = () => page.keyboard.press('Enter');
  await confirmPress(page, press, page.getByRole('button', { name: /^Press again to allow/ }), press);
  await expect.poll(onAir).toEqual(['mira', 'omar', 'ticket']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeFocused();

  await page.keyboard.press('w');
  await tabTo(page, /^Edit guards/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeFocused();
});

test('rotation is set, paused by a pin and stopped, and the play head is moved', async ({ page }) => {
  await page.keyboard.press('Shift+O');
  await expect(page.getByRole('region', { name: 'Rotation' })).toBeFocused();
  await tabTo(page, /^Seconds for each post/);
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('o');
  await expect(page.getByText('On: next post every 500 s', { exact: true })).toBeVisible();
  await tabTo(page, /^Seconds for each post/);
  await page.keyboard.type('600');
  await page.keyboard.press('Enter');
  await expect(page.getByText('On: next post every 600 s', { exact: true })).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Seconds for each post' })).toBeFocused();
  await tabTo(page, /^Loop/);
  await page.keyboard.press('Space');
  await expect(page.getByText('On: next post every 600 s, stops at the end', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const now = page.getByRole('option', { name: /, now, / });
  await expect(now).toContainText('Mira Solberg');
  await page.keyboard.press('n');
  await expect(now).toContainText('Omar Haddad');
  await page.keyboard.press('i');
  await expect(page.getByRole('button', { name: 'Pinned. Unpin' })).toBeVisible();
  await page.keyboard.press('o');
  await expect(page.getByRole('button', { name: 'Rotate, no loop' })).toBeVisible();
});

test('a recorded show is opened, stepped through and left', full, async ({ page }) => {
  test.skip(!(await isRehearsalPortFree()), 'The rehearsal port 7421 is in use on this machine.');
  await page.keyboard.press('y');
  await expect(page.getByRole('button', { name: 'Play Step' })).toBeVisible();
  await tabTo(page, /^Play Step$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^event 0 of \d+$/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^event 1 of \d+$/)).toBeVisible();
  const current = page.getByRole('region', { name: 'Recorded events' }).locator('[aria-current="step"]');
  await tabTo(page, new RegExp(`^${(await current.innerText()).trim().replace(/\W/g, '[^]')}$`));
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#rehearsal-event-1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^event 2 of \d+$/)).toBeVisible();
  // The picture is loaded, so that nothing of it fails to load from the closed port.
  const findPicture = () => page.frame({ url: /:7421\/overlay\// });
  await expect.poll(findPicture).not.toBeNull();
  await findPicture()?.waitForLoadState('networkidle');
  await findPicture()?.evaluate(() => document.fonts.ready);
  await pressTwice(page, 'Shift+Y');
  await expect(page.getByRole('button', { name: 'Play Step' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeVisible();
  expect(await onAir()).toEqual(names.map(idOf));
});

test('another feed is selected and gets another collection', full, async ({ page }) => {
  await show.createCollection('Harbour Night: crew picks');
  await show.addFeed('wall');
  await expect(page.getByRole('radio', { name: /^wall/ })).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: /^wall/, checked: true })).toBeVisible();
  await page.keyboard.press('F6');
  await page.keyboard.press('F5');
  await expect(page.getByRole('button', { name: 'Harbour Night: crew picks' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: /^Find a collection/ })).toBeFocused();
  await page.keyboard.type('crew');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await tabTo(page, /^Harbour Night: crew picks$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Harbour Night: crew picks' })).toBeVisible();
  const press = () => page.keyboard.press('Enter');
  await tabTo(page, /^Use for main/);
  await confirmPress(page, press, page.getByRole('button', { name: /^Press again to use/ }), press);
  await expect.poll(onAir).toEqual([]);
  // A new feed is held, so that one press is enough.
  await tabTo(page, /^Use for wall/);
  await press();
  for (const name of ['Feed main', 'Feed wall'])
    await expect(page.getByRole('region', { name })).toContainText('This feed uses this collection.');
});

test('on a narrow screen, the arrow keys, Find and the strip show the list that they focus', full, async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('group', { name: /^Staging/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeFocused();
  await tabTo(page, /Opens the waiting list$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Waiting/ })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Find in live' })).toBeFocused();
});

test('V pauses and plays the videos, in the picture too', async ({ page }) => {
  await skipWithoutH264(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  const media = await show.upload('choir-in-yellow-boots.mp4');
  await show.callAuthoringApi('PATCH', '/items/mira', { media: [media] });
  await page.keyboard.press('Home');
  const videos = [
    selected(page).locator('video'),
    page.frameLocator('iframe[title="Card overlay: on screen now"]').locator('video'),
  ];
  const arePaused = () => Promise.all(videos.map((video) => video.evaluate((v: HTMLVideoElement) => v.paused)));
  for (const video of videos) await expect(video).toBeVisible();
  await expect.poll(arePaused).toEqual([false, false]);
  await page.keyboard.press('v');
  await expect.poll(arePaused).toEqual([true, true]);
  await page.keyboard.press('v');
  await expect.poll(arePaused).toEqual([false, false]);
});

test('a setting: another limit of stored media, undone within its ten seconds', full, async ({ page }) => {
  await page.keyboard.press('F8');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await tabTo(page, /^Source$/);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'Media' })).toBeChecked();
  await tabTo(page, /^1 GB$/);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: '8 GB' })).toBeChecked();
  await expect(page.getByText('Saved. Effect on air: none')).toBeVisible();
  await tabTo(page, /^Undo: Media limit/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: '2 GB' })).toBeChecked();
  await page.keyboard.press('F1');
  await expect(page.getByRole('option').first()).toBeVisible();
});
