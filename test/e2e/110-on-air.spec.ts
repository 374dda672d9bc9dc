/** On air, on the built product: the gate with what waits by kind, blocks, history, as-run, two desks, and a rehearsal. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { pressTwice } from './presses.ts';
import { type Show, startShowBehind } from './products.ts';

const names: Readonly<Record<string, string>> = {
  mira: 'Mira Solberg',
  omar: 'Omar Haddad',
  dealz: 'Ticket Hunter 24',
  luca: 'Luca Moretti',
  zanele: 'Zanele Dube',
};

type Frame = { readonly revision: number; readonly gate: string; readonly items: readonly { readonly id: string }[] };

let show: Show;
let socket: WebSocket;
const frames: Frame[] = [];

test.beforeEach(async () => {
  // The first lists go on air more than an hour before all that is pressed.
  show = await startShowBehind('Harbour Night: viewer posts', 70 * 60_000);
  frames.length = 0;
  socket = new WebSocket(`${show.feed.replace('http', 'ws')}/feeds/main/socket`);
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame & { readonly type: string };
    if (frame.type === 'state') frames.push(frame);
  });
  const at = new Date(Date.now() - 240_000).toISOString();
  for (const [id, list] of [
    ['mira', 'live'],
    ['omar', 'live'],
    ['dealz', 'live'],
    ['luca', 'staging'],
    ['zanele', 'staging'],
  ] as const) {
    await show.author('POST', '/items', {
      list,
      id,
      fullName: names[id],
      username: id,
      source: 'INSTAGRAM',
      message: `The words of ${names[id]}`,
      profileImageUrl: null,
      media: [],
      publishedAt: at,
      lastModifiedDate: at,
    });
  }
  await expect.poll(onAir).toEqual(['mira', 'omar', 'dealz']);
  show.passTime();
});
test.afterEach(async () => {
  socket.terminate();
  await show.stop();
});

const hourMs = 3_600_000;
const readApi = async (path: string): Promise<unknown> => {
  const answer = await fetch(`${show.desk.split('/#')[0]}/api/feeds/main/${path}`, {
    headers: { authorization: `Bearer ${show.engine.ready['token']}` },
  });
  return answer.json();
};
const onAir = async (): Promise<readonly string[]> => (await show.live()).items.map((item) => item.id);
const row = (page: Page, id: string) =>
  page.getByRole('listbox', { name: /^live/i }).getByRole('option', { name: new RegExp(names[id] ?? id) });
/** The same list in live.json and on the socket, under one revision; answers that revision. */
async function seen(ids: readonly string[], gate: string): Promise<number> {
  await expect.poll(onAir).toEqual(ids);
  const { revision, gate: told } = await show.live();
  expect(told).toBe(gate);
  await expect.poll(() => frames.at(-1)).toMatchObject({ revision, gate, items: ids.map((id) => ({ id })) });
  return revision;
}

