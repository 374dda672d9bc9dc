import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DeskState, DeskView } from '../../../src/contract/deskState.ts';
import type { DeskMessage, EngineMessage, EngineWire } from '../../../src/contract/wire.ts';
import { readDifference } from '../../../src/core/jsonDifference.ts';
import { ofGreenroom } from '../../../src/engine/logs/eventSentences.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { collection, deskToken, openControl, post } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeAll(async () => {
  control = await openControl();
});
afterAll(() => control.stop());

/** Makes every version of the collection newer than all earlier ones, across tests. */
let lastSecond = 9;
function nextSecond(): number {
  lastSecond += 1;
  return lastSecond;
}

type Query = Extract<DeskMessage, { type: 'query' }>;

type Desk = {
  readonly send: (message: DeskMessage) => void;
  readonly sendRaw: ((text: string) => void) | null;
  readonly received: readonly EngineMessage[];
  /** Resolves with the first matching message, already received or still to come. */
  readonly find: (matches: (message: EngineMessage) => boolean) => Promise<EngineMessage>;
  /** Resolves as soon as what the desk shows matches. */
  readonly until: (matches: (shown: Shown) => boolean) => Promise<Shown>;
  readonly closed: Promise<void>;
  readonly close: () => void;
};

/** The state and lists of a desk after its last message. */
type Shown = DeskView & { readonly state: DeskState };

type Waiter<Value> = { readonly matches: (value: Value) => boolean; readonly resolve: (value: Value) => void };

function settle<Value>(waiting: Set<Waiter<Value>>, value: Value): void {
  for (const waiter of [...waiting]) {
    if (!waiter.matches(value)) continue;
    waiting.delete(waiter);
    waiter.resolve(value);
  }
}

function createInbox() {
  const received: EngineMessage[] = [];
  const waitingForMessage = new Set<Waiter<EngineMessage>>();
  const waitingForView = new Set<Waiter<Shown>>();
  let lists: DeskView['lists'] = {};
  let shown: Shown | null = null;

  /** As a desk does. */
  const show = (message: EngineMessage): void => {
    if (message.type === 'lists') lists = { ...lists, [message.lists.slug]: message.lists };
    if (message.type === 'state') shown = { state: message.state, lists };
    if (message.type !== 'change') return;
    const read = readDifference(shown, message.change);
    if (read === null || message.sequence !== (shown?.state.sequence ?? 0) + 1)
      throw new Error('the change does not fit');
    const next = read.value as Shown;
    shown = { ...next, state: { ...next.state, sequence: message.sequence } };
  };
  return {
    received,
    add: (message: EngineMessage): void => {
      received.push(message);
      show(message);
      settle(waitingForMessage, message);
      if (shown !== null) settle(waitingForView, shown);
    },
    find: (matches: (message: EngineMessage) => boolean) =>
      new Promise<EngineMessage>((resolve) => {
        const known = received.find(matches);
        if (known === undefined) waitingForMessage.add({ matches, resolve });
        else resolve(known);
      }),
    until: (matches: (view: Shown) => boolean) =>
      new Promise<Shown>((resolve) => {
        if (shown !== null && matches(shown)) resolve(shown);
        else waitingForView.add({ matches, resolve });
      }),
  };
}

