import { beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/contract/commands.ts';
import { emptyShow } from '../../src/core/show.ts';
import { createStore, type Store } from '../../src/engine/store.ts';
import { createUpdates, type UpdateDeps, type UpdateInstaller } from '../../src/engine/updates.ts';
import { createFakeClock } from '../fakeClock.ts';
import { collection, post } from './openControl.ts';

const at = '2026-11-20T18:00:00.000Z';
const hourMs = 3_600_000;
const settings = { enabled: true, address: '/updates' };

let calls: string[] = [];
let failures: Partial<Record<'check' | 'download' | 'install', unknown>> = {};
let found: string | null = '0.2.0';
let onDownload = async (): Promise<void> => undefined;
let consumers = 0;
const installer: UpdateInstaller = {
  needsAdministrator: false,
  check: async (address) => {
    calls.push(`check ${address}`);
    if (failures.check !== undefined) throw failures.check;
    return found;
  },
  download: async () => {
    calls.push('download');
    await onDownload();
    if (failures.download !== undefined) throw failures.download;
  },
  installAndRestart: () => {
    calls.push('install');
    if (failures.install !== undefined) throw failures.install;
  },
  relaunch: () => void calls.push('relaunch'),
};

beforeEach(() => {
  calls = [];
  failures = {};
  found = '0.2.0';
  onDownload = async () => undefined;
  consumers = 0;
});

async function open(changes: Partial<UpdateDeps> = {}, first = settings) {
  const clock = createFakeClock();
  const ports = { clock, log: () => undefined, secrets: {} as never };
  const store = createStore(emptyShow, async () => undefined, ports);
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
  const updates = createUpdates(first, {
    ...{ installer, version: '0.1.0', isDemo: false, store, ports, countActiveConsumers: () => consumers },
    ...{ stopEngine: async () => void calls.push('stop'), random: () => 0.5 },
    ...changes,
  });
  const codes = (): readonly string[] => store.state().problems.map(({ code }) => code);
  return { clock, store, updates, codes };
}

const goOnAir = (store: Store): Promise<unknown> =>
  store.apply({ type: 'collectionArrived', collection: collection(0, [post('a')]), from: 'poll', accept: 'newer', at });
const codeOf = (result: object): string | null => ('code' in result ? (result as Refusal).code : null);
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

it('installs nothing, and keeps the engine running, where only an administrator can replace the app', async () => {
  const { updates } = await open({ installer: { ...installer, needsAdministrator: true } });
  await updates.check();
  expect(await updates.install()).toMatchObject({ ok: false, code: 'UPDATE_NEEDS_ADMINISTRATOR' });
  await settled();
  expect(calls).toEqual(['check /updates']);
});

describe('looking for updates', () => {
  it('begins half an hour after the start or later, then once a day, each time at another minute', async () => {
    const { clock, codes } = await open();
    clock.advance(20 * 60_000);
    expect(calls).toEqual([]);
    clock.advance(40 * 60_000);
    await settled();
    expect(calls).toEqual(['check /updates']);
    expect(codes()).toEqual(['UPDATE_AVAILABLE']);
    clock.advance(21 * hourMs);
    expect(calls).toHaveLength(1);
    clock.advance(5 * hourMs);
    await settled();
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['switched off', { enabled: false, address: '/updates' }, installer],
    ['without an address', { enabled: true, address: '' }, installer],
    ['in headless mode', settings, null],
  ])('never happens %s', async (_, first, which) => {
    const { clock, updates } = await open({ installer: which }, first);
    clock.advance(100 * hourMs);
    await settled();
    expect(codeOf(await updates.check())).toBe(which === null ? 'UPDATE_NOT_HERE' : 'UPDATE_OFF');
    expect(codeOf(await updates.install())).toBe(which === null ? 'UPDATE_NOT_HERE' : 'UPDATE_OFF');
    expect(updates.view()).toMatchObject({ isSupported: which !== null, available: null });
    expect(calls).toEqual([]);
  });

  it('stops when it is switched off, and forgets what was found', async () => {
    const { clock, updates, codes } = await open();
    expect(await updates.check()).toMatchObject({ available: '0.2.0', checkedAt: expect.stringContaining('T') });
    updates.configure({ enabled: false, address: '/updates' });
    await settled();
    expect(updates.view()).toMatchObject({ available: null, checkedAt: null });
    expect(codes()).toEqual([]);
    clock.advance(100 * hourMs);
    await settled();
    expect(calls).toHaveLength(1);
  });

  it.each([
    [{ code: 'ENOENT' }, 'UPDATE_FAILED', /could not be found \(.?ENOENT/],
    [{ statusCode: 503, message: 'secret header' }, 'UPDATE_FAILED', /HTTP 503/],
    [{ code: 'UPDATE_ADDRESS_INSECURE' }, 'UPDATE_ADDRESS_INSECURE', /plain http/],
  ])('that fails says why and is tried again the next day', async (fault, code, message) => {
    failures = { check: Object.assign(new Error('long'), fault) };
    const { clock, store, updates, codes } = await open();
    expect(codeOf(await updates.check())).toBe(code);
    expect(store.state().problems[0]?.message).toMatch(message);
    expect(store.state().problems[0]?.message).not.toContain('secret');
    failures = {};
    clock.advance(hourMs);
    await settled();
    expect(codes()).toEqual(['UPDATE_AVAILABLE']);
  });
});

describe('installing an update', () => {
  it('downloads it, saves and stops the engine, then installs it', async () => {
    const { updates } = await open();
    expect(codeOf(await updates.install())).toBe('UPDATE_NONE');
    await updates.check();
    expect(await updates.install()).toMatchObject({ step: 'downloading', waitsFor: null });
    await updates.install();
    await settled();
    expect(calls.slice(1)).toEqual(['download', 'stop', 'install']);
  });

  it('is refused while anything is on air or consumers are connected', async () => {
    const { store, updates } = await open();
    await updates.check();
    consumers = 2;
    expect(codeOf(await updates.install())).toBe('UPDATE_ON_AIR');
    consumers = 0;
    await goOnAir(store);
    const refusal = await updates.install();
    expect(refusal).toMatchObject({ code: 'UPDATE_ON_AIR', message: expect.stringContaining('1 post on air') });
    expect(updates.view().waitsFor).toBe('main has 1 post on air');
    await settled();
    expect(calls).toEqual(['check /updates']);
  });

  it('stops before the restart if something goes on air during the download', async () => {
    const { store, updates, codes } = await open();
    onDownload = async () => void (await goOnAir(store));
    await updates.check();
    await updates.install();
    await settled();
    expect(calls.slice(1)).toEqual(['download']);
    expect(codes()).toEqual(expect.arrayContaining(['UPDATE_AVAILABLE', 'UPDATE_ON_AIR']));
    expect(updates.view()).toMatchObject({ step: 'idle', available: '0.2.0' });
  });

  it.each([
    ['ERR_CHECKSUM_MISMATCH', 'UPDATE_NOT_VERIFIED'],
    ['ERR_UPDATER_INVALID_SIGNATURE', 'UPDATE_NOT_VERIFIED'],
    ['ENOSPC', 'UPDATE_FAILED'],
  ])('that fails with %s keeps this version running', async (code, problem) => {
    failures = { download: Object.assign(new Error('long'), { code }) };
    const { updates, codes } = await open();
    await updates.check();
    await updates.install();
    await settled();
    expect(calls).not.toContain('stop');
    expect(codes()).toContain(problem);
  });

  it('that fails after the engine has stopped starts this version again', async () => {
    failures = { install: new Error('no space') };
    const { updates } = await open();
    await updates.check();
    await updates.install();
    await settled();
    expect(calls.slice(1)).toEqual(['download', 'stop', 'install', 'relaunch']);
    calls = [];
    const stuck = await open({ stopEngine: () => Promise.reject(new Error('EIO')) });
    await stuck.updates.check();
    await stuck.updates.install();
    await settled();
    expect(calls.slice(1)).toEqual(['download', 'relaunch']);
  });
});
