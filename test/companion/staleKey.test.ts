/** Presses keys that show an old state, against a real engine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSession, type Session } from '../../companion/session.ts';
import { collection, openControl, post } from '../engine/openControl.ts';
import { waitUntil } from '../waitUntil.ts';

let control: Awaited<ReturnType<typeof openControl>>;
let session: Session;
let token: string;

/** Its stream sends the panel once and then stays behind. */
const fetchWithOldStream = (async (url: string, init: RequestInit = {}) => {
  if (!url.includes('/api/events')) return fetch(url, init);
  const panel = (await control.call('GET', '/api/panel?feed=main')).body;
  const opened = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(panel)}\n\n`)),
  });
  return new Response(opened);
}) as typeof fetch;

async function openSession(): Promise<void> {
  session?.stop();
  const ports = {
    now: () => 0,
    after: () => () => undefined,
    onChange: () => undefined,
    onCollections: () => undefined,
  };
  session = createSession({ address: control.base, feed: 'main', token }, { fetch: fetchWithOldStream, ...ports });
  await waitUntil('the session shows the panel', () => session.state().panel !== null);
}

beforeAll(async () => {
  control = await openControl();
  token = (await control.call('POST', '/api/tokens', { name: 'Stream Deck', right: 'operate' })).body.token;
});
afterAll(async () => {
  session?.stop();
  await control.stop();
});

it.each([
  ['take', { only: 'all' }],
  ['release', {}],
  ['rollback', { revision: '1' }],
  ['point', { collectionId: 'col_2', hold: false }],
] as const)('%s does nothing on a feed that somebody has cleared since, and says why', async (action, options) => {
  await control.call('POST', '/api/feeds/main/hold', {});
  await openSession();
  await control.call('POST', '/api/feeds/main/clear', {});
  await session.press(action, options);
  expect(session.state().refusal).toBe(
    'The gate, the held list or the list on air changed as you pressed. Nothing happened. Check what is on air, then press again.',
  );
  expect(control.store.state().feeds[0]).toMatchObject({
    gate: 'cleared',
    collectionId: 'col_1',
    onAir: { items: [] },
  });
  await control.call('POST', '/api/feeds/main/back', {});
});

it('restores nothing if somebody has restored another revision since', async () => {
  const { revision } = (await control.call('POST', '/api/feeds/main/release', {})).body;
  await control.arrive(collection(5, [post('a'), post('d')]));
  await control.call('POST', '/api/feeds/main/hold', {});
  await control.arrive(collection(6, [post('e')]));
  await control.call('POST', '/api/feeds/main/take', {});
  await openSession();
  await control.call('POST', '/api/feeds/main/rollback', { revision });
  await session.press('rollback', { revision: String(revision + 1) });
  expect(session.state().refusal).toMatch(/changed as you pressed/);
});

it('obeys a panel whose own presses are all that has changed', async () => {
  await openSession();
  for (const action of ['hold', 'take', 'release'] as const) await session.press(action, {});
  expect([session.state().refusal, control.store.state().feeds[0]?.gate]).toEqual([null, 'following']);
});
