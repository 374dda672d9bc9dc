/** Creates data directories of shows as a crash leaves them, and starts engines on copies of them. */

import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { FeedState } from '../../../src/core/feedState.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { readSettings } from '../../../src/engine/settings/settings.ts';
import { createEngineOptions } from '../../engine/engineOptions.ts';
import { createMemorySecretStore } from '../../engine/memorySecretStore.ts';
import { type CollectionJson, collection, post, respondWithCollection } from '../../engine/sourceHarness.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { listen } from '../engineTestBed.ts';

/** `young`: its first minutes; `long`: more lists than one file of the history holds; `compacted`: its journal was replaced by a new one. */
export type ShowKind = 'young' | 'long' | 'compacted';

/** One feed follows live, one is held, one is cleared. */
export const feedNames = ['main', 'studio', 'foyer'] as const;

/** Posts that must not be on air: blocked on air, blocked before they were live, and guarded. The service sends all of them. */
export const forbiddenPosts: readonly string[] = ['blocked', 'blocked-early', 'guarded'];

export type FeedBefore = Pick<FeedState, 'gate' | 'blocks' | 'guards' | 'collectionId'> & {
  readonly revision: number;
  readonly ids: readonly string[];
};

export type ShowFolder = {
  readonly directory: string;
  readonly before: ReadonlyMap<string, FeedBefore>;
  /** The service, which still has the newest lists. */
  readonly servicePort: number;
  readonly close: () => Promise<void>;
};

const token = 'desk-token-of-the-bench';

export type RunningShow = {
  readonly feeds: () => readonly FeedState[];
  readonly problems: () => readonly Problem[];
  readonly logLines: readonly string[];
  /** Returns the feed’s document; `null` if the connection is closed without an answer. */
  readonly read: (slug: string) => Promise<{ readonly revision: number; readonly ids: readonly string[] } | null>;
  /** Returns the text of a path on the feed port, or on the control port. */
  readonly getText: (port: 'feed' | 'control', path: string) => Promise<string>;
  readonly send: (slug: string, command: string, input: unknown) => Promise<void>;
  readonly createToken: (name: string) => Promise<void>;
  /** Connects a socket that stays until the show stops, and calls `onRevision` for each list that it gets. */
  readonly connectConsumer: (slug: string, onRevision?: (revision: number) => void) => Promise<void>;
  readonly hasNewestLists: () => boolean;
  /** Resolves when every file has the changes until now, so that the folder can be copied. */
  readonly catchUpFiles: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startShow(directory: string, servicePort: number): Promise<RunningShow> {
  const feeds = feedNames.map((slug) => ({ slug, collectionId: `col_${slug}` }));
  const { settings, faults } = readSettings({
    source: { baseUrl: `http://127.0.0.1:${servicePort}`, mode: 'poll', poll: { intervalSeconds: 1 } },
    feeds,
    // A file of the history has a quarter of this.
    history: { maxRevisions: 400 },
    feedServer: { port: 0 },
    desk: { port: 0 },
  });
  if (settings === null) throw new Error(JSON.stringify(faults));
  const logLines: string[] = [];
  const engine = await createEngine(
    settings,
    {
      clock: systemClock,
      log: (level, code, fields) => void logLines.push(`${level} ${code} ${JSON.stringify(fields)}`),
      secrets: { apiKey: async () => 'key', webhookSecrets: async () => [], deskToken: async () => token },
    },
    { ...createEngineOptions(directory, createMemorySecretStore()), hasControlPort: true, isPortFatal: true },
  );
  const { feed, desk } = await engine.start();
  const getText: RunningShow['getText'] = async (port, path) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(port === 'feed' ? `${feed}${path}` : `${desk}${path}`, { headers })).text();
  };
  return {
    feeds: () => engine.state().feeds,
    problems: () => engine.state().problems,
    logLines,
    read: async (slug) => {
      const response = await fetch(`${feed}/feeds/${slug}/live.json`).catch(() => null);
      if (response === null) return null;
      if (response.status !== 200) throw new Error(`${slug} responds with ${response.status}`);
      const { revision, items } = (await response.json()) as { revision: number; items: readonly { id: string }[] };
      return { revision, ids: items.map(({ id }) => id) };
    },
    getText,
    send: async (slug, command, input) => {
      const post = (): Promise<Response> =>
        fetch(`${desk}/api/feeds/${slug}/${command}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
      let response = await post();
      while (response.status === 429) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        response = await post();
      }
      if (!response.ok) throw new Error(`${command}: ${response.status} ${await response.text()}`);
    },
    createToken: async (name) => {
      const response = await fetch(`${desk}/api/tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, right: 'view' }),
      });
      if (!response.ok) throw new Error(`token: ${response.status} ${await response.text()}`);
    },
    connectConsumer: async (slug, onRevision = () => undefined) => {
      const socket = new WebSocket(`${feed?.replace('http', 'ws')}/feeds/${slug}/socket?name=Card&client=a1`);
      socket.on('message', (data) => {
        const { type, revision } = JSON.parse(String(data));
        if (type === 'state') onRevision(revision);
      });
      await once(socket, 'message');
    },
    hasNewestLists: () => engine.state().source.lastConfirmedAt !== null,
    catchUpFiles: async () => {
      // Each log writes its changes before it is read.
      for (const path of ['recordings', 'log', ...['history', 'as-run.json'].map((log) => `feeds/main/${log}`)])
        await getText('control', `/api/${path}`);
      // Consumers are saved, through a temporary file, within a fifth of a second.
      await new Promise((resolve) => setTimeout(resolve, 400));
    },
    stop: engine.stop,
  };
}

