import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyShow } from '../../src/core/show.ts';
import { createTheme } from '../../src/engine/feed/theme.ts';
import { openRecorder, type Recorder } from '../../src/engine/logs/recorder.ts';
import type { MediaCache } from '../../src/engine/media/cache.ts';
import type { Ports } from '../../src/engine/ports.ts';
import { createRehearsal, type Rehearsal } from '../../src/engine/rehearsal.ts';
import { settingsSchema } from '../../src/engine/settings/settings.ts';
import { createStore, type Store } from '../../src/engine/store.ts';
import { eventOf } from '../core/build.ts';
import { createFakeClock, type FakeClock } from '../fakeClock.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

const noMedia: MediaCache = {
  configure: () => undefined,
  start: async () => {},
  stop: async () => {},
  handle: async (_, response) => void response.writeHead(404).end(),
  failureOf: () => null,
  measure: async () => ({
    ...{ all: { files: 0, bytes: 0 }, onAir: { files: 0, bytes: 0 }, unused: { files: 0, bytes: 0 } },
    freeBytes: null,
  }),
  setPoster: async () => null,
  deleteUnused: async () => 0,
  purge: async () => {},
};
const secrets = { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => 'token' };

let directory = '';
let store: Store;
let recorder: Recorder;
let rehearsal: Rehearsal;
/** Clock of the recorded show: one second between events. */
let clock: FakeClock;
/** Clock of the rehearsal. */
let playClock: FakeClock;

beforeEach(async () => {
  directory = createTemporaryFolder('rehearsal');
  clock = createFakeClock();
  playClock = createFakeClock();
  store = createStore(emptyShow, async () => {}, { clock, log: () => undefined });
  recorder = openRecorder(directory, { store, ports: { clock, log: () => undefined } });
  await recorder.start();
  await store.apply({
    type: 'feedsConfigured',
    feeds: [{ slug: 'main', collectionId: 'col_1' }],
    at: '2026-11-20T18:00:00Z',
  });
  for (const command of ['live 1 ab', 'hold', 'live 2 abc', 'take', 'block a', 'clear']) {
    clock.advance(1000);
    await store.apply(eventOf(command));
  }
  const ports: Ports = { clock: playClock, log: () => undefined, secrets };
  const deps = {
    recorder,
    ports,
    media: noMedia,
    builtDir: null,
    theme: createTheme(settingsSchema.parse({}).overlay, { store, ports }),
    version: '0',
    timeSettings: () => ({ timeZone: null, timeLocale: null }),
    onChanged: () => undefined,
  };
  rehearsal = createRehearsal({ host: '127.0.0.1', port: 0 }, deps);
});
afterEach(async () => {
  await rehearsal.stop();
  await recorder.stop();
});

async function idOfNewest(): Promise<string> {
  return (await recorder.recordings())[0]?.id ?? '';
}

/** Returns the gate and the ids that the rehearsal port serves. */
async function readServedList(): Promise<string> {
  const response = await fetch(`${rehearsal.state()?.base}/feeds/main/live.json`);
  const { gate, items } = (await response.json()) as { gate: string; items: { id: string }[] };
  return `${gate} ${items.map(({ id }) => id).join('')}`;
}

