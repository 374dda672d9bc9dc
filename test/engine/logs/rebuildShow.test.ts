/** Tests that a start after a loss uses neither a lower revision nor an earlier list than any that a file still knows. */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FeedState } from '../../../src/core/feedState.ts';
import type { ShowState } from '../../../src/core/show.ts';
import { writeAtomic } from '../../../src/disk/atomicFile.ts';
import { formatChecked } from '../../../src/disk/checkedJson.ts';
import { maxNoteBytes } from '../../../src/disk/confirmedMark.ts';
import { openEventLog } from '../../../src/engine/logs/eventLog.ts';
import { openHistory } from '../../../src/engine/logs/history.ts';
import { readLoggedRevisions } from '../../../src/engine/logs/lastKnown.ts';
import { rebuildShow } from '../../../src/engine/logs/rebuildShow.ts';
import { openRecorder } from '../../../src/engine/logs/recorder.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { noteFeeds, readMarkedFeeds } from '../../../src/engine/show/markedFeeds.ts';
import type { LastRun } from '../../../src/engine/show/record.ts';
import { loadShow } from '../../../src/engine/show/showFiles.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
import { eventOf, idsOf, mainOf, now, play } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';

const ports = { clock: systemClock, log: () => undefined };
const lastRun: LastRun = { hasUnsaved: false, hasMark: false, marked: new Map() };

/** Rebuilds a show that has lost all its files and the logs except what `write` leaves in the directory. */
async function rebuildFeed(write: (dataDir: string) => Promise<void>, run = lastRun): Promise<FeedState> {
  const dataDir = createTemporaryFolder('rebuilt');
  await write(dataDir);
  const { show } = await rebuildShow(dataDir, ['main'], now, await loadShow(dataDir, null), run);
  if (show === null) throw new Error('the loss was not recognised');
  return mainOf(show);
}

async function rebuild(write: (dataDir: string) => Promise<void>): Promise<number> {
  return (await rebuildFeed(write)).onAir.revision;
}

/** Writes a log of these commands, after the first list. */
async function writeEventLog(dataDir: string, store: Store, ...commands: string[]): Promise<void> {
  const log = openEventLog(dataDir, { ...logDeps, store });
  await log.start(null, null);
  for (const command of commands) await store.apply(eventOf(command));
  await log.stop();
}

const logDeps = { ports, version: '0.1.0', consumersOf: () => [], mayStillShow: () => false };
const createPlayed = (): Store =>
  createStore({ ...play('live 1 ab').state, problems: [] }, async () => undefined, ports);

it('begins at the last revision that the event log names', async () => {
  const store = createPlayed();
  const revision = await rebuild((dataDir) => writeEventLog(dataDir, store, 'live 2 abc', 'block a', 'block b'));
  expect(revision).toBe(mainOf(store.state()).onAir.revision);
  expect(revision).toBeGreaterThan(3);
});

it('begins at the revision of a command that changed neither gate nor on air', async () => {
  const store = createPlayed();
  for (const command of ['live 2 abc', 'block a']) await store.apply(eventOf(command));
  const revision = await rebuild((dataDir) => writeEventLog(dataDir, store, 'next'));
  expect(revision).toBe(mainOf(store.state()).onAir.revision);
});

