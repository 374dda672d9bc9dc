/** Tests what a start says when an older copy of the data directory was put back while consumers ran. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { setLanguage } from '../../src/core/language/say.ts';
import { describeStartedOlder } from '../../src/core/startedOlder.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { openService, run, untilOnAir } from './restartedShow.ts';
import { collection } from './sourceHarness.ts';

type Running = Awaited<ReturnType<typeof run>>;
const desk = { name: 'Desk', right: 'desk' } as const;
const feeds = [{ slug: 'main', collectionId: 'col_1' }];
const problemsOf = ({ engine }: Running) => {
  const { problems } = engine.state();
  return problems.filter(({ about }) => about === 'feed:main').map(({ code }) => code);
};

/** Connects a consumer, and resolves with the first state that it gets. */
async function connect(
  { engine }: Running,
  query: string,
): Promise<{ readonly revision: number; readonly run: string }> {
  const socket = new WebSocket(`${engine.feedBase()?.replace('http', 'ws')}/feeds/main/socket?${query}`);
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => socket.once('message', (text) => resolve(JSON.parse(String(text)))));
}

/** Runs a show, copies its data, blocks a post, puts the copy back and starts again. `shown` is the state before that. */
async function putCopyBack() {
  const folder = createTemporaryFolder('older');
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const service = await openService(collection('col_1', 1, ['a', 'b']));
  const first = await run(data, service.baseUrl, feeds);
  await untilOnAir(first, 'ab');
  await first.stop();
  cpSync(data, copy, { recursive: true });
  const second = await run(data, service.baseUrl, feeds);
  await second.engine.dispatch('block', { feed: 'main', itemId: 'a', reason: null }, desk);
  await untilOnAir(second, 'b');
  const shown = await connect(second, 'name=Card&client=c1');
  await second.stop();
  rmSync(data, { recursive: true });
  cpSync(copy, data, { recursive: true });
  const start = () => run(data, service.baseUrl, feeds);
  return { shown, start, running: await start() };
}

test('a consumer that comes back with a later revision proves it, and does not affect air', async () => {
  const { shown, running } = await putCopyBack();
  await expect.poll(() => problemsOf(running)).toEqual(['FEED_RESTORED']);
  const before = running.feed();
  await connect(running, `name=Card&client=c1&painted=${shown.revision}&run=${shown.run}`);
  await expect.poll(() => problemsOf(running)).toEqual(['FEED_STARTED_OLDER']);
  expect(running.engine.state().problems.find(({ code }) => code === 'FEED_STARTED_OLDER')).toMatchObject({
    severity: 'needsOperator',
    message: expect.stringMatching(
      /^Card had revision 2 of main before, but main started at revision 1\. .* On air could be affected: /,
    ),
    nextStep: expect.stringMatching(/, and check the guards\.$/),
  });
  expect(running.feed()).toMatchObject({ gate: 'following', onAir: before?.onAir });
  await running.engine.dispatch('seen', { feed: 'main' }, desk);
  await expect.poll(() => problemsOf(running)).toEqual([]);
  await connect(running, `name=Wall&client=c2&painted=${shown.revision}&run=${shown.run}`);
  await expect.poll(() => running.engine.consumers('main').length).toBe(2);
  expect(problemsOf(running)).toEqual([]);
});

test.each(['held', 'cleared'] as const)('a %s feed is to be compared before a take or release', (gate) => {
  const doubt = { kind: 'older', name: 'Card', known: 2, revision: 1 } as const;
  const { nextStep } = describeStartedOlder({ slug: 'main', gate }, doubt, new Date().toISOString());
  expect(nextStep).toMatch(/, and check the guards, then take or release\.$/);
});

