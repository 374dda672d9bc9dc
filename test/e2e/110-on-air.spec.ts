/** Tests on-air control on the built product: gate, waiting list, blocks, history, as-run log, two desks and a rehearsal. */
import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { full } from '../shortRun.ts';
import { confirmPress, pressTwice } from './secondPress.ts';
import { isRehearsalPortFree, type Show, startShowWithSlowClock } from './startShow.ts';
import { test } from './watchedPages.ts';

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

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  // The first list goes on air 70 minutes before the test's presses.
  show = await startShowWithSlowClock('Harbour Night: viewer posts', 70 * 60_000);
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
    await show.callAuthoringApi('POST', '/items', {
      list,
      id,
      fullName: names[id],
      username: id,
      source: 'INSTAGRAM',
      message: `The text of ${names[id]}`,
      profileImageUrl: null,
      media: [],
      publishedAt: at,
      lastModifiedDate: at,
    });
  }
  await expect.poll(onAir).toEqual(['mira', 'omar', 'dealz']);
  show.correctClock();
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
const onAir = async (): Promise<readonly string[]> => (await show.readFeed()).items.map((item) => item.id);
const row = (page: Page, id: string) =>
  page.getByRole('listbox', { name: /^live/i }).getByRole('option', { name: new RegExp(names[id] ?? id) });
/** Waits until live.json and the socket show the same list and gate; returns their revision. */
async function expectOnAir(ids: readonly string[], gate: string): Promise<number> {
  await expect.poll(onAir).toEqual(ids);
  const { revision, gate: servedGate } = await show.readFeed();
  expect(servedGate).toBe(gate);
  await expect.poll(() => frames.at(-1)).toMatchObject({ revision, gate, items: ids.map((id) => ({ id })) });
  return revision;
}

test('partial takes, a block while held and a restored list reach the feed, the history and the as-run log', async ({
  page,
}, info) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const takeScreenshot = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
  const first = await expectOnAir(['mira', 'omar', 'dealz'], 'following');
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();

  // While held, three changes to live wait and nothing changes on air.
  await page.keyboard.press('h');
  await expect(page.getByText('HELD', { exact: true }).first()).toBeVisible();
  await show.callAuthoringApi('POST', '/items/luca/promote', {});
  await show.callAuthoringApi('DELETE', '/items/mira', {});
  await show.callAuthoringApi('PATCH', '/items/omar', { message: 'New text of Omar' });
  const waiting = page.getByRole('region', { name: 'Waiting' });
  await expect(waiting.getByRole('button', { name: /^\+.*Luca Moretti/ })).toBeVisible();
  await expect(waiting.getByRole('button', { name: /^−.*Mira Solberg/ })).toBeVisible();
  await expect(waiting.getByRole('button', { name: /^±.*Omar Haddad/ })).toBeVisible();
  expect(await expectOnAir(['mira', 'omar', 'dealz'], 'held')).toBe(first);
  await takeScreenshot('held');

  // A block works while held, with its reason and confirmation.
  await row(page, 'dealz').click();
  await page.keyboard.press('Shift+B');
  await page.keyboard.type('sells tickets');
  await page.keyboard.press('Enter');
  expect(await expectOnAir(['mira', 'omar'], 'held')).toBe(first + 1);
  await expect(row(page, 'dealz')).toContainText('BLOCKED');
  // The test is a consumer only while it polls.
  await expect
    .poll(async () => {
      await show.readFeed();
      return page.getByText(/sells tickets\. Confirmed off air in \d+ ms/).isVisible();
    })
    .toBe(true);
  await takeScreenshot('blocked');
  await page.keyboard.press('Escape');

  // Take removals, then Take all.
  await page.keyboard.press('Shift+T');
  expect(await expectOnAir(['omar'], 'held')).toBe(first + 2);
  expect((await show.readFeed()).items[0]?.message).toBe('The text of Omar Haddad');
  await page.keyboard.press('t');
  expect(await expectOnAir(['omar', 'luca'], 'held')).toBe(first + 3);
  expect((await show.readFeed()).items[0]?.message).toBe('New text of Omar');

  // Restore brings back a list from over an hour ago, without the blocked post, after the second press.
  const { at: then } = (await readApi(`history/${first}`)) as { at: string };
  expect(Date.now() - Date.parse(then)).toBeGreaterThan(hourMs);
  await page.keyboard.press('F7');
  await page.locator(`#revision-${first}`).click();
  await expect(page.getByText(/Restoring puts 2 of its 3 posts on air, held\./)).toBeVisible();
  await expect(page.getByText('COMES BACK', { exact: true })).toBeVisible();
  await expect(page.getByText('GOES OFF', { exact: true })).toBeVisible();
  await expect(page.getByText('STAYS OFF', { exact: true })).toBeVisible();
  await takeScreenshot('history');
  const armed = page.getByText(`Press Z again within 2 seconds to restore revision ${first}, held.`);
  const pressZ = () => page.keyboard.press('z');
  await confirmPress(page, pressZ, armed, async () => {
    expect(await onAir()).toEqual(['omar', 'luca']);
    await takeScreenshot('history-armed');
    await pressZ();
  });
  expect(await expectOnAir(['mira', 'omar'], 'held')).toBe(first + 4);
  expect((await show.readFeed()).items[1]?.message).toBe('The text of Omar Haddad');
  await expect(page.locator(`#revision-${first + 4}`)).toContainText('ON AIR');
  // The history describes each action.
  for (const [revision, text] of [
    [first + 1, 'Block. Ticket Hunter 24'],
    [first + 2, 'Take removals. Mira Solberg removed'],
    [first + 3, 'Take all. Luca Moretti added; Omar Haddad edited'],
    [first + 4, `Restore revision ${first}. `],
  ] as const) {
    await expect(page.locator(`#revision-${revision}`)).toContainText(text);
  }
  const history = (await readApi('history?limit=4')) as { rows: readonly { verb: string; about: string | null }[] };
  expect(history.rows.map(({ verb, about }) => [verb, about])).toEqual([
    ['rollback', String(first)],
    ['take', null],
    ['takeRemovals', null],
    ['block', 'dealz'],
  ]);

  // The as-run log has an entry for each time on air, in the downloaded file and in the API.
  await page.keyboard.press('x');
  await expect(page.getByRole('row', { name: /Ticket Hunter 24/ })).toBeVisible();
  await takeScreenshot('as-run');
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
  const entriesOf = (id: string) => rows.filter(({ itemId }) => itemId === id);
  expect(entriesOf('dealz')).toMatchObject([{ onCause: 'service', offCause: 'operator' }]);
  expect(entriesOf('mira')).toMatchObject([
    { offCause: 'operator' },
    { onCause: 'operator', off: null, revision: first + 4 },
  ]);
  // On air for over an hour before it was taken off.
  expect(entriesOf('mira')[0]?.seconds).toBeGreaterThan(hourMs / 1000);
  expect(entriesOf('luca')).toMatchObject([{ onCause: 'operator', offCause: 'operator', revision: first + 3 }]);
  expect(entriesOf('omar').map(({ message }) => message)).toEqual([
    'The text of Omar Haddad',
    'New text of Omar',
    'The text of Omar Haddad',
  ]);
  const [chapters] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Chapter marks' }).click(),
  ]);
  expect(readFileSync(await chapters.path(), 'utf8')).toMatch(/^00:00:00 .*: The text of .*\n/);
  expect(errors).toEqual([]);
});