describe('a log that ends before the change that the mark names', () => {
  /** A history and a recording of the first list, and the mark of the show after these commands. */
  const rebuildBehind = async (...commands: string[]): Promise<FeedState> => {
    const store = createPlayed();
    const writeLogs = async (dataDir: string): Promise<void> => {
      const history = openHistory(dataDir, { store, ports, limits: { revisions: 100, bytes: 1e9 } });
      const recorder = openRecorder(dataDir, { store, ports });
      await recorder.start();
      await history.start([]);
      await store.apply(eventOf('live 2 abc'));
      await history.stop();
      await recorder.stop();
      for (const command of commands) await store.apply(eventOf(command));
    };
    return rebuildFeed(writeLogs, {
      ...lastRun,
      hasMark: true,
      get marked() {
        return readMarkedFeeds(JSON.parse(JSON.stringify(noteFeeds(store.state()))));
      },
    });
  };

  it('is complete if there is no such change', async () => {
    const feed = await rebuildBehind();
    expect([idsOf(feed.onAir.items), feed.loss]).toEqual(['abc', 'changes']);
  });

  it.each([['block a'], ['clear'], ['clear', 'back']])('does not put its list on air (%s %s)', async (...commands) => {
    const feed = await rebuildBehind(...commands);
    expect([idsOf(feed.onAir.items), feed.gate, feed.loss]).toEqual(['', 'held', 'list']);
  });

  it('still has the block, which the mark has too', async () => {
    const feed = await rebuildBehind('block a', 'block b');
    expect(feed.blocks.map(({ itemId, offAirRevision }) => [itemId, offAirRevision])).toEqual([
      ['a', 3],
      ['b', 4],
    ]);
  });

  it('has its list on air if only a post that is not on air was blocked since, without that post', async () => {
    const feed = await rebuildBehind('hold', 'block z');
    expect([idsOf(feed.onAir.items), feed.blocks.map(({ itemId }) => itemId), feed.loss]).toEqual([
      'abc',
      ['z'],
      'changes',
    ]);
  });

  it('has its list on air if only the guards changed since, and says that guards are missing', async () => {
    const feed = await rebuildBehind('guard nothing');
    expect([idsOf(feed.onAir.items), feed.loss]).toEqual(['abc', 'guards']);
  });
});

describe('without the mark, after the show lost its files', () => {
  /** A history and a recording of the last list, and the event log of a run that was stopped or killed. */
  const rebuildAfter = (end: 'stop' | 'kill'): Promise<FeedState> => {
    const store = createPlayed();
    return rebuildFeed(async (dataDir) => {
      const history = openHistory(dataDir, { store, ports, limits: { revisions: 100, bytes: 1e9 } });
      const recorder = openRecorder(dataDir, { store, ports });
      const log = openEventLog(dataDir, { ...logDeps, store });
      await log.start(null, null);
      await recorder.start();
      await history.start([]);
      await store.apply(eventOf('live 2 abc'));
      await history.stop();
      await recorder.stop();
      if (end === 'stop') return log.stop();
      await waitUntil('the log has its entries', async () => (await readLoggedRevisions(dataDir, true)).size > 0);
    });
  };

  it('a log has the last list if Greenroom was stopped', async () => {
    const feed = await rebuildAfter('stop');
    expect([idsOf(feed.onAir.items), feed.gate, feed.loss]).toEqual(['abc', 'held', 'changes']);
  });

  it('a log can lack a block if Greenroom was killed, so its list does not go on air', async () => {
    const feed = await rebuildAfter('kill');
    expect([idsOf(feed.onAir.items), feed.gate, feed.loss]).toEqual(['', 'held', 'list']);
  });
});

it('keeps the newest blocks in a mark that has no space for all of them, and every feed', () => {
  const state = play('live 1 ab').state;
  const blocks = Array.from({ length: 200 }, (_, index) => ({
    ...{ itemId: `${index}-${'é'.repeat(60)}`, post: null, reason: null, by: null, offAirRevision: index },
    since: new Date(Date.parse(now) + index).toISOString(),
  }));
  const note = noteFeeds({ ...state, feeds: state.feeds.map((feed) => ({ ...feed, blocks })) });
  const kept = readMarkedFeeds(note).get('main')?.blocks ?? [];
  expect(kept.at(-1)?.itemId).toBe(blocks.at(-1)?.itemId);
  expect(kept.length).toBeGreaterThan(10);
  expect(Buffer.byteLength(JSON.stringify(note))).toBeLessThanOrEqual(maxNoteBytes);
});

it('begins at the last revision that a consumer has painted', async () => {
  const revision = await rebuild(async (dataDir) => {
    await mkdir(join(dataDir, 'event-log'));
    await writeAtomic(join(dataDir, 'event-log', '000000000000001.journal'), '');
    const reader = {
      ...{ key: 'a1', client: 'a1', page: null, program: 'OBS', protocol: 'socket', address: '', name: 'Card' },
      ...{ firstRevision: 1, readRevision: 3, paintedRevision: 1201, isAmbiguous: false, lostForMs: null },
    };
    const feeds = { main: { readers: [reader], left: [['p1', 900]] } };
    await writeAtomic(join(dataDir, 'consumers.json'), formatChecked({ version: 1, feeds }));
  });
  expect(revision).toBe(1201);
});

