/** The event log on disk: restarts, limits, damage, and the sentences about consumers. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Consumer } from '../../../src/contract/consumer.ts';
import { openJournal } from '../../../src/disk/journal.ts';
import { type EventLog, openEventLog } from '../../../src/engine/logs/eventLog.ts';
import { ofGreenroom } from '../../../src/engine/logs/eventSentences.ts';
import type { PastFeeds } from '../../../src/engine/show/readBatches.ts';
import type { Store } from '../../../src/engine/store.ts';
import { eventOf, mainOf } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { at, collection, createStoreInMemory, post } from '../feed/showHarness.ts';

let dataDir = '';
let store: Store;
let consumers: readonly Consumer[] = [];
let mayStillShow = false;
const clock = createFakeClock();
const dayMs = 24 * 3_600_000;

beforeEach(async () => {
  dataDir = createTemporaryFolder('event-log');
  store = await createStoreInMemory();
  consumers = [];
  mayStillShow = false;
});

async function open(past: readonly PastFeeds[] = []): Promise<EventLog> {
  const ports = { clock, log: () => undefined };
  const log = openEventLog(dataDir, {
    store,
    ports,
    version: '1',
    consumersOf: (slug) => (slug === 'main' ? consumers : []),
    mayStillShow: (slug, id) => mayStillShow && slug === 'main' && id === 'c1',
  });
  await log.start(null, null, past);
  return log;
}
const messagesOf = (log: EventLog) => log.entries(1000).map(({ message }) => message);
const listFiles = async () => (await readdir(join(dataDir, 'event-log'))).sort();

function consumer(changes: Partial<Consumer>): Consumer {
  return {
    id: 'c1',
    name: 'OBS main',
    program: 'OBS',
    address: '127.0.0.1',
    protocol: 'socket',
    revision: 1,
    confirmedRevision: 1,
    paintedRevision: 1,
    paintedInMs: null,
    state: 'reading',
    behindSince: null,
    problem: null,
    lastSeenAt: at,
    ...changes,
  };
}

describe('the event log', () => {
  it('that could not be opened at the start is opened later, with the entries added meanwhile', async () => {
    const first = await open();
    await first.stop();
    await rename(join(dataDir, 'event-log'), join(dataDir, 'aside'));
    await writeFile(join(dataDir, 'event-log'), 'in the way');
    const log = await open();
    log.add({ ...ofGreenroom, level: 'info', code: 'COMMAND', message: 'Something happened.' });
    await rm(join(dataDir, 'event-log'));
    await rename(join(dataDir, 'aside'), join(dataDir, 'event-log'));
    clock.advance(2000);
    await expect.poll(() => store.state().problems).toEqual([]);
    expect(messagesOf(log).at(-2)).toBe('Greenroom 1 stopped.');
    await log.stop();
    const again = await open();
    expect(messagesOf(again)).toContain('Something happened.');
    await again.stop();
  });

  it('gets the changes on air that a crash kept from it, with their time and cause, once', async () => {
    await store.apply(eventOf('live 3000 abc'));
    const log = await open();
    const states = [store.state()];
    await store.apply(eventOf('block a'));
    states.push(store.state());
    const [logged] = log.entries(1);
    await log.stop();
    for (const command of ['hold', 'clear']) {
      await store.apply(eventOf(command));
      states.push(store.state());
    }
    const { revision, since } = mainOf(store.state()).onAir;
    for (const _ of ['first start', 'second start']) {
      const again = await open(states);
      const late = again
        .entries(1000)
        .filter((entry) => entry.revision !== null && entry.revision > (logged?.revision ?? 0));
      expect(late.toReversed().map(({ code, ...entry }) => [code, entry.at, entry.by, entry.revision])).toEqual([
        ['GATE', since, 'Ines', revision],
        ['OFF_AIR', since, 'Ines', revision],
      ]);
      await again.stop();
    }
  });

  it('has its entries again after a stop, and says when that was', async () => {
    const first = await open();
    first.add({ ...ofGreenroom, level: 'info', code: 'COMMAND', message: 'Something happened.' });
    await first.stop();
    const again = await open();
    expect(messagesOf(again)).toEqual([
      expect.stringMatching(/^Greenroom 1 started\. It was stopped at /),
      'Greenroom 1 stopped.',
      'Something happened.',
      'Greenroom 1 started.',
    ]);
    expect(again.count()).toBe(4);
    await again.stop();
  });

  it('warns at the start when no stop was logged', async () => {
    const first = await open();
    await first.stop();
    const [file = ''] = await listFiles();
    const path = join(dataDir, 'event-log', file);
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, `${lines.slice(0, -2).join('\n')}\n`);
    const again = await open();
    expect(again.entries(1)).toMatchObject([
      { level: 'warn', message: expect.stringContaining('ended without stopping') },
    ]);
    await again.stop();
  });

  it('begins a sentence about a post without a name with a capital', async () => {
    const log = await open();
    const live = [post('p1', { fullName: null, username: null })];
    await store.apply({ type: 'collectionArrived', collection: collection(live), from: 'poll', accept: 'newer', at });
    expect(messagesOf(log)[0]).toMatch(/^main: (.*\. )?A post without a name “/);
  });

  it('names the posts of each change on air, and the post of a problem', async () => {
    const log = await open();
    const arrive = (live: Parameters<typeof collection>[0]) =>
      store.apply({ type: 'collectionArrived', collection: collection(live), from: 'poll', accept: 'newer', at });
    await arrive([post('p1'), post('p2')]);
    await arrive([post('p2', { message: 'Another text' })]);
    await store.apply({ type: 'itemBlocked', itemId: 'p2', reason: null, feed: 'main', by: 'Ines', at });
    const problem = {
      code: 'MEDIA_UNREACHABLE',
      severity: 'warning',
      message: 'No picture.',
      nextStep: 'Check it.',
      since: at,
      about: 'post:p2',
    } as const;
    await store.apply({ type: 'problemRaised', problem });
    expect(messagesOf(log).slice(0, 4)).toEqual([
      'No picture. Check it. Post: Name of p2 “Another text”.',
      'main: Block. Name of p2 “Another text” off air. No posts on air.',
      'main: Name of p1 “Text of p1” off air. Name of p2 edited: “Text of p2” → “Another text”. 1 post on air.',
      'main: Name of p1 “Text of p1”, Name of p2 “Text of p2” on air. 2 posts on air.',
    ]);
    await log.stop();
  });

  it('quotes what an edit changed, and names only the posts of more than three edits', async () => {
    const log = await open();
    const ids = ['p1', 'p2', 'p3', 'p4'];
    const arrive = (live: Parameters<typeof collection>[0]) =>
      store.apply({ type: 'collectionArrived', collection: collection(live), from: 'poll', accept: 'newer', at });
    const words = 'Nobody here believed there would be a show at';
    await arrive(ids.map((id) => post(id, { message: `${words} 7 pm. Thank you all so much.` })));
    await arrive(ids.map((id) => post(id, { message: `${words} ${id === 'p1' ? 8 : 7} pm. Thank you all so much.` })));
    await arrive(ids.map((id) => post(id, { message: '', ...(id === 'p1' ? { fullName: 'Tom Okafor' } : {}) })));
    await arrive(ids.map((id) => post(id, { message: '' })));
    const renamed = { message: 'Hello', fullName: 'Tom Okafor' };
    await arrive(ids.map((id) => post(id, id === 'p1' ? renamed : { message: '' })));
    expect(messagesOf(log).slice(0, 4)).toEqual([
      'main: Tom Okafor (before: Name of p1) edited: no text → “Hello”. 4 posts on air.',
      'main: Name of p1 edited: name, picture or date changed. 4 posts on air.',
      'main: Tom Okafor, Name of p2, Name of p3 and 1 more edited. 4 posts on air.',
      'main: Name of p1 edited: “…a show at 7 pm. Thank you…” → “…a show at 8 pm. Thank you…”. 4 posts on air.',
    ]);
    expect(log.entries(4).map(({ edits }) => edits)).toEqual([
      [{ before: '', after: 'Hello' }],
      [],
      [],
      [{ before: '…a show at 7 pm. Thank you…', after: '…a show at 8 pm. Thank you…' }],
    ]);
    await log.stop();
  });

  it('reads entries of earlier versions, which name neither their subject nor who caused them', async () => {
    await (await open()).stop();
    const { journal } = await openJournal(join(dataDir, 'event-log', '000000000000001.journal'));
    await journal.append([{ at, level: 'info', code: 'COMMAND', message: 'An old entry.' }]);
    await journal.close();
    const log = await open();
    expect(log.entries(1000)).toContainEqual({
      ...{ at, level: 'info', code: 'COMMAND', message: 'An old entry.' },
      ...{ about: null, cause: null, by: null, revision: null, edits: [] },
    });
    await log.stop();
  });

  it('reads entries of later versions, which can say more', async () => {
    await (await open()).stop();
    const { journal } = await openJournal(join(dataDir, 'event-log', '000000000000001.journal'));
    const entry = { at, level: 'info', code: 'COMMAND', message: 'A new entry.' };
    await journal.append([{ ...entry, about: null, cause: null, by: null, revision: null, show: 'demo' }]);
    await journal.close();
    const log = await open();
    expect(log.entries(1000).map(({ message }) => message)).toContain('A new entry.');
    await log.stop();
  });

  it('deletes files older than 90 days', async () => {
    const first = await open();
    await first.stop();
    const [oldest] = await listFiles();
    for (let start = 0; start < 3; start += 1) {
      clock.advance(60 * dayMs);
      await (await open()).stop();
    }
    expect(await listFiles()).not.toContain(oldest);
    expect(await listFiles()).toHaveLength(3);
  });

  it.each([
    ['zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['garbage', (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x55))],
  ])('keeps a file of %s aside, reports it, and shows the entries of the others', async (_, damage) => {
    await (await open()).stop();
    clock.advance(dayMs);
    await (await open()).stop();
    const [file = ''] = await listFiles();
    const path = join(dataDir, 'event-log', file);
    const damaged = damage(await readFile(path));
    await writeFile(path, damaged);
    const log = await open();
    expect(messagesOf(log)).toContain('Greenroom 1 stopped.');
    expect(store.state().problems).toMatchObject([{ code: 'DISK_FILE_CORRUPT', about: `event-log/${file}` }]);
    expect(await readFile(`${path}.corrupt`)).toEqual(damaged);
    await log.stop();
  });

  it('keeps the readable entries of a file with one wrong bit', async () => {
    const first = await open();
    first.add({ ...ofGreenroom, level: 'info', code: 'COMMAND', message: 'Before it.' });
    first.add({ ...ofGreenroom, level: 'info', code: 'COMMAND', message: 'After it.' });
    await first.stop();
    const [file = ''] = await listFiles();
    const path = join(dataDir, 'event-log', file);
    await writeFile(path, (await readFile(path, 'utf8')).replace('Before it.', 'Before iu.'));
    await (await open()).stop();
    const again = await open();
    expect(messagesOf(again)).toContain('After it.');
    expect(messagesOf(again)).not.toContain('Before iu.');
    expect(await listFiles()).toContain(`${file}.corrupt`);
    await again.stop();
  });

  it('names consumers that connect, fall behind, come back and leave', async () => {
    const log = await open();
    for (const list of [
      [consumer({})],
      [consumer({ state: 'behind' })],
      [consumer({ state: 'silent' })],
      [consumer({})],
      [],
    ]) {
      consumers = list;
      store.announceTransient();
      clock.advance(1000);
    }
    expect(log.entries(5).map(({ message }) => message)).toEqual([
      'main: OBS main left.',
      'main: OBS main is up to date again, on revision 1.',
      'main: OBS main is silent. It may still show revision 1.',
      'main: OBS main is behind. It still shows revision 1; on air is 0.',
      'main: OBS main connected from 127.0.0.1 (socket).',
    ]);
    await log.stop();
  });

  it('does not say that a consumer left now which was silent', async () => {
    const log = await open();
    for (const list of [[consumer({})], [consumer({ state: 'silent' })], []]) {
      consumers = list;
      store.announceTransient();
      clock.advance(1000);
    }
    expect(log.entries(1)[0]?.message).toBe('main: OBS main is no longer listed.');
    await log.stop();
  });

  it('names a consumer that has just connected as it introduces itself', async () => {
    const log = await open();
    consumers = [consumer({ name: 'Chrome' })];
    store.announceTransient();
    clock.advance(300);
    consumers = [consumer({ name: 'OBS main' })];
    clock.advance(1000);
    expect(log.entries(1)[0]?.message).toBe('main: OBS main connected from 127.0.0.1 (socket).');
    expect(log.entries(10).filter(({ code }) => code === 'CONSUMER')).toHaveLength(1);
    await log.stop();
  });

  it('says that a consumer is up to date only if it shows what is on air', async () => {
    for (const live of [[post('p1')], [post('p1'), post('p2')]])
      await store.apply({
        ...{ type: 'collectionArrived', collection: collection(live), from: 'poll', accept: 'newer', at },
      } as const);
    const revision = store.state().feeds[0]?.onAir.revision ?? 0;
    expect(revision).toBe(2);
    const log = await open();
    for (const paintedRevision of [revision - 1, revision]) {
      for (const state of ['behind', 'reading'] as const) {
        consumers = [consumer({ state, revision, paintedRevision })];
        store.announceTransient();
        clock.advance(1000);
      }
    }
    expect(log.entries(3).map(({ message }) => message)).toEqual([
      `main: OBS main is up to date again, on revision ${revision}.`,
      `main: OBS main is behind. It still shows revision ${revision}; on air is ${revision}.`,
      `main: OBS main is reading again. It shows revision ${revision - 1}; on air is ${revision}.`,
    ]);
    await log.stop();
  });

  it('claims nothing about the screen of a consumer that has painted nothing yet', async () => {
    const log = await open();
    const { revision } = store.state().feeds[0]?.onAir ?? { revision: 0 };
    for (const state of ['reading', 'behind'] as const) {
      consumers = [consumer({ state, revision, confirmedRevision: 0, paintedRevision: null })];
      store.announceTransient();
      clock.advance(1000);
    }
    expect(log.entries(1)[0]?.message).toBe(
      `main: OBS main is behind. It has confirmed no revision since it connected; on air is ${revision}.`,
    );
    await log.stop();
  });

  it('says which posts a feed that returns with another list has on air, and who added it', async () => {
    const log = await open();
    const arrive = (list: ReturnType<typeof collection>) =>
      store.apply({ type: 'collectionArrived', collection: list, from: 'poll', accept: 'newer', at });
    const configure = (...slugs: readonly string[]) => {
      const feeds = slugs.map((slug) => ({ slug, collectionId: slug === 'main' ? 'col_2' : null }));
      return store.apply({ type: 'feedsConfigured', feeds, by: 'Ines', at });
    };
    await arrive(collection([post('a')]));
    await configure('other');
    await arrive(collection([post('b')], [], 'col_2'));
    await configure('main', 'other');
    expect(log.entries(1)[0]).toMatchObject({ code: 'ON_AIR', about: 'main', by: 'Ines', revision: 2 });
    expect(log.entries(1)[0]?.message).toMatch(/ on air, position 1\. .* off air\. 1 post on air\.$/);
    await log.stop();
  });

  it('does not say that a consumer left if it may still show its last picture', async () => {
    const log = await open();
    for (const list of [[consumer({})], [consumer({ state: 'silent', paintedRevision: 2 })], []]) {
      consumers = list;
      mayStillShow = list.length === 0;
      store.announceTransient();
      clock.advance(1000);
    }
    expect(log.entries(1)[0]).toMatchObject({
      level: 'warn',
      message: 'main: OBS main is no longer listed, because it has not come back. It may still show revision 2.',
    });
    await log.stop();
  });

  it('logs a consumer that connects and leaves all the time ten times a minute at most', async () => {
    const log = await open();
    const before = log.count();
    for (let turn = 0; turn < 40; turn += 1) {
      consumers = turn % 2 === 0 ? [consumer({ id: `c${turn}` })] : [];
      store.announceTransient();
      clock.advance(1000);
    }
    expect(log.count() - before).toBe(10);
    expect(log.entries(1)[0]?.message).toContain('within this minute are not logged');
    await log.stop();
  });
});
