import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyShow } from '../../src/core/show.ts';
import type { MediaCache } from '../../src/engine/media/cache.ts';
import { type Ports, systemClock } from '../../src/engine/ports.ts';
import { openRecorder, type Recorder } from '../../src/engine/record/recorder.ts';
import { createRehearsal, type Rehearsal } from '../../src/engine/rehearsal.ts';
import { createStore } from '../../src/engine/store.ts';
import { eventOf } from '../core/build.ts';

const noMedia: MediaCache = {
  configure: () => undefined,
  start: async () => {},
  stop: async () => {},
  handle: async (_, response) => void response.writeHead(404).end(),
  purge: async () => {},
};
const secrets = { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => 'token' };

let directory = '';
let recorder: Recorder;
let rehearsal: Rehearsal;
/** The recorded show's clock: a second from event to event. */
let seconds = 0;
const clock = {
  ...systemClock,
  now: () => Date.UTC(2026, 10, 20, 18) + seconds * 1000,
  monotonicMs: () => seconds * 1000,
};
const ports: Ports = { clock: systemClock, log: () => undefined, secrets };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'greenroom-rehearsal-'));
  seconds = 0;
  const store = createStore(emptyShow, async () => {}, { clock, log: () => undefined });
  recorder = openRecorder(directory, { store, ports: { clock, log: () => undefined } });
  await recorder.start();
  await store.apply({
    type: 'feedsConfigured',
    feeds: [{ slug: 'main', collectionId: 'col_1' }],
    at: '2026-11-20T18:00:00Z',
  });
  for (const said of ['live 1 ab', 'hold', 'live 2 abc', 'take', 'block a', 'clear']) {
    seconds += 1;
    await store.apply(eventOf(said));
  }
  const deps = { recorder, ports, media: noMedia, overlayDir: null, version: '0', onChanged: () => undefined };
  rehearsal = createRehearsal({ host: '127.0.0.1', port: 0 }, deps);
});
afterEach(async () => {
  await rehearsal.stop();
  await recorder.stop();
  await rm(directory, { recursive: true, force: true });
});

async function idOfNewest(): Promise<string> {
  return (await recorder.recordings())[0]?.id ?? '';
}

/** The ids and the gate that the rehearsal's own port serves. */
async function served(): Promise<string> {
  const answer = await fetch(`${rehearsal.state()?.base}/feeds/main/live.json`);
  const { gate, items } = (await answer.json()) as { gate: string; items: { id: string }[] };
  return `${gate} ${items.map(({ id }) => id).join('')}`;
}

describe('a rehearsal', () => {
  it('plays a recording step by step on a port of its own', async () => {
    const begun = await rehearsal.start(await idOfNewest(), 'step');
    expect(begun).toMatchObject({ step: 0, steps: 7, isPaused: true });
    const seen: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      rehearsal.step();
      seen.push(await served());
    }
    expect(seen).toEqual([...['following ', 'following ab', 'held ab', 'held ab', 'held abc', 'held bc', 'cleared ']]);
    expect(rehearsal.step()).toMatchObject({ step: 7, at: '2026-11-20T18:00:06.000Z' });
  });

  it('goes to any time, forwards and back', async () => {
    await rehearsal.start(await idOfNewest(), 'step');
    await rehearsal.seek('2026-11-20T18:00:05.500Z');
    expect(await served()).toBe('held bc');
    await rehearsal.seek('2026-11-20T18:00:01Z');
    expect(await served()).toBe('following ab');
    await rehearsal.seek('2026-11-20T17:00:00Z');
    expect(rehearsal.state()?.step).toBe(0);
    await rehearsal.seek('2026-11-20T18:00:04Z');
    expect(await served()).toBe('held abc');
  });

  it('runs by itself, as long as it is not paused', async () => {
    await rehearsal.start(await idOfNewest(), 10);
    for (let turn = 0; turn < 100 && (rehearsal.state()?.step ?? 0) < 3; turn += 1) await pauseFor(20);
    const { step } = rehearsal.pause() ?? { step: 0 };
    expect(step).toBeGreaterThanOrEqual(3);
    await pauseFor(250);
    expect(rehearsal.state()).toMatchObject({ step, isPaused: true });
    rehearsal.resume();
    for (let turn = 0; turn < 200 && (rehearsal.state()?.step ?? 0) < 7; turn += 1) await pauseFor(20);
    expect(await served()).toBe('cleared ');
  });

  it('ends with its port, and knows no recording that is not there', async () => {
    expect(await rehearsal.start('7', 1)).toBeNull();
    const { base } = (await rehearsal.start(await idOfNewest(), 1)) ?? { base: '' };
    await rehearsal.stop();
    await rehearsal.stop();
    expect(rehearsal.state()).toBeNull();
    expect(rehearsal.step()).toBeNull();
    await expect(fetch(`${base}/feeds`)).rejects.toThrow();
  });
});

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
