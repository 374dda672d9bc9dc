/** Tests what presses do and what the lamps show, with a Greenroom that the test plays. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LampName, lampOf } from '../../companion/lamps.ts';
import { type PanelState, readPanel, unconnected } from '../../companion/panelState.ts';
import { createSession, type Session } from '../../companion/session.ts';
import { readTarget } from '../../companion/target.ts';
import { valuesOf } from '../../companion/variables.ts';
import type { Panel } from '../../src/contract/panel.ts';
import { basePanel } from './panelOf.ts';

const target = { address: 'http://greenroom', feed: 'main', token: 'secret' };
let session: Session;
let states: PanelState[];
let posted: [string, unknown][];
/** The answers to the next presses. */
let answers: Panel[];
/** As `basePanel` shows it. */
const shown = { gate: 'following', revision: 128 } as const;
let stream: ReadableStreamDefaultController<Uint8Array> | null;
let streamsOpened: number;

const send = (text: string) => stream?.enqueue(new TextEncoder().encode(text));
const push = async (panel: Partial<Panel>) => {
  send(`data: ${JSON.stringify({ ...basePanel, ...panel })}\n\n`);
  await vi.advanceTimersByTimeAsync(0);
};
const isLit = (lamp: LampName, options = {}) => lampOf(lamp).isLit(session.state(), options);

/** Its stream ignores the request’s signal, as Node’s `fetch` does once the request has been collected as garbage. */
const playGreenroom = (async (url: string, { method, body }: RequestInit = {}) => {
  if (method === 'POST') {
    posted.push([new URL(url).pathname, JSON.parse(String(body))]);
    return Response.json(answers.shift() ?? {});
  }
  if (url.includes('/api/collections')) return Response.json({ rows: [{ id: 'col_1', name: 'One' }], totalPages: 1 });
  streamsOpened += 1;
  const opened = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
    },
  });
  return new Response(opened, { headers: { 'content-type': 'text/event-stream' } });
}) as typeof fetch;

