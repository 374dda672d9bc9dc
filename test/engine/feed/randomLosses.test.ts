/** Tests with random steps that a block is never confirmed while a screen may still show the post. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { ShowEvent, ShowState } from '../../../src/core/show.ts';
import { type Channel, createChannel } from '../../../src/engine/feed/channel.ts';
import { type ConsumerFile, openConsumerFile } from '../../../src/engine/feed/consumerFile.ts';
import type { Reader } from '../../../src/engine/feed/reader.ts';
import { arrival, collection, eventOf, now, play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { introduce } from './introduce.ts';
import { quietPorts } from './showHarness.ts';

const letters = 'abcde';
const dayMs = 86_400_000;
const limits = { maxLeftPosts: 2, maxLostReaders: 2 };

type Frame = { readonly revision: number; readonly run: string; readonly posts: string };
/** It shows the first frame, and may still paint the others. */
type Screen = {
  readonly name: string;
  frames: readonly Frame[];
  reader: Reader | null;
  lostMs: number;
  connections: number;
  /** Its last picture can stay for seconds, or until it is loaded again and has another. `null` while it is open. */
  closedMs: number | null;
  pages: number;
};

const pictureStaysMs = 4000;

async function playRandomly(from: number, steps: number): Promise<number> {
  const random = createRandom(from).next;
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  const clock = createFakeClock();
  const ports = { ...quietPorts, clock };
  const folder = createTemporaryFolder('memory');
  const path = join(folder, 'consumers.json');
  const readAired = async () => new Map([['main', new Set(letters)]]);
  const openFile = (isNewShow: boolean): Promise<ConsumerFile> =>
    openConsumerFile(folder, ports, { isNewShow, leavesFile: true }, undefined, readAired);
  let version = 1;
  let { state }: { state: ShowState } = play('live 1 abc');
  let file = await openFile(true);
  let channel: Channel | null = null;
  let confirmations = 0;
  let names = 0;
  const screens: Screen[] = [];
  const confirmed = new Set<string>();
  const log: string[] = [];
  const main = () => state.feeds.find(({ slug }) => slug === 'main');
  const apply = (event: ShowEvent): void => {
    state = advance(state, event).state;
    const feed = main();
    if (feed !== undefined) channel?.update(state, feed);
  };
  const open = (): void => {
    const feed = main();
    if (feed === undefined) return;
    const deps = { clock, formatTimeOfDay: () => '', onChanged: () => undefined, apply };
    channel = createChannel(state, feed, { ...deps, memory: file.memoryOf('main'), limits });
  };
  const close = (): void => {
    channel?.stop();
    channel = null;
    for (const screen of screens) lose(screen);
  };
  const lose = (screen: Screen): void => {
    if (screen.reader === null) return;
    channel?.consumers.leave(screen.reader, false);
    screen.reader = null;
    screen.lostMs = clock.monotonicMs();
  };
  const closePage = (screen: Screen): void => {
    if (screen.reader === null) return;
    channel?.consumers.leave(screen.reader, true);
    screen.reader = null;
    screen.closedMs = clock.monotonicMs();
    screen.frames = screen.frames.slice(0, 1);
  };
  const isPictureGone = ({ closedMs }: Screen): boolean =>
    closedMs !== null && clock.monotonicMs() - closedMs >= pictureStaysMs;
  const connect = (screen: Screen): void => {
    if (isPictureGone(screen)) screen.frames = [];
    const [shown] = screen.closedMs === null ? screen.frames : [];
    if (screen.closedMs !== null) screen.pages += 1;
    screen.closedMs = null;
    screen.connections += 1;
    const who = { ...introduce('socket', screen.name), client: screen.name, page: `${screen.name} ${screen.pages}` };
    const painted = shown === undefined ? null : { revision: shown.revision, run: shown.run };
    screen.reader = channel?.consumers.join({ ...who, connection: screen.connections, painted }) ?? null;
    screen.lostMs = clock.monotonicMs();
  };
  const send = (screen: Screen): void => {
    const feed = main();
    if (screen.reader === null || channel === null || feed === undefined) return;
    const { revision, items } = feed.onAir;
    channel.consumers.recordSent(screen.reader, revision);
    screen.frames = [
      ...screen.frames,
      { revision, run: channel.documents.run, posts: items.map(({ id }) => id).join('') },
    ];
  };
  const paint = (screen: Screen, isReported: boolean): void => {
    if (screen.closedMs !== null) return;
    screen.frames = screen.frames.slice(-1);
    const [shown] = screen.frames;
    if (isReported && screen.reader !== null && shown?.run === channel?.documents.run && shown !== undefined)
      channel?.consumers.recordPainted(screen.reader, shown.revision);
  };
  const settle = async (): Promise<void> => {
    for (const _ of [1, 2, 3, 4]) {
      clock.advance(250);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
  /** A kill before the join is saved can lose it, and a busy machine saves late. */
  const untilSaved = async (name: string): Promise<void> => {
    for (let tries = 0; tries < 500; tries += 1) {
      if ((await readFile(path, 'utf8').catch(() => '')).includes(`"${name}"`)) return;
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
  const configure = (feeds: readonly string[]): void =>
    apply({ type: 'feedsConfigured', feeds: feeds.map((slug) => ({ slug, collectionId: 'col_1' })), at: now });
  const check = (): void => {
    for (const [id, takedown] of channel?.takedowns.byItem() ?? []) {
      const block = main()?.blocks.find(({ itemId }) => itemId === id);
      const key = `${id} ${blocks.get(id)}`;
      if (block === undefined || takedown.confirmedOffAirAt === null || confirmed.has(key)) continue;
      confirmed.add(key);
      confirmations += 1;
      const showing = screens.filter(
        (screen) => !isPictureGone(screen) && screen.frames.some(({ posts }) => posts.includes(id)),
      );
      const remembered = showing.filter(
        ({ reader, lostMs }) => reader !== null || clock.monotonicMs() - lostMs < dayMs,
      );
      expect(
        remembered.map(({ name }) => name),
        `seed ${from}: ${id} is confirmed after ${log.join(', ')}`,
      ).toEqual([]);
    }
  };
  const blocks = new Map<string, number>();

  open();
  for (let step = 0; step < steps; step += 1) {
    const roll = random();
    const screen = pick(screens);
    const letter = pick([...letters]) ?? 'a';
    if (roll < 0.14 && channel !== null) {
      names += 1;
      const added: Screen = {
        name: `s${names}`,
        frames: [],
        reader: null,
        lostMs: 0,
        connections: 0,
        closedMs: null,
        pages: 1,
      };
      screens.push(added);
      connect(added);
      send(added);
      if (random() < 0.8) paint(added, true);
      await settle();
      await untilSaved(added.name);
      log.push(`${added.name} joins`);
    } else if (roll < 0.3 && screen !== undefined) {
      if (screen.reader === null && channel !== null && random() < 0.4) connect(screen);
      send(screen);
      if (random() < 0.8) paint(screen, random() < 0.9);
      log.push(`${screen.name} reads`);
    } else if (roll < 0.42 && screen !== undefined) {
      const isClosed = random() < 0.4;
      if (isClosed) closePage(screen);
      else lose(screen);
      log.push(`${screen.name} is ${isClosed ? 'closed' : 'lost'}`);
    } else if (roll < 0.6) {
      version += 1;
      const live = [...letters].filter(() => random() < 0.5).join('');
      apply(arrival(collection(version, live)));
      log.push(`live ${live}`);
    } else if (roll < 0.76 && main() !== undefined) {
      const isBlocked = main()?.blocks.some(({ itemId }) => itemId === letter);
      if (isBlocked !== true) blocks.set(letter, (blocks.get(letter) ?? 0) + 1);
      apply(eventOf(`${isBlocked ? 'unblock' : 'block'} ${letter}`));
      log.push(`${isBlocked ? 'unblock' : 'block'} ${letter}`);
      for (const each of screens.filter(({ reader }) => reader !== null))
        if (random() < 0.8) {
          send(each);
          paint(each, true);
        }
    } else if (roll < 0.8) {
      if (main() !== undefined) {
        configure(['other']);
        close();
        log.push('main is removed');
      } else {
        configure(['main', 'other']);
        open();
        log.push('main is back');
      }
    } else if (roll < 0.86) {
      const days = pick([-3, -1, 1, 3]) ?? 1;
      clock.jump(days * dayMs);
      log.push(`clock ${days} days`);
    } else if (roll < 0.91) {
      const passedMs = pick([1000, 3000, 70_000, 50_000_000]) ?? 0;
      clock.advance(passedMs);
      log.push(`${passedMs} ms`);
    } else {
      const isKilled = random() < 0.5;
      if (random() < 0.5) await settle();
      const text = await readFile(path, 'utf8').catch(() => null);
      close();
      await file.stop();
      if (isKilled && text !== null) await writeFile(path, text);
      file = await openFile(false);
      open();
      log.push(isKilled ? 'kill' : 'stop');
    }
    check();
  }
  close();
  await file.stop();
  return confirmations;
}

it('a block is never confirmed while a screen may still show the post, whatever is lost, removed, set or restarted', async () => {
  let confirmations = 0;
  const rounds = Number(process.env.LOSS_ROUNDS ?? 6);
  for (let round = 0; round < rounds; round += 1) confirmations += await playRandomly(seed + round, 120);
  expect(confirmations).toBeGreaterThan(0);
});
