// @vitest-environment happy-dom
/**
 * The desk shows as on air exactly what the feed serves: random sequences of changes at the service, older lists, late deliveries, presses
 * at the desk, other update modes, and restarts and kills of a real engine. The desk's rows are compared with `live.json` after each step,
 * and every state that the desk had with the frame of its revision.
 */
import { get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import type { CommandName } from '../../src/core/commandTable.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { isOnAirState } from '../../src/renderer/model/rowModel.ts';
import { currentDesk } from '../../src/renderer/stores/desk.ts';
import { useMirror } from '../../src/renderer/stores/engineMirror.ts';
import { type CollectionJson, post } from '../engine/sourceHarness.ts';
import { createRandom, type Random } from '../random.ts';
import { seed } from '../seed.ts';
import { waitUntil } from '../waitUntil.ts';
import {
  createSkippingClock,
  deliver,
  openService,
  type Service,
  type Show,
  type SkippingClock,
  startShow,
} from './runningShow.ts';

const sequences = Number(process.env['DESK_SEQUENCES'] ?? 40);
const stepsPerSequence = 8;
/** How often each step occurs, of all of them together. */
const steps = {
  ...{ serviceChanges: 7, desk: 9, deskReconnects: 2, serviceSendsOlder: 1, serviceGoesBack: 1 },
  ...{ lateDelivery: 2, updateMode: 2, stopped: 1, killed: 1 },
} as const;
type Step = keyof typeof steps;
const weighted = Object.entries(steps).flatMap(([step, count]) => Array<Step>(count).fill(step as Step));

const operator = { name: 'Ines', right: 'desk' } as const;

/** Ids with their texts, in the order on air. */
type Shown = readonly string[];
const shownOf = (items: readonly { readonly id: string; readonly message: string }[]): Shown =>
  items.map(({ id, message }) => `${id}: ${message}`);

type Feed = {
  readonly revision: number;
  readonly gate: string;
  readonly items: readonly { readonly id: string; readonly message: string }[];
};

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const readLive = (base: string): Promise<Feed> =>
  new Promise((resolve, reject) => {
    get(`${base}/feeds/main/live.json`, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    }).on('error', reject);
  });

/** The list that the rows of the desk show as on air; `null` while it is not connected or says that it does not know. */
function readDesk(): { readonly revision: number; readonly gate: string; readonly shown: Shown } | null {
  const desk = currentDesk();
  if (desk === null || desk.disconnectedAt !== null || !desk.feed.served) return null;
  const rows = desk.rows.live.filter(({ state }) => isOnAirState(state));
  const positions = rows.map(({ position }) => position);
  expect(positions).toEqual(positions.map((_, index) => index + 1));
  expect(desk.feed.counts.onAir).toBe(rows.length);
  return { revision: desk.feed.revision, gate: desk.feed.gate, shown: shownOf(rows.map(({ item }) => item)) };
}

type Running = { readonly service: Service; readonly show: Show; readonly time: SkippingClock };

const collectionInUse = (engine: Engine): 'a' | 'b' => (engine.state().feeds[0]?.collectionId === 'b' ? 'b' : 'a');
const dateRead = (engine: Engine, id: string) => engine.state().collections[id]?.collection.lastModifiedDate;
const webhookOf = (engine: Engine) => engine.state().source.webhook?.address ?? null;

const changes = ['add', 'add', 'add', 'add', 'edit', 'edit', 'reorder', 'remove', 'remove', 'empty', 'down'] as const;

/** The service’s next version, which it may deliver, or an outage. */
async function changeService(random: Random, { service, show, time }: Running, second: number): Promise<string> {
  const kind = random.pick(changes);
  service.isDown = kind === 'down';
  if (service.isDown) return kind;
  const id = random.between(0, 4) === 0 ? 'b' : 'a';
  const live = [...service.sent(id).liveContents];
  const at = live.length === 0 ? 0 : random.between(0, live.length - 1);
  if (kind === 'add') live.splice(at, 0, post(`n${second}`, { message: random.pick(['hello', 'evacuation', 'عربي']) }));
  if (kind === 'remove') live.splice(at, 1);
  if (kind === 'edit' && live[at] !== undefined) live[at] = { ...live[at], message: `edited ${second}` };
  if (kind === 'reorder') live.reverse();
  service.change(id, second, kind === 'empty' ? [] : live);
  const webhook = webhookOf(show.engine());
  if (webhook === null || random.pick([true, false])) return `${kind} ${id}`;
  // While polls fail, only the delivery brings it.
  service.isDown = random.pick([true, false]);
  const status = await deliver(webhook, service.sent(id), time.clock.now());
  return `${kind} ${id} delivered ${status}${service.isDown ? ' while down' : ''}`;
}