describe('a rehearsal', () => {
  it('shows on its page that it is a rehearsal and not on air, without red', async () => {
    const view = await rehearsal.start(await idOfNewest(), 'step');
    rehearsal.step();
    rehearsal.step();
    const page = await (await fetch(`${view?.base}/`)).text();
    expect(page).toContain('<title>Greenroom rehearsal</title>');
    expect(page).toContain('<span class="tally is-rehearsal">REHEARSAL 2</span>');
    expect(page).toContain('Not on air.');
    expect(page).toContain('class="feed is-rehearsal"');
    for (const claim of ['ON AIR', 'is-air', 'Following live', 'the service confirmed'])
      expect(page).not.toContain(claim);
  });

  it('plays a recording step by step on a separate port', async () => {
    const view = await rehearsal.start(await idOfNewest(), 'step');
    expect(view).toMatchObject({ step: 0, steps: 7, isPaused: true });
    const lists: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      rehearsal.step();
      lists.push(await readServedList());
    }
    expect(lists).toEqual([...['following ', 'following ab', 'held ab', 'held ab', 'held abc', 'held bc', 'cleared ']]);
    expect(rehearsal.step()).toMatchObject({ step: 7, at: '2026-11-20T18:00:06.000Z' });
  });

  it('seeks to any time, forwards and back', async () => {
    await rehearsal.start(await idOfNewest(), 'step');
    await rehearsal.seek('2026-11-20T18:00:05.500Z');
    expect(await readServedList()).toBe('held bc');
    await rehearsal.seek('2026-11-20T18:00:01Z');
    expect(await readServedList()).toBe('following ab');
    await rehearsal.seek('2026-11-20T17:00:00Z');
    expect(rehearsal.state()?.step).toBe(0);
    await rehearsal.seek('2026-11-20T18:00:04Z');
    expect(await readServedList()).toBe('held abc');
  });

  it('plays continuously until it is paused', async () => {
    await rehearsal.start(await idOfNewest(), 10);
    await waitForStep(3);
    const { step } = rehearsal.setPaused(true) ?? { step: 0 };
    expect(step).toBeGreaterThanOrEqual(3);
    playClock.advance(60_000);
    expect(rehearsal.state()).toMatchObject({ step, isPaused: true });
    rehearsal.setPaused(false);
    await waitForStep(7);
    expect(await readServedList()).toBe('cleared ');
  });

  it('changes speed without losing its position', async () => {
    await rehearsal.start(await idOfNewest(), 'step');
    rehearsal.step();
    rehearsal.step();
    const { base } = rehearsal.state() ?? { base: '' };
    expect(rehearsal.changeSpeed(10)).toMatchObject({ step: 2, speed: 10, isPaused: false, base });
    await waitForStep(4);
    const { step } = rehearsal.changeSpeed('step') ?? { step: 0 };
    expect(step).toBeGreaterThanOrEqual(4);
    playClock.advance(60_000);
    expect(rehearsal.state()).toMatchObject({ step, speed: 'step', isPaused: true });
  });

  it('reaches the next event even if the speed keeps changing', async () => {
    await rehearsal.start(await idOfNewest(), 1);
    let isFast = false;
    await waitUntil('the third event is played', () => {
      isFast = !isFast;
      playClock.advance(20);
      return (rehearsal.changeSpeed(isFast ? 10 : 1)?.step ?? 0) >= 3;
    });
  });

  it('lists each event with its step, cause, operator and description', async () => {
    await rehearsal.start(await idOfNewest(), 'step');
    const events = await rehearsal.events(await idOfNewest());
    expect(events?.map(({ step, cause, by, words }) => [step, cause, by, words])).toEqual([
      [1, null, null, 'Feeds set: main'],
      [2, 'service', null, 'Live: user-a, user-b added'],
      [3, 'operator', 'Ines', 'Hold'],
      [4, 'service', null, 'Live: user-c added'],
      [5, 'operator', 'Ines', 'Take all'],
      [6, 'operator', 'Ines', 'Block user-a'],
      [7, 'operator', 'Ines', 'Clear'],
    ]);
    await rehearsal.seek(events?.[4]?.at ?? '');
    expect(rehearsal.state()?.step).toBe(5);
    expect(await readServedList()).toBe('held abc');
    expect(await rehearsal.events('another')).toBeNull();
  });

  it('skips steps without a listed event, and does not count them', async () => {
    clock.advance(1000);
    await store.apply({ type: 'sourceChanged', source: { state: 'stale' } });
    await store.apply({ type: 'sourceChanged', source: { state: 'current' } });
    await store.apply(eventOf('back'));
    await rehearsal.start(await idOfNewest(), 'step');
    await rehearsal.seek('2026-11-20T18:00:06Z');
    expect(rehearsal.state()).toMatchObject({ step: 7, steps: 8 });
    expect(rehearsal.step()).toMatchObject({ step: 8, steps: 8 });
    expect(await readServedList()).toBe('held bc');
    expect(await rehearsal.events(await idOfNewest())).toHaveLength(8);
  });

  it('closes its port when it ends, and returns null for an unknown recording', async () => {
    expect(await rehearsal.start('7', 1)).toBeNull();
    const { base } = (await rehearsal.start(await idOfNewest(), 1)) ?? { base: '' };
    await rehearsal.stop();
    await rehearsal.stop();
    expect(rehearsal.state()).toBeNull();
    expect(rehearsal.step()).toBeNull();
    await expect(fetch(`${base}/feeds`)).rejects.toThrow();
  });
});

/** Lets the rehearsal play until it has reached this step. */
function waitForStep(step: number): Promise<true> {
  return waitUntil(`step ${step} is played`, () => {
    playClock.advance(20);
    return (rehearsal.state()?.step ?? 0) >= step;
  });
}