test('what waits is shown by kind and taken in parts, a block holds, an earlier list comes back, and all of it is in the as-run log', async ({
  page,
}, info) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const shoot = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
  const first = await seen(['mira', 'omar', 'dealz'], 'following');
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();

  // Held: three changes upstream wait, each under its sign, and air stands still.
  await page.keyboard.press('h');
  await expect(page.getByText('HELD', { exact: true }).first()).toBeVisible();
  await show.author('POST', '/items/luca/promote', {});
  await show.author('DELETE', '/items/mira', {});
  await show.author('PATCH', '/items/omar', { message: 'New words of Omar' });
  const waiting = page.getByRole('region', { name: 'Waiting' });
  await expect(waiting.getByRole('button', { name: /^\+.*Luca Moretti/ })).toBeVisible();
  await expect(waiting.getByRole('button', { name: /^−.*Mira Solberg/ })).toBeVisible();
  await expect(waiting.getByRole('button', { name: /^±.*Omar Haddad/ })).toBeVisible();
  expect(await seen(['mira', 'omar', 'dealz'], 'held')).toBe(first);
  await shoot('held');

  // A block goes through a held gate, with its reason and its proof.
  await row(page, 'dealz').click();
  await page.keyboard.press('Shift+B');
  await page.keyboard.type('sells tickets');
  await page.keyboard.press('Enter');
  expect(await seen(['mira', 'omar'], 'held')).toBe(first + 1);
  await expect(row(page, 'dealz')).toContainText('BLOCKED');
  await expect(page.getByText(/sells tickets\. Confirmed off air in \d+ ms/)).toBeVisible();
  await shoot('blocked');
  await page.keyboard.press('Escape');

  // Removals alone, then everything.
  await page.keyboard.press('Shift+T');
  expect(await seen(['omar'], 'held')).toBe(first + 2);
  expect((await show.live()).items[0]?.message).toBe('The words of Omar Haddad');
  await page.keyboard.press('t');
  expect(await seen(['omar', 'luca'], 'held')).toBe(first + 3);
  expect((await show.live()).items[0]?.message).toBe('New words of Omar');

  // The list of more than an hour ago, less what is blocked now: nothing moves until the second press.
  const { at: then } = (await readApi(`history/${first}`)) as { at: string };
  expect(Date.now() - Date.parse(then)).toBeGreaterThan(hourMs);
  await page.keyboard.press('F7');
  await page.locator(`#revision-${first}`).click();
  await expect(page.getByText(/Restoring puts 2 of its 3 posts on air, held\./)).toBeVisible();
  await expect(page.getByText('COMES BACK', { exact: true })).toBeVisible();
  await expect(page.getByText('GOES OFF', { exact: true })).toBeVisible();
  await expect(page.getByText('STAYS OFF', { exact: true })).toBeVisible();
  await shoot('history');
  await page.keyboard.press('z');
  await expect(page.getByText(`Press Z again within 2 seconds to restore revision ${first}, held.`)).toBeVisible();
  expect(await onAir()).toEqual(['omar', 'luca']);
  await shoot('history-armed');
  await page.waitForTimeout(250);
  await page.keyboard.press('z');
  expect(await seen(['mira', 'omar'], 'held')).toBe(first + 4);
  expect((await show.live()).items[1]?.message).toBe('The words of Omar Haddad');
  await expect(page.locator(`#revision-${first + 4}`)).toContainText('ON AIR');
  // What was done stands in the history, in the words of the keys.
  for (const [revision, words] of [
    [first + 1, 'Block. Ticket Hunter 24'],
      [first + 2, 'Take removals. Mira Solberg removed'],
    [first + 3, 'Take all. Luca Moretti added; Omar Haddad edited'],
    [first + 4, `Restore revision ${first}. `],
  ] as const) {
    await expect(page.locator(`#revision-${revision}`)).toContainText(words);
  }
  const told = (await readApi('history?limit=4')) as { rows: readonly { verb: string; about: string | null }[] };
  expect(told.rows.map(({ verb, about }) => [verb, about])).toEqual([
    ['rollback', String(first)],
    ['take', null],
    ['takeRemovals', null],
    ['block', 'dealz'],
  ]);

  // Each of these is a line of the as-run log, in its file and in the API's.
  await page.keyboard.press('x');
  await expect(page.getByRole('row', { name: /Ticket Hunter 24/ })).toBeVisible();
  await shoot('as-run');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  const rows = (await readApi('as-run.json')) as readonly {
    seconds: number;
    itemId: string;
    message: string;
    off: string | null;
    onCause: string;
    offCause: string | null;
    revision: number;
  }[];
  expect(saved).toHaveLength(rows.length + 1);
  const of = (id: string) => rows.filter(({ itemId }) => itemId === id);
  expect(of('dealz')).toMatchObject([{ onCause: 'service', offCause: 'operator' }]);
  expect(of('mira')).toMatchObject([{ offCause: 'operator' }, { onCause: 'operator', off: null, revision: first + 4 }]);
  // On air for more than an hour before it was taken off, and back with the list of then.
  expect(of('mira')[0]?.seconds).toBeGreaterThan(hourMs / 1000);
  expect(of('luca')).toMatchObject([{ onCause: 'operator', offCause: 'operator', revision: first + 3 }]);
  expect(of('omar').map(({ message }) => message)).toEqual([
    'The words of Omar Haddad',
    'New words of Omar',
    'The words of Omar Haddad',
  ]);
  const [chapters] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Chapter marks' }).click(),
  ]);
  expect(readFileSync(await chapters.path(), 'utf8')).toMatch(/^00:00:00 .*: The words of .*\n/);
  expect(faults).toEqual([]);
});

