import { get } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { waitUntil } from '../../waitUntil.ts';
import { type RestartableShow, startRestartableShow } from './restartableShow.ts';
import { post, readTakedown } from './showHarness.ts';

let run: RestartableShow;
beforeEach(async () => {
  run = await startRestartableShow([post('p1'), post('p2'), post('p3')]);
});

const consumers = () => run.show.server.consumers('main');
const command = () => ({ feed: 'main', by: 'Ines', at: new Date(run.clock.now()).toISOString() });
const block = (itemId: string) => run.show.apply({ type: 'itemBlocked', itemId, reason: null, ...command() });
const takedown = (itemId = 'p1') => readTakedown(run.show, itemId);
const isConfirmed = (itemId = 'p1') => takedown(itemId)?.confirmedOffAirAt != null;
const send = (socket: WebSocket, frame: object): void => socket.send(JSON.stringify(frame));
const isSent = (revision: number) =>
  waitUntil('it is sent', () => consumers().some((consumer) => consumer.revision >= revision));
/** Resolves when the engine has read all frames that the socket sent before. */
const isRead = async (socket: WebSocket): Promise<void> => {
  const answered = new Promise((resolve) => socket.once('pong', resolve));
  socket.ping();
  await answered;
};

/** Returns the event stream's first bytes, once it has sent `text`. */
function readEvents(headers: Record<string, string>, text = '\n\n'): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(`${base()}/feeds/main/events?name=Stream`, { headers, agent: false }, (response) => {
      let read = '';
      response.on('error', () => undefined);
      response.on('data', (bytes: Buffer) => {
        read += String(bytes);
        if (read.includes(text)) resolve(read);
      });
    });
    request.on('error', reject);
    onTestFinished(() => void request.destroy());
  });
}
const base = () => `http://127.0.0.1:${run.show.port}`;
const idOf = (events: string): string => /^id: (.+)$/m.exec(events)?.[1] ?? '';

describe('a page that reconnects with the revision that it shows', () => {
  const paint = async (socket: WebSocket, revision: number): Promise<void> => {
    await isSent(revision);
    send(socket, { type: 'painted', revision });
    await waitUntil('it is painted', () => consumers().some(({ paintedRevision }) => paintedRevision === revision));
  };
  const runId = async (): Promise<string> => {
    const frames: string[] = [];
    await run.connect('name=Reader&preview=1', (text) => frames.push(text));
    return JSON.parse(frames[0] ?? '{}').run;
  };

  it.each(['', '&run=of-another-greenroom'])('confirms nothing if its run is not known here (%s)', async (query) => {
    await block('p1');
    await run.show.arrive([post('p1'), post('p2'), post('p3'), post('p4')]);
    await block('p2');
    // It shows revision 4 of another Greenroom, with any post.
    await run.connect(`name=Card&client=a1&painted=4${query}`);
    await run.show.apply({ type: 'itemUnblocked', itemId: 'p1', ...command() });
    await block('p1');
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
    expect(consumers()[0]).toMatchObject({ confirmedRevision: 0 });
  });

  it('confirms what it shows of this run, and of the run before a restart', async () => {
    const id = await runId();
    const card = await run.connect('name=Card&client=a1');
    await paint(card, 1);
    await block('p1');
    card.terminate();
    await waitUntil('it is lost', () => consumers()[0]?.state === 'silent');
    await run.connect(`name=Card&client=a1&painted=2&run=${id}`);
    await waitUntil('it is confirmed', () => isConfirmed());
    await block('p2');
    await run.restart();
    await run.connect(`name=Card&client=a1&painted=3&run=${id}`);
    await waitUntil('the other is confirmed', () => isConfirmed('p2'));
  });

  it('confirms nothing after the show that a backup brought back, although its revision has been reached again', async () => {
    const id = await runId();
    const card = await run.connect('name=Card&client=a1');
    await paint(card, 1);
    await block('p1');
    const backup = run.show.store.state();
    await run.show.apply({ type: 'itemUnblocked', itemId: 'p1', ...command() });
    await run.restart({ state: backup });
    await run.show.arrive([post('p1'), post('p2')]);
    // It shows revision 3 of the show before the backup, which has the post.
    await run.connect(`name=Card&client=a1&painted=3&run=${id}`);
    expect(takedown()).toMatchObject({ confirmedOffAirAt: null, waitingFor: ['Card'] });
  });

  it('ignores a paint of another run, and one of a revision from before the connection', async () => {
    await run.show.arrive([post('p1'), post('p2')]);
    await block('p1');
    const card = await run.connect('name=Card&client=a1&painted=2');
    await isSent(3);
    send(card, { type: 'painted', revision: 3, run: 'of-another-greenroom' });
    send(card, { type: 'painted', revision: 2 });
    await isRead(card);
    expect(consumers()[0]).toMatchObject({ confirmedRevision: 0 });
    send(card, { type: 'painted', revision: 3 });
    await waitUntil('it is confirmed', () => isConfirmed());
  });
});

describe('an event stream that reconnects with the id of its last event', () => {
  it('is sent the state, and confirms nothing, if the id is of another Greenroom', async () => {
    await readEvents({});
    await block('p1');
    const id = idOf(await readEvents({}));
    const isWhole = async (lastId: string) => (await readEvents({ 'Last-Event-ID': lastId })).includes('event: state');
    expect(await isWhole('2')).toBe(true);
    expect(await isWhole('2-of-another-greenroom')).toBe(true);
    expect(isConfirmed()).toBe(false);
    expect(await isWhole(id)).toBe(false);
  });
});

describe('a poller that waits for a revision other than its own', () => {
  it('is answered immediately the first time, because its revision can be of another Greenroom', async () => {
    const read = () => fetch(`${base()}/feeds/main/live.json?after=1&wait=30`);
    expect(await (await read()).json()).toMatchObject({ revision: 1 });
    const waiting = read();
    await waitUntil('it waits', () => run.clock.timersSetFor(30_000) === 1);
    await run.show.arrive([post('p4')]);
    expect(await (await waiting).json()).toMatchObject({ revision: 2 });
  });
});