describe('a history of another feed', () => {
  const writeHistory = async (dataDir: string): Promise<void> => {
    const store = createStore({ ...play('live 1 xy').state, problems: [] }, async () => undefined, ports);
    const history = openHistory(dataDir, { store, ports, limits: { revisions: 100, bytes: 1e9 } });
    await history.start([]);
    for (const command of ['live 2 wxy', 'live 3 vwxy']) await store.apply(eventOf(command));
    await history.stop();
  };
  const start = async (dataDir: string, slugs: readonly string[], show: ShowState) =>
    rebuildShow(
      dataDir,
      slugs,
      now,
      { ...(await loadShow(dataDir, null)), show, isDamaged: false },
      {
        ...lastRun,
        hasMark: true,
      },
    );
  const kept = (slug: string) => ({
    code: 'DISK_HISTORY_FOREIGN',
    about: `history/${slug}`,
    facts: { file: `history/${slug}`, feed: slug, kept: `history/${slug}.corrupt` },
  });

  it('is kept under another name if it names that feed, and the saved show stays', async () => {
    const dataDir = createTemporaryFolder('foreign');
    await writeHistory(dataDir);
    const { state } = play('live 1 ab');
    const show = { ...state, feeds: state.feeds.map((feed) => ({ ...feed, slug: 'alt' })) };
    await rename(join(dataDir, 'history/main'), join(dataDir, 'history/alt'));
    const rebuilt = await start(dataDir, ['alt'], show);
    expect(rebuilt).toEqual({ show, isLost: false, problems: [kept('alt')] });
    expect(await readdir(join(dataDir, 'history'))).toEqual(['alt.corrupt']);
  });

  it('is kept under another name if it belongs to a feed that the show never had', async () => {
    const dataDir = createTemporaryFolder('foreign');
    await writeHistory(dataDir);
    await rename(join(dataDir, 'history/main'), join(dataDir, 'history/sport'));
    const { state: show } = play('live 1 ab');
    expect(await start(dataDir, ['main', 'sport'], show)).toEqual({
      ...{ show, isLost: false },
      problems: [kept('sport')],
    });
  });

  it('is said to be in use if it can’t be renamed', async () => {
    const dataDir = createTemporaryFolder('foreign');
    await writeHistory(dataDir);
    // With its ending, the new name would be too long for the disk.
    const slug = 's'.repeat(250);
    await rename(join(dataDir, 'history/main'), join(dataDir, 'history', slug));
    const { problems } = await start(dataDir, ['main', slug], play('live 1 ab').state);
    expect(problems).toEqual([
      {
        code: 'DISK_HISTORY_MIXED',
        about: `history/${slug}`,
        facts: { file: `history/${slug}`, feed: slug, what: 'ENAMETOOLONG' },
      },
    ]);
    expect(await readdir(join(dataDir, 'history'))).toEqual([slug]);
  });

  it('is kept under another name if the list that is on air in the show is of another collection there', async () => {
    const dataDir = createTemporaryFolder('foreign');
    await writeHistory(dataDir);
    const { state } = play('live 1 ab');
    const show = {
      ...state,
      feeds: state.feeds.map((feed) => {
        const { header } = feed.onAir;
        return { ...feed, onAir: { ...feed.onAir, header: header === null ? null : { ...header, id: 'other' } } };
      }),
    };
    expect(await start(dataDir, ['main'], show)).toEqual({ show, isLost: false, problems: [kept('main')] });
  });

  it('is not assumed of a history that only knows more', async () => {
    const dataDir = createTemporaryFolder('foreign');
    await writeHistory(dataDir);
    const { show, problems } = await start(dataDir, ['main'], play('live 1 xy').state);
    expect(problems.map(({ code }) => code)).toEqual(['DISK_SHOW_BEHIND']);
    expect(show === null ? '' : idsOf(mainOf(show).onAir.items)).toBe('vwxy');
  });
});