/** The post's line in the waiting list; once it is visible, Take all includes the post. */
const waitingLine = (page: Page, id: string) =>
  page.getByRole('region', { name: 'Waiting' }).getByRole('button', { name: new RegExp(`^\\+.*${names[id]}`) });

/** Opens a desk in its own browser context; its state and lists can be delayed. */
async function openDesk(
  browser: Browser,
): Promise<{ page: Page; delayUpdates: () => void; deliverUpdates: () => void }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let isDelayed = false;
  const delayed: (() => void)[] = [];
  const { host } = new URL(show.desk);
  await page.routeWebSocket(
    (url) => url.host === host,
    (desk) => {
      desk.connectToServer().onMessage((message) => {
        const { type } = JSON.parse(String(message)) as { type: string };
        if (isDelayed && ['state', 'lists', 'change'].includes(type)) delayed.push(() => desk.send(message));
        else desk.send(message);
      });
    },
  );
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();
  return {
    page,
    delayUpdates: () => {
      isDelayed = true;
    },
    deliverUpdates: () => {
      isDelayed = false;
      for (const deliver of delayed.splice(0)) deliver();
    },
  };
}

test('when two desks take different versions of live, one wins and the other says that live changed', async ({
  browser,
}, info) => {
  const [deskA, deskB] = [await openDesk(browser), await openDesk(browser)];
  await deskA.page.keyboard.press('h');
  await show.callAuthoringApi('POST', '/items/luca/promote', {});
  for (const { page } of [deskA, deskB]) await expect(waitingLine(page, 'luca')).toBeVisible();
  deskB.delayUpdates();
  await show.callAuthoringApi('POST', '/items/zanele/promote', {});
  await expect(waitingLine(deskA.page, 'zanele')).toBeVisible();
  await expect(row(deskB.page, 'zanele')).toHaveCount(0);
  await Promise.all([deskA.page.keyboard.press('t'), deskB.page.keyboard.press('t')]);
  await expect(deskB.page.getByText(/Take all did nothing: live changed as you pressed/).first()).toBeVisible();
  await expectOnAir(['mira', 'omar', 'dealz', 'luca', 'zanele'], 'held');
  deskB.deliverUpdates();
  await expect(row(deskB.page, 'zanele')).toContainText('ON AIR');
  await deskB.page.screenshot({ path: info.outputPath('two-desks.png') });
  // The control API refuses an outdated version with LIST_MOVED_ON.
  const answer = await fetch(`${show.desk.split('/#')[0]}/api/feeds/main/take`, {
    method: 'POST',
    headers: { authorization: `Bearer ${show.engine.ready['token']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ liveVersion: 1 }),
  });
  expect(await answer.json()).toMatchObject({
    error: { code: 'LIST_MOVED_ON', message: expect.stringMatching(/^The list changed as you pressed/) },
  });
  await deskA.page.context().close();
  await deskB.page.context().close();
});

test('a guard keeps a post off air and shows its word, and Allow needs two presses', full, async ({ page }, info) => {
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Edit guards' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill('hunter');
  await page.keyboard.press('Enter');
  await expectOnAir(['mira', 'omar'], 'following');
  await expect(row(page, 'dealz')).toContainText('GUARD');
  await expect(row(page, 'dealz')).toContainText('“hunter”');
  await page.screenshot({ path: info.outputPath('kept-off.png') });
  await row(page, 'dealz').click();
  await pressTwice(page, 'g');
  await expectOnAir(['mira', 'omar', 'dealz'], 'following');
  await expect(page.getByText('1 post allowed.')).toBeVisible();
});

test('keys and pointer change the rotation, and the desk stores its name', full, async ({ page }) => {
  await page.goto(show.desk);
  await expect(row(page, 'mira')).toBeVisible();
  await page.keyboard.press('Shift+O');
  await page.keyboard.press('o');
  await expect(page.getByText('On: next post every 8 s', { exact: true })).toBeVisible();
  await page.keyboard.press('-');
  await expect(page.getByText('On: next post every 7 s', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'More time for long posts' }).click();
  await expect(page.getByRole('switch', { name: 'More time for long posts' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('k');
  await expect(page.getByRole('switch', { name: 'Skip used' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('button', { name: 'Enter your name' }).click();
  await page.getByLabel('Your name at this desk').fill('Marit Lund');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Your name: Marit Lund' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'LIVE 3' }).click();
  await page.keyboard.press('h');
  await expect.poll(async () => (await show.readFeed()).gate).toBe('held');
  await page.reload();
  await expect(row(page, 'mira')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Your name: Marit Lund' })).toBeVisible();
});

test('a recorded show is rehearsed on its own port while the gate keys are off', async ({ page }, info) => {
  test.skip(!(await isRehearsalPortFree()), 'The rehearsal port 7421 is in use on this machine.');
  await show.callAuthoringApi('POST', '/items/luca/promote', {});
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
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.keyboard.press('h');
  await expect(page.getByText('Hold: off in rehearsal.')).toBeVisible();
  expect((await show.readFeed()).gate).toBe('following');
  await page.getByLabel('Position in the show').press('End');
  await expect(page.getByRole('region', { name: 'Rehearsal list' }).getByText('REHEARSAL').first()).toBeVisible();
  const readRehearsal = async (): Promise<Frame> =>
    (await (await fetch('http://127.0.0.1:7421/feeds/main/live.json')).json()) as Frame;
  await expect.poll(async () => (await readRehearsal()).items.length).toBeGreaterThan(0);
  // The content security policy lets the page frame the rehearsal's own port.
  const picture = page.frameLocator('iframe[title="Card overlay of the rehearsal"]');
  await expect(picture.getByText('Mira Solberg', { exact: true })).toBeVisible();
  // A click on an event seeks to it.
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
  // The rehearsal's consumers stay connected when the speed changes.
  const reader = new WebSocket('ws://127.0.0.1:7421/feeds/main/socket');
  await new Promise((resolve) => reader.once('open', resolve));
  reader.send(JSON.stringify({ type: 'hello', name: 'Rehearsing mixer' }));
  await expect(
    page.getByRole('region', { name: 'Consumers on port 7421' }).getByText('Rehearsing mixer'),
  ).toBeVisible();
  await page.getByRole('radio', { name: '10×' }).click();
  await expect(events.getByRole('button', { name: /Live: Luca Moretti added/ })).toHaveClass(/is-current|is-past/);
  await expect(
    page.getByRole('region', { name: 'Consumers on port 7421' }).getByText('Rehearsing mixer'),
  ).toBeVisible();
  await page.screenshot({ path: info.outputPath('rehearsal-playing.png') });
  expect(reader.readyState).toBe(WebSocket.OPEN);
  reader.terminate();
  expect(errors).toEqual([]);
  expect(await onAir()).toEqual(['mira', 'omar', 'dealz', 'luca']);
  await page.getByText('REHEARSAL', { exact: true }).first().click();
  await pressTwice(page, 'Shift+Y');
  await expect(page.getByText('Select a recorded show.')).toBeVisible();
});