/** Polls until the feed's collection was read as the service sends it now, if the service answers. */
async function pollUntilRead({ service, show }: Running, skip: () => void = () => undefined): Promise<void> {
  if (service.isDown) return void (await show.engine().dispatch('checkNow', {}, operator));
  await waitUntil('the collection is read', async () => {
    const id = collectionInUse(show.engine());
    if (dateRead(show.engine(), id) === service.sent(id)['lastModifiedDate']) return true;
    skip();
    await show.engine().dispatch('checkNow', {}, operator);
    return false;
  });
}

/** The service sends a list that is older than the one in use: from a cache, or because it went back. */
async function sendOlder(random: Random, running: Running, isBack: boolean): Promise<string> {
  const { service, show, time } = running;
  service.isDown = false;
  await pollUntilRead(running);
  const id = collectionInUse(show.engine());
  const before = dateRead(show.engine(), id);
  const versions = service.versions[id].length - 1;
  if (versions < 1) return 'no older list';
  service.behind = random.between(1, versions);
  await waitUntil('the older list is ignored', async () => {
    await show.engine().dispatch('checkNow', {}, operator);
    const { problems } = show.engine().state();
    return problems.some(({ code }) => code === 'SOURCE_OLDER_IGNORED');
  });
  expect(dateRead(show.engine(), id)).toBe(before);
  const description = `${id} is ${service.behind} back`;
  if (isBack) {
    service.rewind(id);
    // An older list is used once it was repeated for 65 s.
    await pollUntilRead(running, () => time.skip(33_000));
  } else service.behind = 0;
  return isBack ? `${description} and stays` : description;
}

/** A version from before the one in use, which the service sent already or not. */
async function deliverLate(random: Random, { service, show, time }: Running): Promise<string> {
  const webhook = webhookOf(show.engine());
  const id = collectionInUse(show.engine());
  const before = dateRead(show.engine(), id) ?? '';
  const timeOf = (version: CollectionJson): number => Date.parse(String(version['lastModifiedDate']));
  const older = service.versions[id].filter((version) => timeOf(version) < Date.parse(before));
  if (webhook === null || older.length === 0) return 'no late delivery';
  const version = older[random.between(0, older.length - 1)] as CollectionJson;
  const status = await deliver(webhook, version, time.clock.now() - random.pick([0, 1000, 60_000]));
  expect(dateRead(show.engine(), id)).toBe(before);
  return `late delivery ${status}`;
}

async function act(random: Random, engine: Engine): Promise<string> {
  const feed = engine.state().feeds[0];
  const ids = [
    ...(feed?.onAir.items ?? []),
    ...(feed?.live.items ?? []),
    ...(feed?.blocks ?? []).map(({ itemId }) => ({ id: itemId })),
  ].map(({ id }) => id);
  const itemId = ids.length === 0 ? 'p1' : (ids[random.between(0, ids.length - 1)] ?? 'p1');
  const [name, input] = random.pick<readonly [CommandName, object]>([
    ['hold', {}],
    ['release', { liveVersion: null }],
    ['release', { liveVersion: null }],
    ['release', { liveVersion: null }],
    ['take', { liveVersion: null, only: null }],
    ['take', { liveVersion: null, only: 'removals' }],
    ['clear', {}],
    ['back', {}],
    ['block', { itemId, reason: null }],
    ['unblock', { itemId }],
    ['guards', { words: random.pick([[], ['evacuation']]), authors: [], version: null }],
    ['allow', { itemId }],
    ['rollback', { revision: random.between(1, (feed?.onAir.revision ?? 1) + 1) }],
    ['point', { collectionId: random.pick(['a', 'a', 'a', 'b']), hold: random.pick([true, false]) }],
    ['next', {}],
  ]);
  const result = await engine.dispatch(name, { feed: 'main', ...input }, operator);
  return `${name} ${JSON.stringify(input)} ${result.ok ? 'done' : result.code}`;
}