beforeEach(async () => {
  vi.useFakeTimers();
  [states, posted, answers, stream, streamsOpened] = [[], [], [], null, 0];
  session = createSession(target, {
    fetch: playGreenroom,
    now: () => performance.now(),
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    onChange: (state) => void states.push(state),
    onCollections: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(0);
  await push({});
});
afterEach(() => {
  session.stop();
  vi.useRealTimers();
});

describe('a connection', () => {
  it('is lost when Greenroom is silent for five seconds, and no other lamp stays lit', async () => {
    await push({ gate: 'held', onAirCount: 3 });
    expect([isLit('onAir'), isLit('gate', { gate: 'held' }), isLit('noConnection')]).toEqual([true, true, false]);
    await vi.advanceTimersByTimeAsync(4900);
    expect(isLit('noConnection')).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect([isLit('onAir'), isLit('gate', { gate: 'held' }), isLit('noConnection')]).toEqual([false, false, true]);
    expect(valuesOf(session.state())).toMatchObject({ author: '', gate: '', connection: 'No connection' });
  });

  it('stays while heartbeats arrive', async () => {
    for (let beats = 0; beats < 10; beats += 1) {
      await vi.advanceTimersByTimeAsync(2000);
      send(': heartbeat\n\n');
    }
    await vi.advanceTimersByTimeAsync(0);
    expect([isLit('noConnection'), streamsOpened]).toEqual([false, 1]);
  });

  it('is opened again after it ends, until it is stopped', async () => {
    stream?.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(isLit('noConnection')).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    await push({ currentAuthor: 'Mira' });
    expect([isLit('noConnection'), valuesOf(session.state()).author, streamsOpened]).toEqual([false, 'Mira', 2]);
    session.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(streamsOpened).toBe(2);
  });

  it('reads a panel that arrives in pieces, and ignores a damaged one', async () => {
    const text = `data: ${JSON.stringify({ ...basePanel, currentAuthor: 'عمر' })}\n\n`;
    const bytes = new TextEncoder().encode(text);
    for (const byte of bytes) stream?.enqueue(new Uint8Array([byte]));
    await vi.advanceTimersByTimeAsync(0);
    send('data: {"gate":\n\ndata: null\n\n');
    await vi.advanceTimersByTimeAsync(0);
    expect(valuesOf(session.state()).author).toBe('عمر');
  });
});

describe('a press', () => {
  it('of Clear needs a second press within two seconds', async () => {
    await session.press('clear', { secondPress: true });
    expect([posted, isLit('armed', { action: 'clear' })]).toEqual([[], true]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(isLit('armed', { action: 'clear' })).toBe(false);
    await session.press('clear', { secondPress: true });
    expect(posted).toEqual([]);
    await session.press('clear', { secondPress: true });
    expect(posted).toEqual([['/api/feeds/main/clear', {}]]);
  });

  it('of another key cancels the first press of Clear', async () => {
    await session.press('clear', { secondPress: true });
    await session.press('next', {});
    await session.press('clear', { secondPress: true });
    expect(posted).toEqual([['/api/feeds/main/next', {}]]);
  });

  it('of Clear is not the second one after the connection was lost', async () => {
    await session.press('clear', { secondPress: true });
    stream?.close();
    await vi.advanceTimersByTimeAsync(1000);
    await push({});
    await session.press('clear', { secondPress: true });
    expect(posted).toEqual([]);
  });

  it('of Block names the post that the key shows, but not a post that appeared as it was pressed', async () => {
    await vi.advanceTimersByTimeAsync(300);
    await session.press('block', { itemId: '', reason: '' });
    await push({ itemId: 'p3' });
    await vi.advanceTimersByTimeAsync(299);
    await session.press('block', { itemId: '', reason: '' });
    expect(session.state().refusal).toMatch(/changed as you pressed/);
    await vi.advanceTimersByTimeAsync(1);
    await session.press('block', { itemId: '', reason: 'legal' });
    expect(posted).toEqual([
      ['/api/feeds/main/block', { itemId: 'p2' }],
      ['/api/feeds/main/block', { itemId: 'p3', reason: 'legal' }],
    ]);
  });

  it.each(['block', 'used'] as const)(
    'of %s without a connection says that the current post is not known, not that there is none',
    async (action) => {
      stream?.close();
      await vi.advanceTimersByTimeAsync(0);
      expect(session.state().panel).toBeNull();
      await session.press(action, { itemId: '' });
      expect([posted, session.state().refusal]).toEqual([
        [],
        'Greenroom is not connected, so the current post is not known. Nothing happened.',
      ]);
      await session.press(action, { itemId: 'p9' });
      expect(posted).toEqual([[`/api/feeds/main/${action}`, { itemId: 'p9' }]]);
    },
  );

  it('of Block says that the list on air is not known after damage, and the count of posts does too', async () => {
    await push({ itemId: null, index: null, onAirCount: 0, served: false });
    await session.press('block', { itemId: '', reason: '' });
    expect(session.state().refusal).toBe('The list on air is not known. Nothing happened.');
    expect(valuesOf(session.state()).on_air).toBe('?');
  });

  it('of Block sends nothing while no post is current, and says so for five seconds', async () => {
    await push({ itemId: null, index: null });
    await session.press('block', { itemId: '', reason: '' });
    expect([posted, session.state().refusal, isLit('refused')]).toEqual([
      [],
      'No post is current. Nothing happened.',
      true,
    ]);
    await vi.advanceTimersByTimeAsync(4000);
    send(': heartbeat\n\n');
    await vi.advanceTimersByTimeAsync(1000);
    expect([session.state().refusal, isLit('refused')]).toEqual([null, false]);
  });

  it.each([
    ['pin', { toggle: true }, { pinned: true }, ['/api/feeds/main/unpin', {}]],
    ['pin', { toggle: false }, { pinned: true }, ['/api/feeds/main/pin', {}]],
    ['rotate', { seconds: '8', toggle: true }, {}, ['/api/feeds/main/rotate', { seconds: 8 }]],
    ['rotate', { seconds: '8', toggle: true }, { rotateSeconds: 8 }, ['/api/feeds/main/rotate', { seconds: null }]],
    ['used', { itemId: '', toggle: true }, {}, ['/api/feeds/main/used', { itemId: 'p2' }]],
    ['used', { itemId: '', toggle: true }, { used: true }, ['/api/feeds/main/used', { itemId: 'p2', used: false }]],
    ['used', { itemId: 'p9', toggle: true }, { used: true }, ['/api/feeds/main/used', { itemId: 'p9' }]],
    ['cue', { position: '1', itemId: '' }, {}, ['/api/feeds/main/cue', { index: 0 }]],
    ['cue', { position: '1', itemId: 'p3' }, {}, ['/api/feeds/main/cue', { itemId: 'p3' }]],
    ['release', {}, { gate: 'held' }, ['/api/feeds/main/release', { gate: 'held', revision: 128 }]],
    ['take', { only: 'removals' }, {}, ['/api/feeds/main/take', { only: 'removals', ...shown }]],
    ['take', { only: 'all' }, { revision: 7 }, ['/api/feeds/main/take', { ...shown, revision: 7 }]],
    [
      'rollback',
      { revision: '123' },
      {},
      ['/api/feeds/main/rollback', { revision: 123, gate: 'following', onAirRevision: 128 }],
    ],
    [
      'point',
      { collectionId: 'col_2', hold: false },
      { gate: 'held' },
      ['/api/feeds/main/point', { collectionId: 'col_2', hold: false, gate: 'held' }],
    ],
    [
      'point',
      { collectionId: 'col_2', hold: true },
      {},
      ['/api/feeds/main/point', { collectionId: 'col_2', hold: true }],
    ],
    ['guards', { words: 'a, b,', authors: '' }, {}, ['/api/feeds/main/guards', { words: ['a', 'b'], authors: [] }]],
    ['checkNow', {}, {}, ['/api/source/check', {}]],
  ] as const)('of %s with %o sends the right command for %o', async (action, options, panel, expected) => {
    await push(panel);
    await session.press(action, options);
    expect(posted).toEqual([expected]);
  });
});

describe('the gate and the revision that a press was meant for', () => {
  const bodies = () => posted.map(([, body]) => body);

  it('come from the last answer if the stream has not shown its result yet', async () => {
    answers.push({ ...basePanel, gate: 'held', revision: 129 });
    await session.press('take', { only: 'all' });
    await session.press('release', {});
    await push({ gate: 'following', revision: 131 });
    await session.press('take', { only: 'all' });
    expect(bodies()).toEqual([shown, { gate: 'held', revision: 129 }, { gate: 'following', revision: 131 }]);
  });

  it('are not sent while another press is on its way, because its result is not known', async () => {
    await Promise.all([session.press('take', { only: 'all' }), session.press('release', {})]);
    expect(bodies()).toEqual([shown, {}]);
  });

  it('are sent while a collection is being read from the service', async () => {
    await Promise.all([
      session.press('point', { collectionId: 'col_2', hold: true }),
      session.press('take', { only: 'all' }),
    ]);
    expect(bodies()[1]).toEqual(shown);
  });

  it('are unknown without a connection, so nothing is sent that could put posts on air', async () => {
    stream?.close();
    await vi.advanceTimersByTimeAsync(0);
    await session.press('take', { only: 'all' });
    await session.press('release', {});
    await session.press('back', { secondPress: false });
    await session.press('rollback', { revision: '3' });
    await session.press('guards', { words: '', authors: '' });
    await session.press('point', { collectionId: 'col_2', hold: false });
    expect([posted, session.state().refusal]).toEqual([
      [],
      'Greenroom is not connected, so what is on air is not known. Nothing happened.',
    ]);
    await session.press('take', { only: 'removals' });
    await session.press('point', { collectionId: 'col_2', hold: true });
    await session.press('hold', {});
    expect(bodies()).toEqual([{ only: 'removals' }, { collectionId: 'col_2', hold: true }, {}]);
  });
});

describe('the settings', () => {
  it('accept an address with a slash at the end, and refuse what can’t be used', () => {
    expect(readTarget(' http://127.0.0.1:7413/ ', 'main', ' token ')).toEqual({
      ...{ address: 'http://127.0.0.1:7413', feed: 'main', token: 'token' },
    });
    expect(readTarget('http://rack-2:80', 'main', 't')).toMatchObject({ address: 'http://rack-2' });
    for (const [address, feed, token] of [
      ['rack-2:7413', 'main', 't'],
      ['http://127.0.0.1:7413/#token=abc', 'main', 't'],
      ['file:///etc', 'main', 't'],
      ['http://user:word@127.0.0.1', 'main', 't'],
      ['http://127.0.0.1:7413', ' ', 't'],
      ['http://127.0.0.1:7413', 'main', ''],
      ['http://127.0.0.1:7413', 'main', 'line\nbreak'],
    ] as const)
      expect(readTarget(address, feed, token)).toEqual(expect.stringMatching(/^Enter /));
  });

  it('work with a Greenroom that sends fewer fields', () => {
    const { itemId, feed, pinned, rotateSeconds, used, collectionId, collectionName, canBack, restored, ...old } =
      basePanel;
    const panel = readPanel(JSON.stringify(old));
    expect(panel).toMatchObject({ ...old, itemId: null, pinned: false, canBack: false });
    expect(valuesOf({ ...unconnected, link: 'connected', panel })).toMatchObject({ item_id: '', pinned: false });
  });
});
