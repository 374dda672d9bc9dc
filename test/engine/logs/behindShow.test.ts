/** Tests a start without the mark of the last run: whether the recording proves a loss, and which feeds it concerns. */

import { expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { speakPhrases } from '../../../src/core/language/say.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { rebuildShow } from '../../../src/engine/logs/rebuildShow.ts';
import { openRecorder } from '../../../src/engine/logs/recorder.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import type { Rebuilt } from '../../../src/engine/show/record.ts';
import { loadShow } from '../../../src/engine/show/showFiles.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventOf, idsOf, now } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const ports = { clock: systemClock, log: () => undefined };
const lastRun = { hasUnsaved: false, hasMark: false, marked: new Map() };

function createShow(): ShowState {
  const feeds = [
    { slug: 'main', collectionId: 'col_1' },
    { slug: 'alt', collectionId: 'col_2' },
  ];
  const { state } = advance(emptyShow, { type: 'feedsConfigured', feeds, at: now });
  return ['live 1 abcd', 'live2 1 qrs'].reduce((show, event) => advance(show, eventOf(event)).state, state);
}

/** Records these events, and starts with the show that `save` makes of the last state. */
async function startAfter(
  events: readonly string[],
  save: (last: ShowState, first: ShowState) => ShowState,
): Promise<Rebuilt & { readonly saved: ShowState }> {
  const dataDir = createTemporaryFolder('behind');
  const first = createShow();
  const store = createStore(first, async () => undefined, ports);
  const recorder = openRecorder(dataDir, { store, ports });
  await recorder.start();
  for (const event of events) await store.apply(eventOf(event));
  await recorder.stop();
  const saved = save(store.state(), first);
  const loaded = { ...(await loadShow(dataDir, null)), show: saved, isDamaged: false };
  return { ...(await rebuildShow(dataDir, ['main', 'alt'], now, loaded, lastRun)), saved };
}

/** As builds saved them that did not count the changes of guards, and allowed a post with any text. */
function withoutVersions(show: ShowState): ShowState {
  const feeds = show.feeds.map((feed) => ({
    ...feed,
    guards: { ...feed.guards, version: 0, allowed: feed.guards.allowed.map((pass) => pass.slice(0, 1)) },
  }));
  return { ...show, feeds };
}

const describeFeeds = ({ show }: Rebuilt) =>
  show?.feeds.map(({ slug, gate, onAir, loss }) => `${slug} ${gate} ${idsOf(onAir.items)} ${loss}`);

it('is complete if an earlier version saved the guards of the recording without counting their changes', async () => {
  const { show, isLost, problems, saved } = await startAfter(['guard c', 'author user-d', 'allow d'], withoutVersions);
  expect([isLost, problems]).toEqual([false, []]);
  expect(show).toEqual(saved);
});

it('lacks guards that only the recording has', async () => {
  const started = await startAfter(['guard c'], (last, first) => ({
    ...last,
    feeds: last.feeds.map((feed, index) => ({ ...feed, guards: first.feeds[index]?.guards ?? feed.guards })),
  }));
  expect(started.problems.map(({ code, facts }) => [code, speakPhrases(facts)['what']])).toEqual([
    ['DISK_SHOW_BEHIND', 'the recording of main is newer'],
  ]);
  expect(describeFeeds(started)?.[0]).toBe('main held  list');
});

it('leaves a feed its list if nothing has a later change of it', async () => {
  const started = await startAfter(['live 2 bcd'], (_, first) => first);
  expect(describeFeeds(started)).toEqual(['main held  list', 'alt held qrs changes']);
});

it('leaves such a feed the posts that an operator allowed in an earlier version', async () => {
  const events = ['author user-d', 'allow d', 'live2 2 qr'];
  const started = await startAfter(events, (last, first) =>
    withoutVersions({ ...last, feeds: [...last.feeds.slice(0, 1), ...first.feeds.slice(1)] }),
  );
  expect(describeFeeds(started)).toEqual(['main held abcd changes', 'alt held  list']);
});