async function restart(random: Random, { show }: Running, how: 'stopped' | 'killed'): Promise<string> {
  // In the middle of a press, whose result the desk never gets.
  const pressed = random.pick([true, false]) ? act(random, show.engine()) : null;
  const waitMs = random.between(0, 3);
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  await show.restart(how);
  return `${how} in the middle of ${(await pressed) ?? 'nothing'}`;
}

it(`shows as on air what the feed serves, in ${sequences} random sequences of seed ${seed}`, {
  timeout: 1_800_000,
}, async () => {
  const frames = new Map<number, Shown>();
  const time = createSkippingClock();
  const service = await openService(time, stops);
  const noteFrame = (text: string): void => {
    const frame = JSON.parse(text) as Feed & { readonly type: string };
    if (frame.type === 'state') frames.set(frame.revision, shownOf(frame.items));
  };
  const show = await startShow(service.baseUrl, time, noteFrame, stops);
  const running: Running = { service, show, time };
  let client = show.openDesk();
  /** Every list that the desk showed, by revision. */
  const seen = new Map<number, Shown>();
  /** Revisions that the desk showed with two lists. */
  const changed: string[] = [];
  stops.push(
    useMirror.subscribe(() => {
      const desk = readDesk();
      if (desk === null) return;
      const before = seen.get(desk.revision) ?? desk.shown;
      if (before.join('\n') !== desk.shown.join('\n'))
        changed.push(`revision ${desk.revision}: ${before.join()} became ${desk.shown.join()}`);
      seen.set(desk.revision, desk.shown);
    }),
  );
  await waitUntil('the first list', () => show.engine().state().feeds[0]?.onAir.items.length === 5);
  let second = 2;
  let compared = 0;
  const takeStep = async (random: Random, step: Step): Promise<string> => {
    switch (step) {
      case 'deskReconnects':
        client.stop();
        client = show.openDesk();
        return step;
      case 'serviceChanges': {
        const change = await changeService(random, running, second);
        await pollUntilRead(running);
        return change;
      }
      case 'serviceSendsOlder':
      case 'serviceGoesBack':
        return sendOlder(random, running, step === 'serviceGoesBack');
      case 'lateDelivery':
        return deliverLate(random, running);
      case 'updateMode': {
        const mode = random.pick(['poll', 'push', 'hybrid', 'push', 'hybrid']);
        const result = await show.engine().dispatch('setMode', { mode }, operator);
        return `${mode} ${result.ok ? 'done' : result.code}`;
      }
      case 'stopped':
      case 'killed': {
        const restarted = await restart(random, running, step);
        client.retryNow();
        return restarted;
      }
      case 'desk':
        return act(random, show.engine());
      default:
        return step satisfies never;
    }
  };
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    const random = createRandom(seed * 10_000 + sequence);
    const done: string[] = [];
    for (let step = 0; step < stepsPerSequence; step += 1) {
      second += 1;
      const next = weighted[random.between(0, weighted.length - 1)] as Step;
      done.push(next);
      const where = () => `sequence ${sequence}: ${done.join(', ')}`;
      done[step] = await takeStep(random, next).catch((error: unknown) => {
        throw new Error(where(), { cause: error });
      });
      const pair = await waitUntil(`the desk has the feed’s revision, ${where()}`, async () => {
        const [live, desk] = [await readLive(show.base()), readDesk()];
        const now = show.engine().state().feeds[0]?.onAir.revision;
        return desk !== null && desk.revision === live.revision && now === live.revision && desk.gate === live.gate
          ? { live, desk }
          : null;
      });
      expect(pair.desk.shown, where()).toEqual(shownOf(pair.live.items));
    }
  }
  for (const [revision, shown] of seen) {
    const frame = frames.get(revision);
    if (frame === undefined) continue;
    expect(shown, `revision ${revision}`).toEqual(frame);
    compared += 1;
  }
  expect(changed).toEqual([]);
  // A socket that is late skips revisions.
  expect(compared).toBeGreaterThan(sequences / 4);
  process.stdout.write(`${seen.size} revisions seen on the desk, ${compared} compared with their frames.\n`);
});
