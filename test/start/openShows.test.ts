/** Leaving the demo for the operator’s own service, and back, while Greenroom runs. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { QueryName, QueryResult } from '../../src/contract/queries.ts';
import { makeDirectory } from '../../src/disk/atomicFile.ts';
import { lockDirectory } from '../../src/disk/directoryLock.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { ownKey, startOwnService, startShows, type TestShows, watchFeed } from './showsTestBed.ts';

const kindOf = ({ desk }: TestShows) => (desk.state()?.isDemo === true ? 'demo' : 'own');
const problemsOf = ({ engine }: TestShows) => engine.state().problems.map(({ code }) => code);
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
const choose = async (service: Awaited<ReturnType<typeof startOwnService>>) => ({
  ...{ baseUrl: service.baseUrl, apiKey: ownKey, collectionId: service.collectionId },
});

test('a token that was created in the demo opens the own show too, and replaces none of its tokens', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const shows = await startShows(folder, 'demo');
  await shows.desk.command('createToken', { name: 'deck', right: 'operate' });
  await shows.desk.command('useService', await choose(service));
  await expect.poll(() => kindOf(shows)).toBe('own');
  expect(readJson(folder, 'own', 'tokens.json')).toMatchObject(readJson(folder, 'demo', 'tokens.json'));
  await shows.desk.command('useDemo', {});
  await expect.poll(() => kindOf(shows)).toBe('demo');
  await shows.desk.command('createToken', { name: 'other', right: 'view' });
  await shows.desk.command('useService', await choose(service));
  await expect.poll(() => kindOf(shows)).toBe('own');
  expect(readFileSync(join(folder, 'own', 'tokens.json'), 'utf8')).not.toContain('other');
});

test('the own show replaces the demo on the same address, with a higher revision and never an empty list', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const shows = await startShows(folder, 'demo');
  const watch = watchFeed(shows);
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  const demoList = await shows.readFeed();
  expect(shows.desk.state()).toMatchObject({ isDemo: true, isFirstStart: true });

  expect(await shows.desk.command('useService', await choose(service))).toEqual({
    ok: true,
    value: { isSwitching: true, changes: [] },
  });
  await expect.poll(() => kindOf(shows)).toBe('own');
  expect(shows.desk.isClosed()).toBe(false);
  expect(shows.desk.state()).toMatchObject({ isDemo: false, isFirstStart: false, hasServicePage: false });
  const own = await shows.readFeed();
  expect(own.revision).toBeGreaterThan(demoList.revision);
  const demoIds = new Set(demoList.items.map(({ id }) => id));
  expect(own.items.length).toBeGreaterThan(0);
  expect(own.items.filter(({ id }) => demoIds.has(id))).toEqual([]);

  const firstFull = watch.seen.findIndex(({ ids }) => ids.length > 0);
  const lists = watch.seen.slice(firstFull);
  expect(lists.filter(({ ids }) => ids.length === 0)).toEqual([]);
  const revisions = lists.map(({ revision }) => revision);
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b));

  expect(readJson(folder, 'own', 'settings.json')).toEqual({
    source: { baseUrl: service.baseUrl },
    feeds: [{ slug: 'main', collectionId: service.collectionId }],
  });
  expect(readJson(folder, 'own', 'secrets.json').apiKey).toBe(ownKey);
  await shows.stop();
  const filesWith = (text: string): readonly string[] =>
    readdirSync(join(folder, 'own'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => readFileSync(file, 'utf8').includes(text));
  expect(demoList.items.flatMap(({ message }) => filesWith(message))).toEqual([]);
  expect(own.items.slice(0, 1).flatMap(({ message }) => filesWith(message))).not.toEqual([]);
  expect(shows.logLines.join('\n')).not.toContain(ownKey);
}, 60_000);

test('the history, the as-run log and the log name the operator who chose the service, and count the consumers', async () => {
  const service = await startOwnService();
  const shows = await startShows(createTemporaryFolder('shows'), 'demo');
  const wall = new WebSocket(`${shows.feed?.replace('http', 'ws')}/feeds/main/socket?name=Wall&client=w1`);
  onTestFinished(() => wall.terminate());
  await new Promise((resolve) => wall.once('message', resolve));
  await expect.poll(() => shows.engine.consumers('main').length).toBe(1);
  const read = async <Name extends QueryName>(name: Name, input: object) =>
    (await shows.desk.query(name, input)).value as QueryResult<Name>;
  const you = shows.desk.state()?.you ?? '';
  expect(you).not.toBe('');
  for (const [round, kind] of (['own', 'demo', 'own'] as const).entries()) {
    const command =
      kind === 'own' ? shows.desk.command('useService', await choose(service)) : shows.desk.command('useDemo', {});
    expect(await command).toMatchObject({ ok: true });
    await expect.poll(() => kindOf(shows)).toBe(kind);
    // The demo's service may already have changed the list since the switch, so each log is searched for the switch itself.
    const history = await read<'history'>('history', { feed: 'main', before: null });
    const switched = history.rows.find(({ by, verb }) => by === you && verb === 'point');
    expect(switched).toMatchObject({ cause: 'operator' });
    const asRun = await read<'asRun'>('asRun', { feed: 'main', of: 'list', from: null, to: null });
    expect(asRun.rows.filter(({ onVerb }) => onVerb === 'restart')).toEqual([]);
    const open = asRun.rows.filter(({ revision }) => revision === switched?.revision);
    expect(open.length).toBeGreaterThan(0);
    for (const row of open) expect(row).toMatchObject({ onCause: 'operator', onBy: you, onVerb: 'point' });
    const { entries } = await read<'events'>('events', {});
    const change = kind === 'own' ? 'from the demo to your own show' : 'from your own show to the demo';
    const switches = entries.filter(({ code }) => ['STARTED', 'SHOW_SWITCHED'].includes(code));
    expect(switches[0]).toMatchObject({ message: `${you} changed ${change}.`, by: you });
    // Only the demo was started, once.
    expect(switches.filter(({ code }) => code === 'STARTED').length).toBe(kind === 'own' ? 0 : 1);
    const verb = kind === 'own' ? 'useService' : 'useDemo';
    await expect
      .poll(() =>
        shows.desk.state()?.desks.map(({ name, lastAction }) => [name, lastAction?.verb, lastAction?.outcome]),
      )
      .toEqual([[you, verb, 'done']]);
    const onAir = entries.filter(({ code, by }) => code === 'ON_AIR' && by === you);
    expect(onAir[0]).toMatchObject({ revision: switched?.revision, message: expect.stringMatching(/: Use /) });
    if (round === 0) expect(open[0]?.consumers).toBe(1);
  }
}, 60_000);

test('the demo can come back, and the own show again, each time with a higher revision and without the key', async () => {
  const service = await startOwnService();
  const shows = await startShows(createTemporaryFolder('shows'), 'demo');
  const { baseUrl, collectionId } = await choose(service);
  await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey });
  await expect.poll(() => kindOf(shows)).toBe('own');
  const first = (await shows.readFeed()).revision;
  expect(await shows.desk.command('useDemo', {})).toEqual({ ok: true, value: { isSwitching: true } });
  await expect.poll(() => kindOf(shows)).toBe('demo');
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  const demo = (await shows.readFeed()).revision;
  expect(demo).toBeGreaterThan(first);
  // The saved service is known, so that nobody enters it twice.
  expect(await shows.desk.query('setup', {})).toMatchObject({
    value: { isDemo: true, baseUrl, apiKey: { isSet: true, endsWith: '6789' } },
  });
  expect(shows.desk.state()?.isFirstStart).toBe(false);
  expect(await shows.desk.query('serviceCollections', { baseUrl })).toMatchObject({ ok: true });
  expect(await shows.desk.query('servicePreview', { baseUrl, collectionId })).toMatchObject({ ok: true });
  expect(await shows.desk.command('useService', { baseUrl, collectionId })).toMatchObject({ ok: true });
  await expect.poll(() => kindOf(shows)).toBe('own');
  expect((await shows.readFeed()).revision).toBeGreaterThan(demo);
}, 60_000);

test('a key of the environment is used for the own show also while the file of secrets is damaged', async () => {
  const folder = createTemporaryFolder('shows');
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(folder, 'demo', { environment: { GREENROOM_API_KEY: ownKey } });
  writeFileSync(join(folder, 'own', 'secrets.json'), '{');
  expect(await shows.desk.query('serviceCollections', { baseUrl })).toMatchObject({ ok: true });
  expect(await shows.desk.command('useService', { baseUrl, collectionId })).toMatchObject({ ok: true });
  await expect.poll(() => kindOf(shows)).toBe('own');
}, 60_000);

test('what an operator set up for the service and the feed during the demo is carried over', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const baseUrl = service.baseUrl.replace('127.0.0.1', 'localhost');
  const shows = await startShows(folder, 'demo');
  const change = (patch: { readonly [name: string]: unknown }) => shows.desk.command('changeSettings', { patch });
  const feedServer = { allowedHosts: ['graphics.example'], readToken: 'token-of-the-graphics' };
  const source = { allowHttpHosts: ['collections.example'], poll: { intervalSeconds: 7 } };
  expect(await change({ source, feedServer, media: { quotaMegabytes: 64 } })).toMatchObject({ ok: true });
  const choice = { ...(await choose(service)), baseUrl };
  expect(await shows.desk.command('useService', choice)).toMatchObject({ ok: true });
  await expect.poll(() => kindOf(shows)).toBe('own');
  const saved = readJson(folder, 'own', 'settings.json');
  expect(saved).toEqual({
    ...{ source: { ...source, baseUrl }, feedServer },
    feeds: [{ slug: 'main', collectionId: service.collectionId }],
  });
  expect(shows.engine.settings()).toMatchObject({ source, feedServer });

  // A later change to the own show outlives another visit to the demo.
  await change({ source: { poll: { intervalSeconds: 3 } } });
  await shows.desk.command('useDemo', {});
  await expect.poll(() => kindOf(shows)).toBe('demo');
  await change({ feedServer: { allowedHosts: [] } });
  expect(await shows.desk.command('useService', choice)).toMatchObject({ ok: true });
  await expect.poll(() => kindOf(shows)).toBe('own');
  expect(readJson(folder, 'own', 'settings.json')).toEqual({
    ...saved,
    source: { ...saved.source, poll: { intervalSeconds: 3 } },
    feedServer: { ...feedServer, allowedHosts: [] },
  });
}, 60_000);

test('a service that is gone, a key that it refuses and a collection that it lacks change nothing', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const shows = await startShows(folder, 'demo');
  const choice = await choose(service);
  const codeOf = async (input: object) => (await shows.desk.command('useService', { ...choice, ...input })).code;
  expect(await codeOf({ apiKey: 'wrong' })).toBe('SOURCE_KEY_REFUSED');
  expect(await codeOf({ collectionId: 'col_gone' })).toBe('COLLECTION_UNKNOWN');
  expect(await codeOf({ baseUrl: 'ftp://collections.example' })).toBe('SOURCE_ADDRESS_INVALID');
  await service.stop();
  expect(await codeOf({})).toBe('SOURCE_OFFLINE');
  expect(kindOf(shows)).toBe('demo');
  expect(existsSync(join(folder, 'own', 'settings.json'))).toBe(false);
  expect(readJson(folder, 'own', 'secrets.json').apiKey).toBeUndefined();
}, 60_000);

test('a full disk is said before anything changes, and the key is as before', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const full = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  const shows = await startShows(folder, 'demo', {
    openConfig: (kind, config) =>
      kind === 'own' ? { ...config, settingsStorage: { ...config.settingsStorage, save: full } } : config,
  });
  expect(await shows.desk.command('useService', await choose(service))).toMatchObject({
    ...{ ok: false, code: 'SETTINGS_NOT_DONE' },
    message: expect.stringContaining('ENOSPC'),
  });
  expect(kindOf(shows)).toBe('demo');
  expect(readJson(folder, 'own', 'secrets.json').apiKey).toBeUndefined();
}, 60_000);

test('a data directory that another Greenroom uses is named, and the demo keeps running', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const shows = await startShows(folder, 'demo');
  await makeDirectory(join(folder, 'own'));
  const release = await lockDirectory(join(folder, 'own'));
  onTestFinished(release);
  const { revision } = await shows.readFeed();
  expect(await shows.desk.command('useService', await choose(service))).toMatchObject({
    ...{ ok: false, code: 'SETTINGS_NOT_DONE' },
    message: expect.stringContaining('is using'),
  });
  expect(kindOf(shows)).toBe('demo');
  expect((await shows.readFeed()).revision).toBeGreaterThanOrEqual(revision);
  expect(readJson(folder, 'own', 'settings.json')).toEqual({});
}, 60_000);

test('if the own show can’t open a port, the demo comes back and says why', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const taken = createServer();
  await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  const push = { host: '127.0.0.1', port };
  const shows = await startShows(folder, 'demo', {
    openConfig: (kind, config) => {
      if (kind === 'demo') return config;
      const written = { source: { mode: 'push', push } };
      return { ...config, settingsStorage: { ...config.settingsStorage, written } };
    },
  });
  const before = await shows.readFeed();
  expect(await shows.desk.command('useService', await choose(service))).toMatchObject({ ok: true });
  await expect.poll(() => problemsOf(shows), { timeout: 20_000 }).toContain('SHOW_NOT_SWITCHED');
  const problem = shows.engine.state().problems.find(({ code }) => code === 'SHOW_NOT_SWITCHED');
  expect(problem?.message).toBe(`Your own show could not start: Port ${port} is in use. The demo is on air.`);
  await expect.poll(() => shows.desk.state()).toMatchObject({ isDemo: true, isFirstStart: true });
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  expect((await shows.readFeed()).revision).toBeGreaterThan(before.revision);
  expect(readJson(folder, 'own', 'secrets.json').apiKey).toBeUndefined();
  expect(readJson(folder, 'own', 'settings.json')).toEqual({ source: { mode: 'push', push } });
}, 60_000);

test('a second choice while the first takes effect is refused', async () => {
  const service = await startOwnService();
  const shows = await startShows(createTemporaryFolder('shows'), 'demo');
  const choice = await choose(service);
  const results = await Promise.all([
    shows.desk.command('useService', choice),
    shows.desk.command('useService', choice),
  ]);
  expect(results.map(({ ok, code }) => (ok ? 'done' : code)).sort()).toEqual(['SHOW_SWITCHING', 'done']);
  await expect.poll(() => kindOf(shows)).toBe('own');
}, 60_000);

test('without a demo, the choice takes effect in place', async () => {
  const folder = createTemporaryFolder('shows');
  const service = await startOwnService();
  const shows = await startShows(folder, 'own');
  expect(shows.desk.state()).toMatchObject({ isDemo: false, isFirstStart: true });
  const choice = await choose(service);
  expect(await shows.desk.query('servicePreview', choice)).toMatchObject({
    value: { changes: [{ path: 'source.baseUrl' }, { path: 'feeds.main' }] },
  });
  expect(shows.desk.state()?.source.baseUrl).toBe('');
  expect(await shows.desk.command('useService', choice)).toMatchObject({
    ok: true,
    value: { isSwitching: false, changes: [{ path: 'source.baseUrl' }, { path: 'feeds.main' }] },
  });
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  expect(readJson(folder, 'own', 'settings.json').source.baseUrl).toBe(service.baseUrl);
}, 60_000);

test('a demo that was never used replaces the own show with its list, never with an empty one, and names who chose it', async () => {
  const service = await startOwnService();
  const shows = await startShows(createTemporaryFolder('shows'), 'own');
  await shows.desk.command('useService', await choose(service));
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  const own = await shows.readFeed();
  const watch = watchFeed(shows);
  expect(await shows.desk.command('useDemo', {})).toMatchObject({ ok: true, value: { isSwitching: true } });
  await expect.poll(() => watch.seen.some(({ revision }) => revision > own.revision)).toBe(true);
  await expect
    .poll(() => shows.engine.state().feeds.map(({ onAir }) => onAir.items.length > 0))
    .toEqual([true, true, true]);
  const first = watch.seen.find(({ revision }) => revision > own.revision);
  expect(first?.ids.length).toBeGreaterThan(0);
  expect(watch.seen.filter(({ ids }) => ids.length === 0)).toEqual([]);
  const you = shows.desk.state()?.you;
  const history = await shows.desk.query('history', { feed: 'main', before: null });
  const rows = (history.value as QueryResult<'history'>).rows;
  expect(rows.find(({ revision }) => revision === first?.revision)).toMatchObject({ verb: 'point', by: you });
}, 60_000);