async function openSocketDesk(): Promise<Desk> {
  const socket = new WebSocket(`${control.base.replace('http', 'ws')}/api/socket`);
  const inbox = createInbox();
  socket.on('message', (data) => inbox.add(JSON.parse(String(data))));
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise((resolve) => socket.on('open', resolve));
  return {
    ...inbox,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    sendRaw: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

async function openPortDesk(): Promise<Desk> {
  const { port1, port2 } = new MessageChannel();
  const inbox = createInbox();
  port2.on('message', (message: EngineMessage) => inbox.add(message));
  const closed = new Promise<void>((resolve) => port2.on('close', () => resolve()));
  control.serveDesk(createPortWire(port1), { address: 'window', needsToken: false });
  return {
    ...inbox,
    closed,
    send: (message) => port2.postMessage(message),
    sendRaw: null,
    close: () => port2.close(),
  };
}

function createPortWire(port: MessagePort): EngineWire {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    onClose: (listener) => void port.on('close', listener),
    close: () => port.close(),
  };
}

const transports = { 'a WebSocket': openSocketDesk, 'a MessagePort': openPortDesk };

for (const [name, open] of Object.entries(transports)) {
  describe(`a desk over ${name}`, () => {
    const hello: DeskMessage = { type: 'hello', token: deskToken, name: 'Ines', givenName: null, secret: null };

    it('receives the whole state and every list after hello', async () => {
      const desk = await open();
      desk.send(hello);
      const state = await desk.find((message) => message.type === 'state');
      expect(state).toMatchObject({ state: { you: expect.stringContaining('Ines'), feeds: [{ slug: 'main' }] } });
      const lists = desk.received.find((message) => message.type === 'lists');
      expect(lists).toMatchObject({ lists: { slug: 'main', staging: expect.anything(), onAir: expect.anything() } });
      desk.close();
    });

    it('runs its commands and receives changes made by other desks', async () => {
      const [first, second] = [await open(), await open()];
      first.send(hello);
      second.send({ ...hello, name: 'Joris' });
      await first.find((message) => message.type === 'state');
      await second.find((message) => message.type === 'state');
      first.send({ type: 'command', id: 1, name: 'hold', input: { feed: 'main' } });
      expect(await first.find((message) => message.type === 'commandResult')).toMatchObject({
        id: 1,
        result: { ok: true },
      });
      await second.until(({ state }) => state.feeds[0]?.gate === 'held');
      first.send({
        type: 'command',
        id: 2,
        name: 'release',
        input: { feed: 'main', liveVersion: null, gate: null, revision: null },
      });
      await second.until(({ state }) => state.feeds[0]?.gate === 'following');
      first.close();
      second.close();
    });

    it('receives a refusal with a next step, and changes nothing', async () => {
      const desk = await open();
      desk.send(hello);
      desk.send({
        type: 'command',
        id: 7,
        name: 'take',
        input: { feed: 'main', liveVersion: 12345, gate: null, revision: null, gateSince: null, only: null },
      });
      expect(await desk.find((message) => message.type === 'commandResult')).toMatchObject({
        id: 7,
        result: { ok: false, code: 'LIST_MOVED_ON', nextStep: expect.any(String) },
      });
      desk.close();
    });

    it('refuses a press of the gate that was on its way for too long, but blocks a post however late', async () => {
      const desk = await open();
      desk.send(hello);
      const state = await desk.find((message) => message.type === 'state');
      const tickMs = state.type === 'state' ? (state.tickMs ?? Number.NaN) : Number.NaN;
      const longAgo = tickMs - 60_000;
      const resultOf = async (command: DeskMessage & { type: 'command' }) => {
        desk.send(command);
        return await desk.find((message) => message.type === 'commandResult' && message.id === command.id);
      };
      const feed = 'main';
      const clear = { type: 'command', name: 'clear', input: { feed } } as const;
      expect(await resultOf({ ...clear, id: 1, sentTickMs: longAgo })).toMatchObject({
        result: { ok: false, code: 'COMMAND_LATE' },
      });
      expect(control.store.state().feeds[0]?.gate).toBe('following');
      const [itemId, reason] = [`late ${name}`, null];
      const block = { type: 'command', name: 'block', input: { feed, itemId, reason } } as const;
      expect(await resultOf({ ...block, id: 2, sentTickMs: longAgo })).toMatchObject({ result: { ok: true } });
      // A machine that paused the desk's clock, or an older desk.
      expect(await resultOf({ ...clear, id: 3, sentTickMs: tickMs + 60_000 })).toMatchObject({ result: { ok: true } });
      const back = { type: 'command', name: 'back', input: { feed, gate: null, revision: null } } as const;
      expect(await resultOf({ ...back, id: 4 })).toMatchObject({ result: { ok: true } });
      await control.call('POST', '/api/feeds/main/unblock', { itemId });
      await control.call('POST', '/api/feeds/main/release', {});
      desk.close();
    });

    it('refuses the older list when two desks take different lists at the same time', async () => {
      const [first, second] = [await open(), await open()];
      first.send(hello);
      second.send({ ...hello, name: 'Joris' });
      await first.find((message) => message.type === 'state');
      await second.find((message) => message.type === 'state');
      await control.call('POST', '/api/feeds/main/hold', {});
      const seenBySecond = control.store.state().feeds[0]?.live.version ?? 0;
      await control.arrive(collection(nextSecond(), [post(`late ${name}`)]));
      const seenByFirst = control.store.state().feeds[0]?.live.version ?? 0;
      expect(seenByFirst).toBe(seenBySecond + 1);
      second.send({
        type: 'command',
        id: 2,
        name: 'take',
        input: { feed: 'main', liveVersion: seenBySecond, gate: null, revision: null, gateSince: null, only: null },
      });
      first.send({
        type: 'command',
        id: 1,
        name: 'take',
        input: { feed: 'main', liveVersion: seenByFirst, gate: null, revision: null, gateSince: null, only: null },
      });
      const [accepted, refused] = await Promise.all(
        [first, second].map((desk) => desk.find((message) => message.type === 'commandResult')),
      );
      expect(accepted).toMatchObject({ id: 1, result: { ok: true, value: { gate: 'held' } } });
      expect(refused).toMatchObject({ id: 2, result: { ok: false, code: 'LIST_MOVED_ON' } });
      expect(control.store.state().feeds[0]?.onAir.items.map(({ id }) => id)).toEqual([`late ${name}`]);
      await control.call('POST', '/api/feeds/main/release', {});
      first.close();
      second.close();
    });

    it.each([null, 'removals'] as const)(
      'is refused if another desk has just taken the same, and the list of desks says so of it (only: %s)',
      async (only) => {
        const desks = [await open(), await open()];
        for (const [index, desk] of desks.entries()) desk.send({ ...hello, name: ['Ines', 'Joris'][index] ?? '' });
        for (const desk of desks) await desk.find((message) => message.type === 'state');
        await control.arrive(collection(nextSecond(), [post('a'), post('b')]));
        await control.call('POST', '/api/feeds/main/hold', {});
        await control.arrive(collection(nextSecond(), [post('a')]));
        const seen = control.store.state().feeds[0];
        if (seen === undefined) throw new Error('no feed');
        const { live, gate, gateSince, onAir } = seen;
        const input = { feed: 'main', liveVersion: live.version, gate, gateSince, revision: onAir.revision, only };
        for (const desk of desks) desk.send({ type: 'command', id: 1, name: 'take', input });
        const answers = await Promise.all(
          desks.map((desk) => desk.find((message) => message.type === 'commandResult')),
        );
        const codes = answers.map((answer) => {
          if (answer.type !== 'commandResult') throw new Error('no answer');
          return answer.result.ok ? 'done' : answer.result.code;
        });
        expect(codes.toSorted()).toEqual(['AIR_CHANGED', 'done']);
        expect(control.store.state().feeds[0]?.onAir.revision).toBe(onAir.revision + 1);
        const ownAction = ({ state }: Shown) => state.desks.find((one) => one.name === state.you)?.lastAction;
        for (const [index, desk] of desks.entries()) {
          // Desks of other tests may still be listed.
          const shown = await desk.until((now) => ownAction(now)?.verb === 'take');
          expect(ownAction(shown)?.outcome).toBe(codes[index]);
        }
        await control.call('POST', '/api/feeds/main/release', {});
        for (const desk of desks) desk.close();
      },
    );

    it('receives only the post that changed, however long the lists are', async () => {
      const desk = await open();
      desk.send(hello);
      const posts = Array.from({ length: 10_000 }, (_, index) => post(`p${index}`, 'a long text '.repeat(20)));
      await control.arrive(collection(nextSecond(), posts));
      await desk.until(({ lists }) => lists['main']?.live.length === 10_000);
      const received = desk.received.length;
      await control.arrive(collection(nextSecond(), posts.with(5000, post('p5000', 'edited'))));
      const { lists } = await desk.until(({ lists }) => lists['main']?.live[5000]?.message === 'edited');
      expect(lists['main']?.live.map(({ id }) => id)).toEqual(posts.map(({ id }) => id));
      // On a busy machine a second may pass.
      const since = desk.received.slice(received).filter(({ type }) => type !== 'alive');
      expect(new Set(since.map(({ type }) => type))).toEqual(new Set(['change']));
      expect(JSON.stringify(since).length).toBeLessThan(4000);
      desk.close();
    });

    it('receives only the medium of a post while a file is fetched, however long the lists are', async () => {
      const desk = await open();
      desk.send(hello);
      const url = `https://media.example/${name}.mp4`;
      const video = { ...post('film'), media: [{ mediaUrl: url, mediaType: 'video/mp4' }] };
      const others = Array.from({ length: 500 }, (_, index) => post(`other ${index}`, 'a long text '.repeat(20)));
      await control.arrive(collection(nextSecond(), [...others, video], [video]));
      await desk.until(({ lists }) => lists['main']?.live.at(-1)?.id === 'film');
      const received = desk.received.length;
      const facts = { ...notCached };
      await control.store.apply({ type: 'mediaChanged', media: [[url, { ...facts, progress: 0.5 }]] });
      await desk.until(({ lists: { main } }) =>
        [main?.staging[0], main?.live[500]].every((item) => item?.media[0]?.progress === 0.5),
      );
      // On a busy machine a second may pass.
      const since = desk.received.slice(received).filter(({ type }) => type !== 'alive');
      expect(new Set(since.map(({ type }) => type))).toEqual(new Set(['change']));
      expect(JSON.stringify(since).length).toBeLessThan(1000);
      desk.close();
    });

    it('has the same state and lists after any changes as a desk that connects then', async () => {
      const [desk, later] = [await open(), await open()];
      desk.send(hello);
      await desk.find((message) => message.type === 'state');
      const url = `https://media.example/same ${name}.jpg`;
      const withPicture = { ...post('picture'), profileImageUrl: url };
      await control.arrive(collection(nextSecond(), [withPicture, post('b')]));
      const facts = { ...notCached, width: 1, height: 1, progress: 1 };
      await control.store.apply({ type: 'mediaChanged', media: [[url, { ...facts, name: 'a.jpg' }]] });
      await control.call('POST', '/api/feeds/main/block', { itemId: 'b' });
      await control.store.apply({ type: 'sourceChanged', source: { freshness: 'stale', latencyMs: 77 } });
      later.send({ ...hello, name: 'Joris' });
      const isJorisHere = ({ state }: Shown): boolean => state.desks.some((one) => one.name === 'Joris');
      const [shown, whole] = [await desk.until(isJorisHere), await later.until(isJorisHere)];
      const { source, feeds, problems, eventCount } = whole.state;
      expect(shown.state).toMatchObject({ source: { ...source, confirmedAgeMs: null }, feeds, problems, eventCount });
      expect(shown.lists).toEqual(whole.lists);
      expect(shown.lists['main']?.live[0]?.avatarUrl).toBe('/media/a.jpg?w=320');
      await control.call('POST', '/api/feeds/main/unblock', { itemId: 'b' });
      desk.close();
      later.close();
    });

    it('receives one change, numbered without a gap, for simultaneous changes of both kinds', async () => {
      const desk = await open();
      desk.send(hello);
      await desk.find((message) => message.type === 'state');
      const received = desk.received.length;
      const latencyMs = Math.random();
      const second = nextSecond();
      await Promise.all([
        control.store.apply({ type: 'sourceChanged', source: { latencyMs } }),
        control.arrive(collection(second, [post(`n${second}`)])),
      ]);
      const { state, lists } = await desk.until((shown) => shown.state.source.latencyMs === latencyMs);
      expect(lists['main']?.live[0]?.id).toBe(`n${second}`);
      expect(desk.received.slice(received).filter(({ type }) => type === 'change')).toHaveLength(1);
      expect(state.sequence).toBe(desk.received.filter(({ type }) => type === 'state' || type === 'change').length);
      desk.close();
    });

    it('receives the whole state again on request, and the changes after it', async () => {
      const desk = await open();
      desk.send(hello);
      await desk.find((message) => message.type === 'state');
      const second = nextSecond();
      await control.arrive(collection(second, [post(`n${second}`)]));
      await desk.until(({ lists }) => lists['main']?.live[0]?.id === `n${second}`);
      const received = desk.received.length;
      desk.send({ type: 'resync' });
      desk.send({ type: 'resync' });
      const isState = (message: EngineMessage): boolean =>
        message.type === 'state' && desk.received.indexOf(message) >= received;
      const whole = await desk.find(isState);
      const lists = desk.received.slice(received).find(({ type }) => type === 'lists');
      expect(lists).toMatchObject({ lists: { slug: 'main', live: [{ id: `n${second}` }] } });
      expect(whole).toMatchObject({ state: { you: expect.stringContaining('Ines'), feeds: [{ slug: 'main' }] } });
      // The desk of this test throws if a change does not follow the state.
      const third = nextSecond();
      await control.arrive(collection(third, [post(`n${third}`)]));
      await desk.until(({ lists }) => lists['main']?.live[0]?.id === `n${third}`);
      expect(desk.received.slice(received).filter(isState).length).toBeLessThanOrEqual(2);
      desk.close();
    });

    it('has nothing older in the whole state than in a change that was being prepared', async () => {
      const desk = await open();
      desk.send(hello);
      await desk.find((message) => message.type === 'state');
      const second = nextSecond();
      const long = Array.from({ length: 1200 }, (_, index) => post(`n${second}-${index}`));
      const received = desk.received.length;
      await control.arrive(collection(second, long));
      desk.send({ type: 'resync' });
      await desk.until(({ lists }) => lists['main']?.live[0]?.id === `n${second}-0`);
      await desk.find((message) => message.type === 'state' && desk.received.indexOf(message) >= received);
      const shown = desk.received
        .slice(received)
        .flatMap((message) => (message.type === 'lists' ? [message.lists.live.length] : []));
      expect(shown).toEqual([1200]);
      await control.arrive(collection(nextSecond(), [post('after')]));
      await desk.until(({ lists }) => lists['main']?.live[0]?.id === 'after');
      desk.close();
    });

    it('receives the number of log events after each event, even if nothing else changes', async () => {
      const desk = await open();
      desk.send(hello);
      const before = (await desk.until(() => true)).state.eventCount;
      control.eventLog.add({ ...ofGreenroom, level: 'info', code: 'COMMAND', message: 'Settings changed.' });
      await desk.until(({ state }) => state.eventCount === before + 1);
      desk.close();
    });

    it('receives the results of its queries', async () => {
      const desk = await open();
      desk.send(hello);
      desk.send({ type: 'query', id: 3, name: 'events', input: { limit: 5 } });
      expect(await desk.find((message) => message.type === 'queryResult')).toMatchObject({
        id: 3,
        result: { ok: true },
      });
      desk.close();
    });

    it('receives the as-run log as a file, in parts', async () => {
      const desk = await open();
      desk.send(hello);
      const ask = async (id: number, query: Pick<Query, 'name' | 'input'>) => {
        desk.send({ type: 'query', id, ...query } as Query);
        const reply = await desk.find((message) => message.type === 'queryResult' && message.id === id);
        return (reply as Extract<EngineMessage, { type: 'queryResult' }>).result;
      };
      const input = { feed: 'main', of: 'list', from: null, to: null, format: 'csv', start: null } as const;
      let id = 20;
      let text = '';
      let result = await ask(id, { name: 'asRunText', input });
      for (;;) {
        if (!result.ok || !('next' in result.value)) throw new Error(JSON.stringify(result));
        text += result.value.text;
        if (result.value.next === null) break;
        id += 1;
        result = await ask(id, { name: 'exportPart', input: { next: result.value.next } });
      }
      const rows = text.trim().split('\r\n');
      expect(rows[0]).toMatch(/^feed,itemId/);
      expect(rows).toHaveLength(
        1 + (await control.asRun.rows({ feed: 'main', of: 'list', from: null, to: null })).length,
      );
      expect(await ask(id + 1, { name: 'exportPart', input: { next: 999 } })).toMatchObject({ code: 'EXPORT_STOPPED' });
      desk.close();
    });

    it('receives the first posts of an unused collection without using it for a feed', async () => {
      const desk = await open();
      desk.send(hello);
      desk.send({ type: 'query', id: 4, name: 'collectionPreview', input: { collectionId: 'col_9' } });
      const received = await desk.find((message) => message.type === 'queryResult');
      const changes = { main: { added: ['z'] } };
      expect(received).toMatchObject({
        id: 4,
        result: { ok: true, value: { live: [{ id: 'z', media: [] }], changes } },
      });
      expect(Object.keys(control.store.state().collections)).not.toContain('col_9');
      desk.close();
    });

    it('receives the posts that the service has of a collection whose list was kept from an earlier use', async () => {
      const kept = { ...collection(0, [post('deleted since')]), id: 'col_8' };
      const at = '2026-11-28T12:00:00.000Z';
      await control.store.apply({ type: 'collectionArrived', collection: kept, from: 'poll', accept: 'newer', at });
      expect(Object.keys(control.store.state().collections)).toContain('col_8');
      const desk = await open();
      desk.send(hello);
      desk.send({ type: 'query', id: 4, name: 'collectionPreview', input: { collectionId: 'col_8' } });
      const received = await desk.find((message) => message.type === 'queryResult');
      expect(received).toMatchObject({ result: { ok: true, value: { live: [{ id: 'z' }] } } });
      expect(control.sourceCalls).toContain('refresh col_8');
      desk.close();
    });

    it('receives no effect of a list that is older than before, because using it would be refused', async () => {
      const kept = { ...collection(nextSecond(), [post('newer')]), id: 'col_7' };
      const at = new Date().toISOString();
      await control.store.apply({ type: 'collectionArrived', collection: kept, from: 'poll', accept: 'newer', at });
      const desk = await open();
      desk.send(hello);
      desk.send({ type: 'query', id: 4, name: 'collectionPreview', input: { collectionId: 'col_7' } });
      const received = await desk.find((message) => message.type === 'queryResult');
      expect(received).toMatchObject({ result: { ok: false, code: 'SOURCE_LIST_OLDER' } });
      desk.close();
    });

    it('is refused if it sends anything before hello', async () => {
      const desk = await open();
      desk.send({ type: 'command', id: 1, name: 'clear', input: { feed: 'main' } });
      expect(await desk.find((message) => message.type === 'refused')).toMatchObject({
        refusal: { code: 'COMMAND_UNAUTHORISED' },
      });
      await desk.closed;
      expect(control.store.state().feeds[0]?.gate).not.toBe('cleared');
    });
  });
}

describe('a desk socket', () => {
  it('is refused with a reason when its token is wrong', async () => {
    const desk = await openSocketDesk();
    desk.send({ type: 'hello', token: 'wrong', name: null, givenName: null, secret: null });
    expect(await desk.find((message) => message.type === 'refused')).toMatchObject({
      refusal: { code: 'COMMAND_UNAUTHORISED' },
    });
    await desk.closed;
  });

  it('is closed after an invalid message, while other desks continue', async () => {
    for (const text of ['', '{', '[]', '{"type":"hello","token":7}', '{"type":"command","id":"x"}']) {
      const desk = await openSocketDesk();
      desk.sendRaw?.(text);
      await desk.closed;
    }
    const desk = await openSocketDesk();
    desk.send({ type: 'hello', token: deskToken, name: null, givenName: null, secret: null });
    await desk.find((message) => message.type === 'state');
    desk.close();
  });

  it('is not opened for a page of another site', async () => {
    const socket = new WebSocket(`${control.base.replace('http', 'ws')}/api/socket`, {
      origin: 'https://evil.example',
    });
    const refused = await new Promise<string>((resolve) => socket.on('error', (error) => resolve(error.message)));
    expect(refused).toContain('403');
  });

  it('is closed with a reason when its token is revoked, while other desks continue', async () => {
    const { token } = (await control.call('POST', '/api/tokens', { name: 'Second desk', right: 'desk' })).body;
    const [revoked, other] = [await openSocketDesk(), await openSocketDesk()];
    revoked.send({ type: 'hello', token, name: 'Second', givenName: null, secret: null });
    other.send({ type: 'hello', token: deskToken, name: 'First', givenName: null, secret: null });
    await Promise.all([revoked, other].map((desk) => desk.find((message) => message.type === 'state')));
    const { gate } = control.store.state().feeds[0] ?? {};
    const command = gate === 'held' ? 'release' : 'hold';
    // Sent right after the revocation, so it arrives too late.
    await control.call('DELETE', '/api/tokens', { name: 'Second desk' });
    revoked.sendRaw?.(JSON.stringify({ type: 'command', id: 1, name: command, input: { feed: 'main' } }));
    expect(await revoked.find((message) => message.type === 'refused')).toMatchObject({
      refusal: { code: 'COMMAND_UNAUTHORISED' },
    });
    await revoked.closed;
    expect(control.store.state().feeds[0]?.gate).toBe(gate);
    expect(revoked.received.filter((message) => message.type === 'commandResult')).toEqual([]);
    other.send({ type: 'query', id: 2, name: 'events', input: { limit: 1 } });
    await other.find((message) => message.type === 'queryResult');
    const { desks } = (await control.call('GET', '/api/state')).body;
    expect(desks.map(({ name }: { name: string }) => name).filter((name: string) => name.includes('Second'))).toEqual(
      [],
    );
    other.close();
  });

  it('is refused when its token is revoked between opening and hello', async () => {
    const { token } = (await control.call('POST', '/api/tokens', { name: 'Late desk', right: 'desk' })).body;
    const desk = await openSocketDesk();
    await control.call('DELETE', '/api/tokens', { name: 'Late desk' });
    desk.send({ type: 'hello', token, name: null, givenName: null, secret: null });
    await desk.find((message) => message.type === 'refused');
    await desk.closed;
  });
});