/** Plays a show of this kind and copies its directory while it runs, as a crash would leave it. */
export async function createShowFolder(kind: ShowKind): Promise<ShowFolder> {
  const collections = new Map<string, CollectionJson>();
  const publish = (slug: string, version: number, ids: readonly string[], message = 'message'): void => {
    const liveContents = ids.map((id) =>
      post(id, { message: id === 'guarded' ? 'an evacuation' : `${message} ${id}` }),
    );
    collections.set(`col_${slug}`, collection(`col_${slug}`, version, ids, { liveContents }));
  };
  const respond: RequestListener = (request, response) => {
    const body = collections.get(/col_[a-z]+/.exec(request.url ?? '')?.[0] ?? '');
    if (body === undefined) return void response.writeHead(404).end();
    respondWithCollection(() => body)(request, response);
  };
  const service = createServer(respond);
  const servicePort = await listen(service);
  for (const slug of feedNames) publish(slug, 1, ['first', 'blocked', 'guarded', 'last']);
  const directory = createTemporaryFolder('show');
  const show = await startShow(directory, servicePort);
  const waitFor = (slug: string, what: string, isTrue: (feed: FeedState) => boolean): Promise<boolean> =>
    waitUntil(`${slug}: ${what}`, () => show.feeds().some((feed) => feed.slug === slug && isTrue(feed)), 20_000);
  for (const slug of feedNames) {
    await waitFor(slug, 'the first list is on air', ({ onAir }) => onAir.items.length === 4);
    await show.send(slug, 'block', { itemId: 'blocked' });
    await show.send(slug, 'guards', { words: ['evacuation'] });
  }
  // Each unblock and block is a revision of its own.
  const rounds = { young: 0, long: 52, compacted: 20 }[kind];
  for (let round = 1; round <= rounds; round += 1) {
    for (const slug of feedNames) {
      await show.send(slug, 'unblock', { itemId: 'blocked' });
      await show.send(slug, 'block', { itemId: 'blocked' });
    }
    if (kind !== 'compacted' || round % 5 !== 0) continue;
    for (const slug of feedNames) {
      publish(slug, 1 + round, ['first', 'blocked', 'guarded', 'last'], `${round} ${'long '.repeat(15_000)}`);
      await waitFor(
        slug,
        'the long list is on air',
        ({ onAir }) => onAir.items[0]?.message.startsWith(`${round} `) === true,
      );
    }
  }
  for (const slug of feedNames) {
    await show.send(slug, 'block', { itemId: 'blocked-early' });
    publish(slug, 1000, ['first', 'blocked', 'guarded', 'last', 'new', 'blocked-early']);
    await waitFor(slug, 'the newest list is on air', ({ onAir }) => onAir.items.some(({ id }) => id === 'new'));
  }
  await show.send('studio', 'hold', {});
  publish('studio', 1001, ['later', 'blocked', 'guarded', 'blocked-early']);
  await waitFor('studio', 'a newer list waits', ({ live }) => live.items[0]?.id === 'later');
  await show.send('foyer', 'clear', {});
  await show.createToken('Panel');
  await show.connectConsumer('main');
  await show.catchUpFiles();
  const crashed = createTemporaryFolder('crashed');
  await cp(directory, crashed, { recursive: true });
  await rm(join(crashed, 'lock'));
  const before = new Map(
    show
      .feeds()
      .map(({ slug, gate, blocks, guards, collectionId, onAir }): [string, FeedBefore] => [
        slug,
        { gate, blocks, guards, collectionId, revision: onAir.revision, ids: onAir.items.map(({ id }) => id) },
      ]),
  );
  await show.stop();
  await rm(directory, { recursive: true });
  return {
    directory: crashed,
    before,
    servicePort,
    close: async () => {
      service.close();
      service.closeAllConnections();
      await rm(crashed, { recursive: true });
    },
  };
}
