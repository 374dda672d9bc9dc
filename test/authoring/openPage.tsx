/** Renders the service's page over a fake service, for tests of what it requests, shows and sends. */
import { ReadableStream } from 'node:stream/web';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import { App } from '../../src/authoring/App.tsx';
import { createPage, type Page } from '../../src/authoring/state/page.ts';
import { PageContext } from '../../src/authoring/ui/usePage.ts';
import type { Splice } from '../../src/core/splices.ts';
import { createSecondPress, SecondPressContext } from '../../src/ui/secondPress.ts';

export type Answer = { readonly status: number; readonly body: unknown };

export type FakeService = {
  readonly page: Page;
  /** The requests so far, for example `GET /keys`. */
  readonly requests: string[];
  /** Answers by request; a test may change them. */
  readonly answers: Record<string, Answer>;
  /** Sends events to the page, for example `read`. */
  readonly emit: (...events: readonly string[]) => Promise<void>;
  /** Sends the event of a change to the collection. */
  readonly emitChange: (change: object) => Promise<void>;
  readonly endStream: () => Promise<void>;
};

const post = (id: string) => ({
  id,
  fullName: `Author of ${id}`,
  username: null,
  source: 'FACEBOOK',
  message: `Message of ${id}`,
  profileImageUrl: null,
  media: [],
  publishedAt: '2026-11-20T20:33:40.000Z',
  lastModifiedDate: '2026-11-20T20:33:40.000Z',
});

/** One collection with a post in staging and a post in live. */
export const collectionOf = (version: number, name: string) => ({
  id: 'col_1',
  name,
  contentType: 'SOCIAL_POST',
  stagingContents: [post('tom')],
  liveContents: [post('mira')],
  stagingContentCount: 1,
  liveContentCount: 1,
  lastModifiedDate: '2026-11-20T20:33:40.000Z',
  version,
  lastChange: { kind: 'renamed', itemId: null, at: '2026-11-20T20:33:40.000Z', undone: null },
  undoes: null,
  undoesVersion: null,
});

/** The change from the version before, as the service sends it. */
export function changeTo(version: number, splices: readonly Splice[] | null) {
  const { stagingContents: _, liveContents: __, ...header } = collectionOf(version, 'Harbour Night');
  const lastChange = { kind: 'itemPromoted', itemId: 'tom', at: '2026-11-20T20:33:40.000Z', undone: null };
  return { ...header, lastChange, splices };
}

/** Moves the staged post to the end of live. */
export const promotion: readonly Splice[] = [
  { list: 'staging', at: 0, removed: 1, inserted: [] },
  { list: 'live', at: 1, removed: 0, inserted: ['tom'] },
];

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const noConnection: Answer = { status: 0, body: null };

/** Long enough for any machine; the second press has its own tests. */
const armedForMs = 60_000;

let stop = (): void => undefined;

/** Enough turns of the event loop for a response or an event to reach the screen. */
const settleTurns = 10;

export const settle = () =>
  act(async () => {
    for (let turn = 0; turn < settleTurns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  });

let pausedMs = 0;
const readClock = performance.now.bind(performance);
performance.now = () => readClock() + pausedMs;

/** Passes the time before which a second press is a bounce. */
export function pause(): void {
  pausedMs += 200;
}

/** `hasFaults`: the service was started with `--faults`. */
export async function openPage(hasFaults = false): Promise<FakeService> {
  // happy-dom has no layout; without a height the lists would render no rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
  const requests: string[] = [];
  const webhook = {
    id: 'w1',
    name: 'Gallery 1',
    url: 'http://gallery.example',
    signing: 'body',
    isSetAtStartup: false,
  };
  const answers: Record<string, Answer> = {
    'GET ': ok({ organisations: [{ name: 'demo' }], hasFaults }),
    ...(hasFaults ? { 'GET /faults': ok({ faults: [] }) } : {}),
    'GET /collections': ok({ collections: [collectionOf(1, 'Harbour Night')] }),
    'GET /collections/col_1': ok(collectionOf(1, 'Harbour Night')),
    'GET /keys': ok({ keys: [{ id: 'k1', name: 'wall', endsWith: '3f9a', createdAt: null, lastUsedAt: null }] }),
    'GET /webhooks': ok({ webhooks: [webhook] }),
    'GET /deliveries': ok({ deliveries: [], waiting: 0, total: 0 }),
  };
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const openStream = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
    const path = address.replace('/authoring/v1', '').replace('/demo', '').replace(/\?.*/, '');
    requests.push(`${method} ${path}`);
    const { status, body } =
      answers[`${method} ${path}`] ?? (path === '/events' ? ok(null) : { status: 404, body: {} });
    if (status === 0) throw new TypeError('Failed to fetch');
    const text = async () => JSON.stringify(body);
    return { ok: status < 300, status, headers: new Headers(), text, body: path === '/events' ? openStream() : null };
  });
  const page = createPage('token');
  stop = page.connection.start();
  render(
    <QueryClientProvider client={page.context.queryClient}>
      <PageContext value={page}>
        <SecondPressContext value={createSecondPress(armedForMs)}>
          <App />
        </SecondPressContext>
      </PageContext>
    </QueryClientProvider>,
  );
  await settle();
  await settle();
  const send = async (text: string): Promise<void> => {
    stream?.enqueue(new TextEncoder().encode(text));
    await settle();
  };
  return {
    page,
    requests,
    answers,
    emit: (...events) => send(events.map((name) => `event: ${name}\ndata: {}\n\n`).join('')),
    emitChange: (change) => send(`event: collection\ndata: ${JSON.stringify(change)}\n\n`),
    endStream: async () => {
      stream?.close();
      await settle();
    },
  };
}

export function closePage(): void {
  stop();
  cleanup();
  vi.unstubAllGlobals();
}
