import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { findFreePort } from '../findFreePort.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startExternalService } from './externalService.ts';
import { type RunningEngine, start, writeConfig } from './process.ts';

const key = 'external-key';
const running: RunningEngine[] = [];
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.kill('SIGKILL')));
  for (const close of cleanups.splice(0)) await close();
});

async function openShow() {
  const folder = createTemporaryFolder('headless');
  const service = await startExternalService(key);
  cleanups.push(service.stop);
  service.setLists([{ id: 'a', message: 'first' }], []);
  const config = writeConfig(folder, {
    baseUrl: service.baseUrl,
    poll: { intervalSeconds: 1 },
    push: { host: '127.0.0.1', port: 0 },
  });
  const args = ['--config', config, '--data-dir', join(folder, 'data'), '--log-level', 'error'];
  const launch = async (): Promise<RunningEngine> => {
    const engine = await start(args, { GREENROOM_API_KEY: key, GREENROOM_WEBHOOK_SECRET: 'secret' });
    running.push(engine);
    return engine;
  };
  return { service, launch, config, written: () => JSON.parse(readFileSync(config, 'utf8')) };
}

async function readLive(base: string, slug: string) {
  const response = await fetch(`${base}/feeds/${slug}/live.json`);
  const document = await response.json();
  return { status: response.status, ids: document.items?.map((item: { id: string }) => item.id), ...document };
}

