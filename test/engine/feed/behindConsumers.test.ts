import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportBehindConsumers } from '../../../src/engine/feed/behindConsumers.ts';
import { type Consumers, createConsumers } from '../../../src/engine/feed/consumers.ts';
import type { Introduction, Reader } from '../../../src/engine/feed/reader.ts';
import { createProblemReports } from '../../../src/engine/reportProblems.ts';
import { createStore } from '../../../src/engine/store.ts';
import { play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { introduce } from './introduce.ts';

let show: ReturnType<typeof start>;

/** Feed `main` at revision 1. `saved` are the consumers from before the start. */
function start(saved: ReturnType<Consumers['toSaved']> = []) {
  const clock = createFakeClock();
  const ports = { clock, log: () => undefined };
  const store = createStore(play('live 1 abc').state, async () => undefined, ports);
  const consumers = createConsumers(
    {
      ...{
        clock,
        onChanged: store.announceTransient,
        onMembersChanged: () => undefined,
        onStreamSeen: () => undefined,
      },
      ...{ isAwaited: () => false, runs: { isOwn: () => false, isLater: () => false } },
    },
    1,
    saved,
  );
  const reports = reportBehindConsumers(
    store,
    clock,
    (slug) => (slug === 'main' ? consumers.late : null),
    createProblemReports(store, ports),
  );
  const publish = (revision: number): void => {
    consumers.setRevision(revision);
    store.announceTransient();
  };
  const messages = () => store.state().problems.map(({ message }) => message);
  const listed = () => consumers.list().map(({ name, state }) => `${name} ${state}`);
  const join = (name: string, revision: number, more: Partial<Introduction> = {}): Reader => {
    const reader = consumers.join({ ...introduce('socket', name), ...more });
    consumers.recordSent(reader, revision);
    return reader;
  };
  /** A page that has painted the revision. */
  const openPage = (name: string, revision: number): Reader => {
    const reader = join(name, revision, { client: `client ${name}` });
    consumers.recordPainted(reader, revision);
    return reader;
  };
  const paint = (reader: Reader, revision: number): void => {
    consumers.recordSent(reader, revision);
    consumers.recordPainted(reader, revision);
  };
  return { clock, store, consumers, reports, publish, messages, listed, join, openPage, paint };
}

beforeEach(() => {
  show = start();
});
afterEach(() => {
  show.reports.stop();
  show.consumers.stop();
  expect(show.clock.timerCount()).toBe(0);
});

const lostMessageOf = (names: string) =>
  `${names} disconnected and may still show an older list of main. On air could be affected.`;
const messageOf = (names: string) => `${names} last showed an older list of main. On air is affected.`;

it('reports graphics that still show an older list after five seconds, until they follow it', async () => {
  const { clock, consumers, publish, messages, openPage, join, paint } = show;
  const [obs, stage] = [openPage('OBS', 1), openPage('Stage', 1)];
  // A poller reads again when its time comes, and a page that has painted nothing shows no older list.
  const poller = { userAgent: 'signage', name: '' };
  const connection = { remoteAddress: '10.0.0.4' };
  for (let reads = 0; reads < 2; reads += 1)
    consumers.recordResponse(connection, consumers.recordRequest(connection, poller), { writableFinished: true }, 1);
  join('Loading', 1, { client: 'client Loading' });
  publish(2);
  paint(stage, 2);
  clock.advance(4900);
  expect(messages()).toEqual([]);
  clock.advance(1200);
  await expect.poll(messages).toEqual([messageOf('OBS')]);

  publish(3);
  clock.advance(6100);
  await expect.poll(messages).toEqual([messageOf('OBS and Stage')]);
  paint(stage, 3);
  clock.advance(1000);
  await expect.poll(messages).toEqual([messageOf('OBS')]);
  paint(obs, 3);
  clock.advance(1000);
  await expect.poll(messages).toEqual([]);
});

it('keeps graphics in the problem that are lost meanwhile, and lists them until they come back and follow the feed', async () => {
  const { clock, consumers, publish, messages, listed, openPage, join, paint } = show;
  const [page, program] = [openPage('OBS', 1), join('Renderer', 1)];
  consumers.recordRead(program, 1);
  publish(2);
  clock.advance(6100);
  await expect.poll(messages).toEqual([messageOf('OBS and Renderer')]);
  consumers.leave(page, false);
  consumers.leave(program, false);
  clock.advance(120_000);
  expect(messages()).toEqual([messageOf('OBS and Renderer')]);
  expect(listed()).toEqual(['OBS silent', 'Renderer silent']);

  join('Renderer', 2);
  const back = join('OBS', 2, { client: 'client OBS' });
  clock.advance(1000);
  await expect.poll(messages).toEqual([messageOf('OBS')]);
  paint(back, 2);
  clock.advance(1000);
  await expect.poll(messages).toEqual([]);
});

it('reports a page that was lost before the change, and a program that stopped answering, also once they are no longer listed', async () => {
  const { clock, consumers, publish, messages, listed, openPage, join } = show;
  const page = openPage('OBS', 1);
  const [ended, frozen] = [join('Ended', 1), join('Frozen', 1)];
  for (const program of [ended, frozen]) consumers.recordRead(program, 1);
  consumers.leave(page, false);
  // A program without an id does not say when it is switched off, but its connection then closes.
  consumers.leave(ended, false);
  consumers.leave(frozen, false, true);
  clock.advance(120_000);
  expect([listed(), messages()]).toEqual([[], []]);

  publish(2);
  clock.advance(6000);
  await expect.poll(messages).toEqual([lostMessageOf('OBS and Frozen')]);
  expect(listed()).toEqual(['OBS silent', 'Frozen silent']);
  expect(consumers.list().map(({ problem }) => problem)).toEqual(['FEED_CONSUMER_LOST', 'FEED_CONSUMER_LOST']);
});

it('reports a program that stopped answering before it has proved that it has read the last change', async () => {
  const { clock, consumers, publish, messages, join } = show;
  const program = join('Renderer', 1);
  consumers.recordRead(program, 1);
  publish(2);
  consumers.recordSent(program, 2);
  clock.advance(10_000);
  expect(messages()).toEqual([]);
  consumers.leave(program, false, true);
  clock.advance(1100);
  await expect.poll(messages).toEqual([lostMessageOf('Renderer')]);
});

it('does not name a lost page for which a new one of the same program has come and painted', async () => {
  const { clock, consumers, publish, messages, join, openPage, paint } = show;
  for (const client of ['first', 'second']) {
    const page = join('OBS', 1, { client });
    consumers.recordPainted(page, 1);
    consumers.leave(page, false);
    clock.advance(1000);
  }
  // It was there before they were lost.
  const stage = openPage('Stage', 1);
  const third = join('OBS', 1, { client: 'third' });
  consumers.recordPainted(third, 1);
  publish(2);
  paint(stage, 2);
  paint(third, 2);
  clock.advance(6000);
  await expect.poll(messages).toEqual([lostMessageOf('OBS')]);
  // Loaded again, it continues its own entry and replaces no other.
  const again = join('OBS', 2, { client: 'third' });
  consumers.recordPainted(again, 2);
  clock.advance(1000);
  expect(messages()).toEqual([lostMessageOf('OBS')]);
  const fourth = join('OBS', 2, { client: 'fourth' });
  consumers.recordPainted(fourth, 2);
  clock.advance(1100);
  await expect.poll(messages).toEqual([]);
});

it('does not take a page that is known to show an older list as replaced, and no page twice', async () => {
  const { clock, consumers, publish, messages, join, openPage, paint } = show;
  // A page that has closed needs no replacement, and neither does a page that a person has seen off screen.
  const closed = openPage('OBS', 1);
  consumers.leave(closed, true);
  const behind = join('OBS', 1, { client: 'behind' });
  paint(behind, 1);
  publish(2);
  clock.advance(6100);
  await expect.poll(messages).toEqual([messageOf('OBS')]);
  consumers.leave(behind, false);
  paint(join('OBS', 2, { client: 'new' }), 2);
  clock.advance(6100);
  expect(messages()).toEqual([messageOf('OBS')]);
  show.reports.confirm('main', [behind.id]);
  await expect.poll(messages).toEqual([]);
  const lost = join('OBS', 2, { client: 'lost' });
  paint(lost, 2);
  consumers.leave(lost, false);
  clock.advance(1000);
  paint(join('OBS', 2, { client: 'newest' }), 2);
  publish(3);
  for (const reader of consumers.readers().filter(({ isConnected }) => isConnected)) paint(reader, 3);
  clock.advance(6100);
  expect(messages()).toEqual([]);
});

it('says nothing of a page that said that it shows nothing, or of those from before the start', async () => {
  const { consumers, openPage, publish, clock, messages } = show;
  consumers.leave(openPage('OBS', 1), true);
  publish(2);
  clock.advance(10_000);
  expect(messages()).toEqual([]);

  consumers.leave(openPage('Stage', 2), false);
  const saved = consumers.toSaved();
  show.reports.stop();
  consumers.stop();
  show = start(saved);
  expect(show.listed()).toEqual(['Stage silent']);
  show.publish(2);
  show.clock.advance(10_000);
  expect(show.messages()).toEqual([]);
});

it('ends when a person has seen that they are off screen, until they connect again', async () => {
  const { clock, consumers, reports, publish, messages, listed, openPage } = show;
  const [obs, stage] = [openPage('OBS', 1), openPage('Stage', 1)];
  consumers.leave(obs, false);
  clock.advance(120_000);
  publish(2);
  clock.advance(6000);
  await expect.poll(() => messages().toSorted()).toEqual([lostMessageOf('OBS'), messageOf('Stage')]);

  expect(reports.confirm('main', [obs.id, 'c99'])).toEqual(['OBS']);
  await expect.poll(messages).toEqual([messageOf('Stage')]);
  expect(listed()).toEqual(['Stage behind']);
  expect(consumers.mayStillShow(obs.id)).toBe(false);
  expect(reports.confirm('main', [obs.id])).toEqual([]);
  expect(reports.confirm('other', [stage.id])).toEqual([]);

  // Stage is still connected, so it stays in the list.
  expect(reports.confirm('main', [stage.id])).toEqual(['Stage']);
  await expect.poll(messages).toEqual([]);
  publish(3);
  clock.advance(10_000);
  expect([messages(), listed()]).toEqual([[], ['Stage behind']]);

  const back = consumers.join({ ...introduce('socket', 'OBS'), client: 'client OBS' });
  expect(consumers.mayStillShow(back.id)).toBe(true);
  clock.advance(6100);
  await expect.poll(messages).toEqual([messageOf('OBS')]);
});
