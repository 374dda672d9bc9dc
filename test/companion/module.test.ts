/** Presses the keys of the packed module against a real headless Greenroom, and reads its lamps. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateManifest } from '@companion-module/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedCommandNames } from '../../src/core/commandTable.ts';
import { type RunningEngine, start } from '../headless/process.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { type ModuleHost, startModule, unpackModule } from './moduleHost.ts';

const data = createTemporaryFolder('companion');
let archive: string;
let unpacked: ReturnType<typeof unpackModule>;
let engine: RunningEngine;
let token: string;
let module: ModuleHost;

const startEngine = (controlPort: string): Promise<RunningEngine> =>
  start(['--demo', '--data-dir', join(data, 'show'), '--feed-port', '0', '--control-port', controlPort], {
    GREENROOM_DESK_TOKEN: 'desk-token-of-the-companion-test',
  });
const settings = () => ({ address: `${engine.ready.desk}/`, feed: 'main', token });
const createToken = async (name: string, right: string): Promise<string> =>
  (await engine.request('POST', '/api/tokens', { name, right })).body.token;
const panel = async () => (await engine.request('GET', '/api/panel?feed=main')).body;

beforeAll(async () => {
  archive = execFileSync(process.execPath, ['scripts/packCompanion.ts'], { encoding: 'utf8' }).trim();
  unpacked = unpackModule(archive);
  engine = await startEngine('0');
  token = await createToken('Stream Deck', 'operate');
  module = await startModule(unpacked.folder, settings());
  await waitUntil('the module is connected', () => module.status()?.status === 'ok');
});
afterAll(async () => {
  await module?.stop();
  await engine?.kill('SIGKILL');
});

describe('the packed module', () => {
  it('has a manifest that Companion accepts, in the first folder of the archive', () => {
    expect(() => validateManifest(unpacked.manifest, false)).not.toThrow();
    expect(unpacked.manifest).toMatchObject({ id: 'greenroom', type: 'connection', runtime: { type: 'node22' } });
    // Companion 4.2 accepts 1.14 and earlier, Companion 5 accepts it too.
    expect(unpacked.manifest.runtime.apiVersion).toMatch(/^1\.14\.\d+$/);
    const [first] = execFileSync('tar', ['-tzf', '-'], { encoding: 'utf8', input: readFileSync(archive) }).split('\n');
    expect(first).toBe('greenroom/');
  });

  it('has an action for every command on a feed that a key can carry out', () => {
    const ids = module.actions().map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([...feedCommandNames.filter((name) => name !== 'offScreen'), 'checkNow']),
    );
  });

  it('has a preset for each collection of the service, and its presets use only actions that exist', async () => {
    const names = (await engine.request('GET', '/api/collections')).body.rows.map(({ name }: { name: string }) => name);
    await expect
      .poll(() => module.presets().filter(({ category }) => category === 'Collections').length)
      .toBe(names.length);
    const ids = module.actions().map(({ id }) => id);
    for (const { steps } of module.presets())
      for (const { actionId } of steps.flatMap(({ down }) => down)) expect(ids).toContain(actionId);
  });

  it('shows on every preset that there is no connection, in words', () => {
    for (const { id, feedbacks } of module.presets())
      expect([id, feedbacks.at(-1)]).toMatchObject([
        id,
        { feedbackId: 'noConnection', style: { text: 'No\\nconnection' } },
      ]);
  });
});

describe('the keys and lamps', () => {
  const press = async (name: string, options = {}) => module.press(name, options);

  it('light with what Greenroom did', async () => {
    await module.watch('held', 'gate', { gate: 'held' });
    await module.watch('following', 'gate', { gate: 'following' });
    await module.watch('cleared', 'gate', { gate: 'cleared' });
    for (const lamp of ['pinned', 'rotating', 'used', 'canBack', 'onAir', 'noConnection', 'refused', 'pending'])
      await module.watch(lamp, lamp, {});
    await module.watch('armed', 'armed', { action: 'clear' });
    const lit = (...ids: string[]) => expect.poll(() => ids.map((id) => module.isLit(id)));
    await lit('following', 'onAir', 'noConnection').toEqual([true, true, false]);
    await press('hold');
    await lit('held', 'following').toEqual([true, false]);
    await press('pin', { toggle: true });
    await lit('pinned').toEqual([true]);
    await press('pin', { toggle: true });
    await lit('pinned').toEqual([false]);
    await press('rotate', { seconds: '600', toggle: true });
    await lit('rotating').toEqual([true]);
    await press('rotate', { seconds: '600', toggle: true });
    await lit('rotating').toEqual([false]);
    await press('used', { itemId: '', toggle: true });
    await lit('used').toEqual([true]);
    await press('used', { itemId: '', toggle: true });
    await lit('used').toEqual([false]);
    const { index } = await panel();
    await press('next');
    await expect.poll(() => module.variable('position')).toBe(index + 2);
    await press('previous');
    await expect.poll(() => module.variable('position')).toBe(index + 1);
    await press('cue', { position: '2', itemId: '' });
    await expect.poll(() => module.variable('position')).toBe(2);
    await press('clear', { secondPress: true });
    await lit('armed', 'cleared', 'held').toEqual([true, false, true]);
    await press('clear', { secondPress: true });
    await lit('armed', 'cleared', 'canBack', 'onAir').toEqual([false, true, true, false]);
    await press('back', { secondPress: false });
    await lit('held', 'canBack', 'onAir').toEqual([true, false, true]);
    await press('take', { only: 'removals' });
    await press('take', { only: 'all' });
    await press('release');
    await lit('following', 'pending').toEqual([true, false]);
    await press('checkNow');
    expect(module.isLit('refused')).toBe(false);
  });

  it('block the post that is shown, by its id, and unblock it', async () => {
    // Held, so that the demo’s own changes do not move the play head.
    await press('hold');
    await expect.poll(() => module.isLit('held')).toBe(true);
    const shown = await panel();
    await expect.poll(() => module.variable('item_id')).toBe(shown.itemId);
    // A post that has just changed is not blocked.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await press('block', { itemId: '', reason: 'test' });
    const blocked = async () =>
      (await engine.request('GET', '/api/state')).body.feeds[0].blocked.map((one: { itemId: string }) => one.itemId);
    expect(await blocked()).toEqual([shown.itemId]);
    await expect.poll(() => module.variable('item_id')).not.toBe(shown.itemId);
    await press('block', { itemId: '', reason: '' });
    expect(await blocked()).toEqual([shown.itemId]);
    expect(module.variable('refusal')).toMatch(/changed as you pressed/);
    await press('unblock', { itemId: shown.itemId });
    expect(await blocked()).toEqual([]);
  });

  it('hold and use another collection, and light the collection in use', async () => {
    const rows = (await engine.request('GET', '/api/collections')).body.rows as { id: string; name: string }[];
    const { collectionId } = await panel();
    const other = rows.find(({ id }) => id !== collectionId);
    await module.watch('use', 'collection', { collectionId: other?.id ?? '' });
    await expect.poll(() => module.isLit('use')).toBe(false);
    await press('point', { collectionId: other?.id ?? '', hold: true });
    await expect
      .poll(() => [module.isLit('use'), module.isLit('held'), module.variable('collection')])
      .toEqual([true, true, other?.name]);
    await press('point', { collectionId, hold: true });
    await expect.poll(() => module.isLit('use')).toBe(false);
    await press('release');
  });

  it('say why a press did nothing', async () => {
    await press('cue', { position: '9999', itemId: '' });
    await expect.poll(() => module.isLit('refused')).toBe(true);
    expect(module.variable('refusal')).toMatch(/not on air/);
    await press('allow', { itemId: '' });
    expect(module.variable('refusal')).toBe('Enter the id of a post. Nothing happened.');
  });

  it('light the lamp for a lost connection when Greenroom is killed, and come back with it', async () => {
    await expect.poll(() => module.isLit('following')).toBe(true);
    await engine.kill('SIGKILL');
    await expect.poll(() => [module.isLit('noConnection'), module.isLit('following')]).toEqual([true, false]);
    expect(module.status()).toMatchObject({ status: 'connection_failure' });
    expect([module.variable('connection'), module.variable('author')]).toEqual(['No connection', '']);
    await press('hold');
    expect(module.variable('refusal')).toMatch(/did not respond/);
    engine = await startEngine(new URL(engine.ready.desk).port);
    await expect.poll(() => [module.isLit('noConnection'), module.status()?.status]).toEqual([false, 'ok']);
    expect(module.variable('author')).toBe((await panel()).currentAuthor);
  });

  it('follow new settings, and say what is wrong with them', async () => {
    await module.configure({ ...settings(), token: 'wrong' });
    await expect.poll(() => module.status()?.status).toBe('authentication_failure');
    expect(module.status()?.message).toMatch(/not accepted.* Create a token on the desk/);
    await module.configure({ ...settings(), feed: 'nowhere' });
    await expect.poll(() => module.status()?.status).toBe('bad_config');
    await module.configure({ ...settings(), address: 'rack-2' });
    expect(module.status()).toMatchObject({ status: 'bad_config', message: expect.stringContaining('address') });
    await module.configure({ ...settings(), token: await createToken('Wall', 'view') });
    await expect.poll(() => module.status()?.status).toBe('ok');
    const before = (await panel()).gate;
    await press('hold');
    expect(module.variable('refusal')).toMatch(/right/);
    expect((await panel()).gate).toBe(before);
    await module.configure(settings());
    await expect.poll(() => module.status()?.status).toBe('ok');
    expect(module.logged().join('')).not.toContain(token);
  });
});