/** Keeps a port in use until the test ends. */
async function occupyPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the settings of a running engine', () => {
  it('apply immediately, are saved, survive a restart and can be undone within 10 s', async () => {
    const { launch, written } = await openShow();
    const engine = await launch();
    const changed = await engine.request('PATCH', '/api/settings', {
      source: { mode: 'hybrid', poll: { intervalSeconds: 3 } },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.changes).toMatchObject([
      { path: 'source.mode', from: 'poll', to: 'hybrid', changesAir: false, works: 'atOnce' },
      { path: 'source.poll.intervalSeconds', from: 1, to: 3, onAir: expect.stringContaining('2 s later') },
    ]);
    expect(changed.body.undo.paths).toEqual(['source.mode', 'source.poll.intervalSeconds']);
    const state = (await engine.request('GET', '/api/state')).body;
    expect(state.source).toMatchObject({ mode: 'hybrid', webhook: { accepted: 0 } });
    expect(written().source).toMatchObject({ mode: 'hybrid', poll: { intervalSeconds: 3 } });
    // Only settings that the user wrote are in the file.
    expect(written().media).toBeUndefined();
    expect((await engine.request('POST', '/api/settings/undo', {})).body.settings.source.mode).toBe('poll');
    expect(written().source).toMatchObject({ poll: { intervalSeconds: 1 } });
    const again = await engine.request('POST', '/api/settings/undo', {});
    expect([again.status, again.body.error.code]).toEqual([409, 'SETTINGS_UNDO_NONE']);
    await engine.post('/api/source/mode', { mode: 'hybrid' });
    await engine.kill('SIGTERM');
    const next = await launch();
    expect((await next.request('GET', '/api/settings')).body).toMatchObject({
      settings: { source: { mode: 'hybrid', poll: { intervalSeconds: 1 } } },
      timeZone: expect.any(String),
      isSaved: true,
      undo: null,
    });
  });

  it('limit the history from the next revision', async () => {
    const { launch, written } = await openShow();
    const engine = await launch();
    await expect.poll(async () => (await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    const blockAndUnblock = async (times: number): Promise<readonly number[]> => {
      for (let time = 0; time < times; time += 1) {
        await engine.post('/api/feeds/main/block', { itemId: 'a' });
        await engine.post('/api/feeds/main/unblock', { itemId: 'a' });
      }
      const { rows } = (await engine.request('GET', '/api/feeds/main/history')).body;
      return rows.map(({ revision }: { revision: number }) => revision);
    };
    expect(await blockAndUnblock(3)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const changed = await engine.request('PATCH', '/api/settings', { history: { maxRevisions: 2 } });
    expect(changed.body.changes).toMatchObject([
      { path: 'history.maxRevisions', from: 5000, to: 2, changesAir: false, works: 'atOnce' },
    ]);
    expect(written().history).toEqual({ maxRevisions: 2 });
    expect(await blockAndUnblock(2)).toEqual([11, 10]);
    await engine.kill('SIGTERM');
    const next = await launch();
    expect((await next.request('GET', '/api/settings')).body.settings.history).toEqual({
      maxRevisions: 2,
      maxMegabytes: 200,
    });
  });

  it('are refused with every fault if invalid, and nothing changes', async () => {
    const { launch, config } = await openShow();
    const engine = await launch();
    const before = readFileSync(config, 'utf8');
    const refused = await engine.request('PATCH', '/api/settings', {
      source: { poll: { intervalSeconds: '5 s' }, mode: 'psychic' },
      nonsense: 1,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.code).toBe('SETTINGS_INVALID');
    expect(refused.body.error.details.faults.map(({ path }: { path: string }) => path).sort()).toEqual([
      '$.nonsense',
      '$.source.mode',
      '$.source.poll.intervalSeconds',
    ]);
    for (const [method, path, body, status] of [
      ['PATCH', '/api/settings', [1], 400],
      ['POST', '/api/settings/import', 'words', 400],
      ['POST', '/api/settings/import?preview=yes', {}, 400],
      ['POST', '/api/settings/import?only=feeds.nowhere', {}, 400],
      ['POST', '/api/settings/import', { version: 99 }, 400],
      ['GET', '/api/settings/backups/..%2Fsecrets', undefined, 404],
    ] as const) {
      expect([path, (await engine.request(method, path, body)).status]).toEqual([path, status]);
    }
    expect(readFileSync(config, 'utf8')).toBe(before);
  });

  it('add a feed as held, refuse to remove one in use, and restore a removed one at its revision', async () => {
    const { launch, service } = await openShow();
    const engine = await launch();
    const { feed } = engine.ready;
    await expect.poll(async () => (await readLive(feed, 'main')).ids).toEqual(['a']);
    const main = { slug: 'main', collectionId: 'col_1' };
    const both = { feeds: [main, { slug: 'sport', collectionId: 'col_1' }] };
    const added = await engine.request('PATCH', '/api/settings', both);
    expect(added.body.changes).toMatchObject([{ path: 'feeds.sport', from: null, changesAir: false }]);
    // Read from the control API, because reading the feed would count as a consumer.
    const readSportFeed = async (source: RunningEngine) =>
      (await source.request('GET', '/api/state')).body.feeds.find((feed: { slug: string }) => feed.slug === 'sport');
    expect(await readSportFeed(engine)).toMatchObject({
      gate: 'held',
      counts: { onAir: 0 },
      pending: { added: ['a'] },
    });
    await engine.post('/api/feeds/sport/release', {});
    service.setLists([{ id: 'b', message: 'second' }], []);
    await expect.poll(async () => (await readSportFeed(engine)).pending.liveVersion).toBe(2);
    const lastRevision = (await readSportFeed(engine)).revision;
    expect(lastRevision).toBe(2);
    await engine.post('/api/feeds/sport/block', { itemId: 'later' });
    const socket = new WebSocket(`${feed.replace('http', 'ws')}/feeds/sport/socket`);
    await new Promise((resolve) => socket.once('message', resolve));
    const refused = await engine.request('PATCH', '/api/settings', { feeds: [main] });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'SETTINGS_FEED_READ']);
    socket.close();
    await expect.poll(async () => (await engine.request('PATCH', '/api/settings', { feeds: [main] })).status).toBe(200);
    expect((await readLive(feed, 'sport')).status).toBe(404);
    expect((await engine.request('GET', '/api/feeds/sport/history')).body.rows).toHaveLength(2);
    expect((await engine.request('POST', '/api/settings/undo', {})).body.changes).toMatchObject([
      {
        path: 'feeds.sport',
        from: null,
        onAir: 'sport returns in its last state: following, 1 on air',
        changesAir: true,
      },
    ]);
    expect(await readSportFeed(engine)).toMatchObject({
      gate: 'following',
      revision: lastRevision,
      counts: { onAir: 1 },
    });
    await engine.request('PATCH', '/api/settings', { feeds: [main] });
    await engine.kill('SIGTERM');
    const next = await launch();
    await next.request('PATCH', '/api/settings', both);
    // The feed keeps its blocks, and its history can still be read.
    expect(await readSportFeed(next)).toMatchObject({
      gate: 'following',
      revision: lastRevision,
      blocked: [{ itemId: 'later' }],
    });
    const rows = (await next.request('GET', '/api/feeds/sport/history')).body.rows;
    expect(rows.map(({ revision }: { revision: number }) => revision)).toContain(lastRevision);
  });

  it.each([
    { alarm: 'a blocked post may still be', command: 'block', body: { itemId: 'a' }, answer: 'confirm' },
    { alarm: 'an older list may still be', command: 'clear', body: {}, answer: 'offScreen' },
  ] as const)('refuse to remove a feed while $alarm on a screen that is lost', async ({ command, body, answer }) => {
    const { launch } = await openShow();
    const engine = await launch();
    const { feed } = engine.ready;
    const main = { slug: 'main', collectionId: 'col_1' };
    await engine.request('PATCH', '/api/settings', { feeds: [main, { slug: 'sport', collectionId: 'col_1' }] });
    await engine.post('/api/feeds/sport/release', {});
    const readSportFeed = async () =>
      (await engine.request('GET', '/api/state')).body.feeds.find((other: { slug: string }) => other.slug === 'sport');
    await expect.poll(async () => (await readSportFeed()).counts.onAir).toBe(1);
    const socket = new WebSocket(`${feed.replace('http', 'ws')}/feeds/sport/socket?name=Wall&client=w1`);
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify({ type: 'painted', revision: (await readSportFeed()).revision }));
    await expect.poll(async () => (await readSportFeed()).consumers).toMatchObject([{ state: 'reading' }]);
    socket.terminate();
    await engine.post(`/api/feeds/sport/${command}`, body);
    const isAlarmOpen = async (): Promise<boolean> => {
      const { blocked, consumers } = await readSportFeed();
      return command === 'block' ? blocked[0].waitingFor.length > 0 : consumers[0]?.problem === 'FEED_CONSUMER_LOST';
    };
    await expect.poll(isAlarmOpen, { timeout: 20_000 }).toBe(true);
    const code = command === 'block' ? 'FEED_TAKEDOWN_UNCONFIRMED' : 'FEED_CONSUMER_LOST';
    for (const metric of ['greenroom_problems', 'greenroom_problems_total'])
      await expect.poll(async () => (await fetch(`${feed}/metrics`)).text()).toContain(`${metric}{code="${code}"} 1`);
    const remove = () => engine.request('PATCH', '/api/settings', { feeds: [main] });
    const refused = await remove();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'SETTINGS_FEED_UNCONFIRMED']);
    const [{ id }] = (await readSportFeed()).consumers;
    await engine.post(`/api/feeds/sport/${answer}`, answer === 'confirm' ? body : { consumers: [id] });
    await expect.poll(isAlarmOpen).toBe(false);
    expect((await remove()).status).toBe(200);
  });

  it('move the feed to another port, or leave it if that port is in use', async () => {
    const { launch } = await openShow();
    const engine = await launch();
    const { feed } = engine.ready;
    await expect.poll(async () => (await readLive(feed, 'main')).ids).toEqual(['a']);
    const taken = await engine.request('PATCH', '/api/settings', {
      feedServer: { port: await occupyPort() },
      media: { quotaMegabytes: 64 },
    });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'COMMAND_PORT_TAKEN']);
    expect((await readLive(feed, 'main')).ids).toEqual(['a']);
    const foreignHost = await engine.request('PATCH', '/api/settings', {
      feedServer: { host: '192.0.2.1', allowWithoutToken: true },
    });
    expect([foreignHost.status, foreignHost.body.error.code]).toEqual([409, 'SETTINGS_NOT_DONE']);
    expect((await readLive(feed, 'main')).ids).toEqual(['a']);
    const port = await findFreePort();
    const moved = await engine.request('PATCH', '/api/settings', { feedServer: { port } });
    expect(moved.body.changes).toMatchObject([{ path: 'feedServer.port', changesAir: true }]);
    expect((await readLive(`http://127.0.0.1:${port}`, 'main')).ids).toEqual(['a']);
    await expect(fetch(`${feed}/healthz`)).rejects.toThrow();
    const open = await engine.request('PATCH', '/api/settings', { feedServer: { host: '0.0.0.0' } });
    expect([open.status, open.body.error.code]).toEqual([400, 'SETTINGS_INVALID']);
    // Same port on another interface: both cannot be open together.
    for (const host of ['0.0.0.0', '127.0.0.1']) {
      expect(
        (await engine.request('PATCH', '/api/settings', { feedServer: { host, allowWithoutToken: true } })).status,
      ).toBe(200);
      expect((await readLive(`http://127.0.0.1:${port}`, 'main')).ids).toEqual(['a']);
    }
    await engine.request('PATCH', '/api/settings', { feedServer: { readToken: 'canary-token' } });
    expect((await readLive(`http://127.0.0.1:${port}`, 'main')).status).toBe(401);
    const shown = await engine.request('GET', '/api/settings');
    expect(shown.body.hasReadToken).toBe(true);
    expect(JSON.stringify(shown.body)).not.toContain('canary-token');
    expect(JSON.stringify((await engine.request('GET', '/api/settings/backups')).body)).not.toContain('canary-token');
  });

  it('move the webhook listener unless the port is in use, and switch to another service', async () => {
    const { launch } = await openShow();
    const engine = await launch();
    await expect.poll(async () => (await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    // The listener opens again a moment after the response that refused another port.
    const readWebhook = async () => (await engine.request('GET', '/api/state')).body.source.webhook;
    const webhook = async (): Promise<string> => (await waitUntil('the listener is open', readWebhook)).address;
    await engine.request('PATCH', '/api/settings', { source: { mode: 'hybrid' } });
    const address = await webhook();
    const postUnsigned = async (url: string): Promise<number> =>
      (await fetch(url, { method: 'POST', body: '{}' })).status;
    expect(await postUnsigned(address)).toBe(401);
    const taken = await engine.request('PATCH', '/api/settings', { source: { push: { port: await occupyPort() } } });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'COMMAND_PORT_TAKEN']);
    // Port 0 means any free port, so the address may have changed.
    expect(await postUnsigned(await webhook())).toBe(401);
    const port = await findFreePort();
    await engine.request('PATCH', '/api/settings', { source: { push: { port, path: '/elsewhere' } } });
    await expect.poll(webhook).toBe(`http://127.0.0.1:${port}/elsewhere`);
    expect(await postUnsigned(await webhook())).toBe(401);
    const other = await startExternalService(key);
    cleanups.push(other.stop);
    other.setLists([{ id: 'b', message: 'from elsewhere' }], []);
    other.setLists(
      [
        { id: 'b', message: 'from elsewhere' },
        { id: 'c', message: 'later' },
      ],
      [],
    );
    await engine.request('PATCH', '/api/settings', { source: { baseUrl: other.baseUrl } });
    // The key belongs to the service before until an operator keeps it.
    const codes = async () =>
      ((await engine.request('GET', '/api/state')).body.problems as { code: string }[]).map(({ code }) => code);
    await expect.poll(codes).toContain('SOURCE_KEY_OTHER_SERVICE');
    expect((await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    expect((await engine.request('PUT', '/api/settings/secrets', { keepApiKey: true })).status).toBe(200);
    await expect.poll(async () => (await readLive(engine.ready.feed, 'main')).ids).toEqual(['b', 'c']);
    expect((await engine.request('GET', '/api/state')).body.source.baseUrl).toBe(other.baseUrl);
  });

  it('can be imported after a preview; a change that affects air is skipped unless the request lists it', async () => {
    const { launch } = await openShow();
    const engine = await launch();
    await expect.poll(async () => (await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    const exported = (await engine.request('GET', '/api/settings')).body;
    expect((await engine.request('POST', '/api/settings/import?preview=1', exported)).body.changes).toEqual([]);
    const file = {
      ...exported,
      settings: {
        ...exported.settings,
        media: { ...exported.settings.media, quotaMegabytes: 8192 },
        feedServer: { ...exported.settings.feedServer, readToken: 'theirs' },
        feeds: [
          { slug: 'main', collectionId: 'col_2' },
          { slug: 'sport', collectionId: 'col_1' },
        ],
      },
    };
    const preview = (await engine.request('POST', '/api/settings/import?preview=1', file)).body;
    expect(preview.changes).toMatchObject([
      { path: 'media.quotaMegabytes', onAir: 'none', changesAir: false },
      {
        path: 'feeds.main',
        onAir: expect.stringContaining('none now for main, because the service has not confirmed'),
        changesAir: true,
      },
      { path: 'feeds.sport', onAir: 'none until you take or release sport', changesAir: false },
    ]);
    expect((await engine.request('GET', '/api/settings')).body.settings).toEqual(exported.settings);
    const imported = (await engine.request('POST', '/api/settings/import', file)).body;
    expect(imported.changes.map(({ path }: { path: string }) => path)).toEqual(['media.quotaMegabytes', 'feeds.sport']);
    expect(imported.hasReadToken).toBe(false);
    expect((await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    const undone = (await engine.request('POST', '/api/settings/undo', {})).body;
    expect(undone.settings).toEqual(exported.settings);
    const { backups } = (await engine.request('GET', '/api/settings/backups')).body;
    expect(backups.map(({ why, differs }: { why: string; differs: number }) => [why, differs])).toEqual([
      ['before changing 2 settings', 2],
      ['before changing 2 settings', 0],
    ]);
    const backup = (await engine.request('GET', `/api/settings/backups/${backups[0].id}`)).body;
    const restored = await engine.request('POST', '/api/settings/import?only=media.quotaMegabytes', backup);
    expect(restored.body.settings.media.quotaMegabytes).toBe(8192);
  });

  it('can be put back from a backup to values that the file left to their defaults', async () => {
    const { launch } = await openShow();
    const engine = await launch();
    const { settings: original } = (await engine.request('GET', '/api/settings')).body;
    await engine.request('PATCH', '/api/settings', {
      app: { startAtLogin: true },
      media: { quotaMegabytes: 64 },
      feedServer: { allowedHosts: ['graphics.example'] },
    });
    const [listed] = (await engine.request('GET', '/api/settings/backups')).body.backups;
    expect(listed.differs).toBe(3);
    const backup = (await engine.request('GET', `/api/settings/backups/${listed.id}`)).body;
    const preview = (await engine.request('POST', '/api/settings/import?preview=1', backup)).body.changes;
    const paths = ['feedServer.allowedHosts', 'media.quotaMegabytes', 'app.startAtLogin'];
    expect(preview.map(({ path }: { path: string }) => path)).toEqual(paths);
    const restored = await engine.request('POST', `/api/settings/import?only=${paths.join(',')}`, backup);
    expect(restored.body.settings).toEqual(original);
  });

  it('read a collection again that a feed did not use for a while, before its list goes on air', async () => {
    const { launch, service } = await openShow();
    service.setLists(
      [
        { id: 'a', message: 'first' },
        { id: 'bad', message: 'rude' },
      ],
      [],
    );
    const engine = await launch();
    const onAir = async (): Promise<string[]> => (await readLive(engine.ready.feed, 'main')).ids;
    const point = (hold: boolean) => engine.post('/api/feeds/main/point', { collectionId: 'col_1', hold });
    const leave = () => engine.request('PATCH', '/api/settings', { feeds: [{ slug: 'main', collectionId: null }] });
    await expect.poll(onAir).toEqual(['a', 'bad']);
    await leave();
    service.setLists([{ id: 'a', message: 'first' }], []);
    service.setBehaviour('badGateway');
    expect((await point(false)).body).toMatchObject({ error: { code: 'SOURCE_FAILING' } });
    service.setBehaviour('normal');
    await engine.request('PATCH', '/api/settings', { feeds: [{ slug: 'main', collectionId: 'col_1' }] });
    expect(await onAir()).toEqual(['a']);
    await leave();
    service.setLists([{ id: 'b', message: 'second' }], []);
    expect((await point(false)).status).toBe(200);
    expect(await onAir()).toEqual(['b']);
    // The settings can also name the collection from before the operator's choice.
    expect((await leave()).body.changes).toMatchObject([{ path: 'feeds.main' }]);
    service.setBehaviour('badGateway');
    expect((await point(false)).body, 'not in use').toMatchObject({ error: { code: 'SOURCE_FAILING' } });
  });

  it('show an old list behind a hold while the service can’t be read, and say that it is old until it is read', async () => {
    const { launch, service } = await openShow();
    const engine = await launch();
    const onAir = async (): Promise<string[]> => (await readLive(engine.ready.feed, 'main')).ids;
    await expect.poll(onAir).toEqual(['a']);
    await engine.request('PATCH', '/api/settings', { feeds: [{ slug: 'main', collectionId: null }] });
    service.setBehaviour('badGateway');
    expect((await engine.post('/api/feeds/main/point', { collectionId: 'col_1', hold: true })).status).toBe(200);
    const problems = async (): Promise<unknown> => (await engine.request('GET', '/api/state')).body.problems;
    const unread = { code: 'SOURCE_LIST_UNREAD', about: 'collection:col_1' };
    expect((await engine.request('GET', '/api/state')).body.feeds).toMatchObject([{ gate: 'held' }]);
    expect(await problems()).toContainEqual(expect.objectContaining(unread));
    expect(await onAir()).toEqual(['a']);
    service.setBehaviour('normal');
    await expect.poll(problems).not.toContainEqual(expect.objectContaining(unread));
  });

  it('keep the operator’s choice of collection, and refuse settings that would break the next start', async () => {
    const { launch, written } = await openShow();
    const engine = await launch();
    await expect.poll(async () => (await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    const nothing = await engine.request('PATCH', '/api/settings', { feeds: [{ slug: 'main', collectionId: null }] });
    expect(nothing.body.changes).toMatchObject([{ onAir: 'none; no new posts arrive for main' }]);
    expect((await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    expect((await engine.post('/api/feeds/main/point', { collectionId: 'col_1' })).status).toBe(200);
    expect(written().feeds).toEqual([{ slug: 'main', collectionId: 'col_1' }]);
    // Undo does not reverse an operator’s later action.
    expect((await engine.request('POST', '/api/settings/undo', {})).status).toBe(409);
    const deep = `{"source":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`;
    for (const path of ['/api/settings/import', '/api/settings/import?preview=1'])
      expect((await engine.request('POST', path, deep)).status).toBe(400);
    expect((await engine.request('PATCH', '/api/settings', deep)).status).toBe(400);
    const same = await engine.request('PATCH', '/api/settings', { desk: { port: 7499 }, feedServer: { port: 7499 } });
    expect(same.body.error.details.faults).toMatchObject([{ path: '$.desk.port' }]);
    const many = await engine.request('PATCH', '/api/settings', { outputs: Array.from({ length: 5000 }, () => 1) });
    expect(many.body.error.details.faults).toHaveLength(20);
  });

  it('name the collection in use after a start, although the choice could not be saved before it', async () => {
    const { launch, config, written } = await openShow();
    const engine = await launch();
    const onAir = async (running: RunningEngine): Promise<string[]> => (await readLive(running.ready.feed, 'main')).ids;
    await expect.poll(() => onAir(engine)).toEqual(['a']);
    await engine.request('PATCH', '/api/settings', { feeds: [{ slug: 'main', collectionId: null }] });
    await engine.kill('SIGTERM');
    const second = await launch();
    // Greenroom does not write over a file that somebody changed meanwhile.
    writeFileSync(config, readFileSync(config, 'utf8').replace('"intervalSeconds": 1', '"intervalSeconds": 2'));
    expect((await second.post('/api/feeds/main/point', { collectionId: 'col_1' })).status).toBe(200);
    expect(written().feeds).toEqual([{ slug: 'main', collectionId: null }]);
    await second.kill('SIGKILL');
    const third = await launch();
    expect((await third.request('GET', '/api/settings')).body.settings.feeds).toMatchObject([
      { collectionId: 'col_1' },
    ]);
    await expect.poll(() => written().feeds).toEqual([{ slug: 'main', collectionId: 'col_1' }]);
    expect(await onAir(third)).toEqual(['a']);
  });

  it('decide the collection at a start if a person changed the file after a choice on the desk', async () => {
    const { launch, config, written } = await openShow();
    const engine = await launch();
    await expect.poll(async () => (await readLive(engine.ready.feed, 'main')).ids).toEqual(['a']);
    await engine.request('PATCH', '/api/settings', { feeds: [{ slug: 'main', collectionId: null }] });
    await engine.kill('SIGTERM');
    const second = await launch();
    expect((await second.post('/api/feeds/main/point', { collectionId: 'col_1' })).status).toBe(200);
    await second.kill('SIGTERM');
    writeFileSync(config, JSON.stringify({ ...written(), feeds: [{ slug: 'main', collectionId: null }] }));
    const third = await launch();
    // A choice that the show kept would be saved now.
    expect((await third.request('GET', '/api/settings')).body.settings.feeds).toMatchObject([{ collectionId: null }]);
  });

  it('apply even if the file cannot be written, and report it', async () => {
    const { launch, config, written } = await openShow();
    const engine = await launch();
    const problems = async (): Promise<readonly string[]> =>
      (await engine.request('GET', '/api/state')).body.problems.map(({ code }: { code: string }) => code);
    const editedByUser = readFileSync(config, 'utf8').replace('"intervalSeconds":1', '"intervalSeconds":2');
    writeFileSync(config, editedByUser);
    const changed = await engine.request('PATCH', '/api/settings', { source: { poll: { intervalSeconds: 4 } } });
    expect(changed.body).toMatchObject({ isSaved: false, settings: { source: { poll: { intervalSeconds: 4 } } } });
    expect(readFileSync(config, 'utf8')).toBe(editedByUser);
    expect(await problems()).toContain('SETTINGS_NOT_SAVED');
    expect(written().source.poll.intervalSeconds).toBe(2);
  });
});