/** What waits under its sign. Told later than the row: with it the gate's keys know of the post. */
const sign = (page: Page, id: string) =>
  page.getByRole('region', { name: 'Waiting' }).getByRole('button', { name: new RegExp(`^\\+.*${names[id]}`) });

/** A desk of its own in the browser, which can be kept from hearing what the engine tells. */
async function openDesk(browser: Browser): Promise<{ page: Page; deafen: () => void; hear: () => void }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let isDeaf = false;
  const kept: (() => void)[] = [];
  const { host } = new URL(show.desk);
  await page.routeWebSocket(
    (url) => url.host === host,
    (desk) => {
      desk.connectToServer().onMessage((message) => {
        const { type } = JSON.parse(String(message)) as { type: string };
        if (isDeaf && (type === 'state' || type === 'lists')) kept.push(() => desk.send(message));
        else desk.send(message);
      });
    },
  );
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();
  return {
    page,
    deafen: () => {
      isDeaf = true;
    },
    hear: () => {
      isDeaf = false;
      for (const tell of kept.splice(0)) tell();
    },
  };
}

test('of two desks that take at once on different versions of live one wins, and the other is told that the list moved on', async ({
  browser,
}, info) => {
  const [one, two] = [await openDesk(browser), await openDesk(browser)];
  await one.page.keyboard.press('h');
  await show.author('POST', '/items/luca/promote', {});
  for (const { page } of [one, two]) await expect(sign(page, 'luca')).toBeVisible();
  two.deafen();
  await show.author('POST', '/items/zanele/promote', {});
  await expect(sign(one.page, 'zanele')).toBeVisible();
  await expect(row(two.page, 'zanele')).toHaveCount(0);
  await Promise.all([one.page.keyboard.press('t'), two.page.keyboard.press('t')]);
  await expect(two.page.getByText(/Your Take all was refused: live moved on as you pressed/).first()).toBeVisible();
  await seen(['mira', 'omar', 'dealz', 'luca', 'zanele'], 'held');
  two.hear();
  await expect(row(two.page, 'zanele')).toContainText('ON AIR');
  await two.page.screenshot({ path: info.outputPath('two-desks.png') });
  // The engine's own words stand in the log of both.
  const answer = await fetch(`${show.desk.split('/#')[0]}/api/feeds/main/take`, {
    method: 'POST',
    headers: { authorization: `Bearer ${show.engine.ready['token']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ liveVersion: 1 }),
  });
  expect(await answer.json()).toMatchObject({
    error: { code: 'LIST_MOVED_ON', message: expect.stringMatching(/^The list changed as you pressed/) },
  });
  await one.page.context().close();
  await two.page.context().close();
});

test('a guard holds a post back and says by which word, and two presses let it through', async ({ page }, info) => {
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();
  await page.keyboard.press('w');
  await page.getByRole('textbox', { name: 'Words' }).fill('hunter');
  await page.keyboard.press('Enter');
  await seen(['mira', 'omar'], 'following');
  await expect(row(page, 'dealz')).toContainText('GUARD');
  await expect(row(page, 'dealz')).toContainText('“hunter”');
  await page.screenshot({ path: info.outputPath('kept-off.png') });
  await row(page, 'dealz').click();
  await pressTwice(page, 'g');
  await seen(['mira', 'omar', 'dealz'], 'following');
  await expect(page.getByText('1 post allowed.')).toBeVisible();
});

test('the rotation is changed by keys and pointer, and a name is kept for this desk', async ({ page }) => {
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();
  await page.keyboard.press('Shift+O');
  await page.keyboard.press('o');
  await expect(page.getByText('On: next post every 8 s')).toBeVisible();
  await page.keyboard.press('-');
  await expect(page.getByText('On: next post every 7 s')).toBeVisible();
  await page.getByRole('switch', { name: 'More time for long posts' }).click();
  await expect(page.getByRole('switch', { name: 'More time for long posts' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('k');
  await expect(page.getByRole('switch', { name: 'Skip used' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('?');
  await page.getByLabel('Your name at this desk').fill('Marit Lund');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your name at this desk')).toHaveValue('Marit Lund');
  await page.keyboard.press('Escape');
  await page.getByText('LIVE 3').click();
  await page.keyboard.press('h');
  await expect.poll(async () => (await show.live()).gate).toBe('held');
  await page.reload();
  await expect(row(page, 'mira')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByLabel('Your name at this desk')).toHaveValue('Marit Lund');
});

/** Whether the port of rehearsals is free on this machine. */
const isRehearsalFree = (): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(7421, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

test('a recorded show is rehearsed on a port of its own while the gate’s keys rest', async ({ page }, info) => {
  test.skip(!(await isRehearsalFree()), 'Port 7421, where rehearsals are read, is in use on this machine.');
  await show.author('POST', '/items/luca/promote', {});
  await expect.poll(onAir).toEqual(['mira', 'omar', 'dealz', 'luca']);
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();
  await page.keyboard.press('y');
  await page
    .getByRole('group', { name: /^Play the show/ })
    .getByRole('button', { name: 'Step' })
    .first()
    .click();
  await expect(page.getByText(/^event 0 of \d+$/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^event 1 of \d+$/)).toBeVisible();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.keyboard.press('h');
  await expect(page.getByText('Hold: rests on this screen, which is not on air.')).toBeVisible();
  expect((await show.live()).gate).toBe('following');
  await page.getByLabel('Position in the show').press('End');
  await expect(page.getByRole('region', { name: 'Rehearsal list' }).getByText('REHEARSAL').first()).toBeVisible();
  const rehearsed = await fetch('http://127.0.0.1:7421/feeds/main/live.json');
  expect(((await rehearsed.json()) as Frame).items.length).toBeGreaterThan(0);
  // Its picture is painted from its own port, which the page may frame.
  const picture = page.frameLocator('iframe[title="Card overlay of the rehearsal"]');
  await expect(picture.getByText('Mira Solberg', { exact: true })).toBeVisible();
  // What happened is told in words, and a press goes there.
  const events = page.getByRole('region', { name: 'Recorded events' });
  await events.getByRole('button', { name: /Live: .*Ticket Hunter 24/ }).click();
  await expect(events.getByRole('button', { name: /Live: .*Ticket Hunter 24/ })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect
    .poll(async () => ((await (await fetch('http://127.0.0.1:7421/feeds/main/live.json')).json()) as Frame).items)
    .toHaveLength(3);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.screenshot({ path: info.outputPath('rehearsal.png') });
  // From there at another speed, in the same room: its readers are not cut off.
  const reader = new WebSocket('ws://127.0.0.1:7421/feeds/main/socket');
  await new Promise((resolve) => reader.once('open', resolve));
  reader.send(JSON.stringify({ type: 'hello', name: 'Rehearsing mixer' }));
  await expect(
    page.getByRole('region', { name: 'Consumers on port 7421' }).getByText('Rehearsing mixer'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Speed 10×' }).click();
  await expect(events.getByRole('button', { name: /Live: Luca Moretti added/ })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(
    page.getByRole('region', { name: 'Consumers on port 7421' }).getByText('Rehearsing mixer'),
  ).toBeVisible();
  await page.screenshot({ path: info.outputPath('rehearsal-playing.png') });
  expect(reader.readyState).toBe(WebSocket.OPEN);
  reader.terminate();
  expect(faults).toEqual([]);
  expect(await onAir()).toEqual(['mira', 'omar', 'dealz', 'luca']);
  await page.getByText('REHEARSAL', { exact: true }).first().click();
  await pressTwice(page, 'Shift+Y');
  await expect(page.getByText('Select a recorded show.')).toBeVisible();
});