test('it is said again after each restart, with its facts, until somebody has acknowledged it', async () => {
  const { shown, start, running } = await putCopyBack();
  await connect(running, `name=Card&client=c1&painted=${shown.revision}&run=${shown.run}`);
  await expect.poll(() => problemsOf(running)).toEqual(['FEED_STARTED_OLDER']);
  await running.stop();
  const second = await start();
  await connect(second, 'name=Card&client=c1');
  await second.stop();
  const third = await start();
  await expect.poll(() => problemsOf(third)).toEqual(['FEED_STARTED_OLDER']);
  expect(third.engine.state().problems.find(({ code }) => code === 'FEED_STARTED_OLDER')?.message).toMatch(
    /^Card had revision 2 of main before, but main started at revision 1\. /,
  );
  await third.engine.dispatch('seen', { feed: 'main' }, desk);
  await expect.poll(() => problemsOf(third)).toEqual([]);
  await third.stop();
  const fourth = await start();
  await expect.poll(() => problemsOf(fourth)).toEqual(['FEED_RESTORED']);
});

test('what is said of it follows the language, with its facts and its time', async () => {
  onTestFinished(() => setLanguage('en', {}));
  const { shown, running } = await putCopyBack();
  const older = () => running.engine.state().problems.find(({ code }) => code === 'FEED_STARTED_OLDER');
  await connect(running, `name=Card&client=c1&painted=${shown.revision}&run=${shown.run}`);
  await expect.poll(() => older()?.message).toMatch(/^Card had revision 2 of main before/);
  const since = older()?.since;
  await running.engine.dispatch('changeSettings', { patch: { language: 'de' } }, desk);
  await expect.poll(() => older()?.message).toMatch(/^Card hatte .*Revision 2/);
  expect(older()?.since).toBe(since);
  expect(problemsOf(running)).toEqual(['FEED_STARTED_OLDER']);
});

test('an event stream proves it with the id of its last event', async () => {
  const { shown, running } = await putCopyBack();
  const headers = { 'Last-Event-ID': `${shown.revision}-${shown.run}` };
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  await fetch(`${running.engine.feedBase()}/feeds/main/events`, { headers, signal: ended.signal });
  await expect.poll(() => problemsOf(running)).toEqual(['FEED_STARTED_OLDER']);
});

/** Opens the desk of an operator, who was shown this revision before. */
function openDesk({ engine }: Running, revision: number): void {
  engine.serveDesk(
    {
      ...{ send: () => undefined, onClose: () => undefined, close: () => undefined },
      onMessage: (receive) => {
        const shown = { main: revision, other: 9 };
        receive({ type: 'hello', token: null, name: 'Ines', givenName: null, secret: null, shown });
      },
    },
    { address: 'window', needsToken: false },
  );
}

test('a desk that comes back with a later revision proves it too, and the time is that of the restart', async () => {
  const { shown, running } = await putCopyBack();
  openDesk(running, 1);
  await expect.poll(() => problemsOf(running)).toEqual(['FEED_RESTORED']);
  const restart = running.engine.state().problems.find(({ code }) => code === 'FEED_RESTORED');
  openDesk(running, shown.revision);
  await expect.poll(() => problemsOf(running)).toEqual(['FEED_STARTED_OLDER']);
  expect(running.engine.state().problems.find(({ code }) => code === 'FEED_STARTED_OLDER')).toMatchObject({
    message: expect.stringMatching(/ had revision 2 of main before, but main started at revision 1\. /),
    since: restart?.since ?? 'none',
  });
});

test('a revision that this show can have had, and a preview, prove nothing', async () => {
  const { shown, running } = await putCopyBack();
  const { run: runNow } = await connect(running, 'name=New&client=c1');
  await connect(running, `name=Equal&client=c2&painted=1&run=${shown.run}`);
  await connect(running, `name=Here&client=c3&painted=1&run=${runNow}`);
  await connect(running, `name=Wrong&client=c4&painted=9&run=${runNow}`);
  await connect(running, 'name=Old&client=c5&painted=1');
  await connect(running, `name=Preview&preview=1&painted=9&run=${shown.run}`);
  await expect.poll(() => running.engine.consumers('main').length).toBe(5);
  await expect.poll(() => problemsOf(running)).toEqual(['FEED_RESTORED']);
});
