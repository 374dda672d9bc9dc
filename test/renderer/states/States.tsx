/** Shows the desk in one state, for example `?state=held`; not part of the product's build. */
import '../../../src/renderer/screens/styles.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { writeDifference } from '../../../src/core/jsonDifference.ts';
import { describeProblem, type ProblemCode } from '../../../src/core/problem.ts';
import { createClient, type DeskClient } from '../../../src/renderer/engine/client.ts';
import { App } from '../../../src/renderer/screens/App.tsx';
import { KeepLastTextField } from '../../../src/renderer/screens/keys/KeepLastTextField.tsx';
import { freezeClock } from '../../../src/renderer/stores/clock.ts';
import { mirrorListeners, useMirror } from '../../../src/renderer/stores/engineMirror.ts';
import { startHover } from '../../../src/renderer/stores/hover.ts';
import { saveEnteredName } from '../../../src/renderer/stores/operatorName.ts';
import { toggleSelected } from '../../../src/renderer/stores/severalPosts.ts';
import {
  arrange,
  openLog,
  openPanel,
  openScreen,
  select,
  selectRecipe,
  selectRevision,
  showNotice,
  toggleFilters,
} from '../../../src/renderer/stores/uiState.ts';
import { addedScene, crowdedScene } from './crowded.ts';
import { connectionTo, createFakeWire, eventsWith, type FakeWire } from './fakeWire.ts';
import { demoScene, isFirstScreen, playFirstScreen, silenceBeforeTheDesk } from './firstScreens.ts';
import { fourDesks } from './fourDesks.ts';
import { pushHundredUpdates } from './hundredUpdates.ts';
import { changeFirstPost, goneLive, longStaging, shortList, tenThousand } from './longList.ts';
import { losingConsumers, losingConsumersOfLongName } from './lostConsumers.ts';
import { rehearsing } from './past.ts';
import { isSettingsState, playSettings } from './playSettings.ts';
import { pastOfTom } from './postPast.ts';
import { ago, at, marked, now } from './posts.ts';
import { isPushSetupState, playPushSetup } from './pushSetup.ts';
import { arrivedLists, type Scene, type SceneName, scenes } from './show.ts';
import { wallScene } from './wall.ts';

const stateName = new URLSearchParams(location.search).get('state') ?? 'following';

freezeClock(now);
saveEnteredName('Marit Lund');
const base: SceneName = stateName in scenes ? (stateName as SceneName) : 'following';
const isPlainFollowing =
  [
    'clear-armed',
    'arrivals',
    'live-arrivals',
    'detail',
    'detail-video',
    'detail-media',
    'detail-past',
    'several',
    'arranged',
    'keys',
    'cut-off',
    'recipes',
    'collections',
    'log',
    'preflight',
    'source',
    'addresses',
    'history',
    'history-armed',
    'as-run',
    'rehearsal',
    'figures',
    'recordings',
    'kept-off',
    'rotation',
  ].includes(stateName) ||
  stateName.startsWith('settings') ||
  isPushSetupState(stateName);
/** Kenji's post went live 43 s ago, too long ago for its mark and its empty slot. */
const liveLater = scenes.following.lists.live.map((item) =>
  item.id === 'kenji' ? marked(item, { arrivedAt: at('20:39:12'), wentLiveAt: at('20:42:06'), leftIndex: 2 }) : item,
);
const scene = isPlainFollowing
  ? {
      ...scenes.following,
      lists: {
        ...scenes.following.lists,
        live: liveLater,
        ...(stateName === 'cut-off' ? { staging: scenes.trouble.lists.staging } : {}),
      },
    }
  : scenes[base];
/** The Collections screen shows the effect on a held feed too. */
const feedsWithStudioHeld = scene.state.feeds.map((feed) =>
  feed.slug === 'studio-b' ? { ...feed, gate: 'held' as const, gateBy: 'Marit Lund' } : feed,
);
/** This page's own server serves the rehearsal's picture; a test that uses port 7411 serves it on 7421. */
const rehearsalBase = (scene.state.feedBase ?? rehearsing.base).replace(':7411/', ':7421/');
const shownScene = chooseScene();
const wire = createFakeWire(shownScene);
const client: DeskClient = createClient(
  connectionTo(silenceBeforeTheDesk(stateName, wire)),
  { ...mirrorListeners(() => now), onNamed: () => undefined },
  { now: () => 0, after: () => () => undefined },
);

function chooseScene(): Scene {
  if (isFirstScreen(stateName)) return demoScene;
  switch (stateName) {
    case 'wall':
      return wallScene(6);
    case 'wall-many':
      return wallScene(16);
    case 'rehearsal':
      return { ...scene, state: { ...scene.state, rehearsal: { ...rehearsing, base: rehearsalBase } } };
    case 'collections':
      return { ...scene, state: { ...scene.state, feeds: feedsWithStudioHeld } };
    case 'crowded':
    case 'crowded-find':
      return crowdedScene();
    case 'crowded-added':
      return addedScene();
    case 'lost-consumers':
    case 'lost-consumers-log':
      return losingConsumers();
    case 'four-desks':
      return fourDesks();
    case 'long-alarm':
      return losingConsumersOfLongName();
    case 'two-desks':
      // Before the other desk’s take, which `play` pushes, so that this desk sees which posts it put on air.
      return { ...scene, lists: { ...scene.lists, onAir: ['mira', 'omar', 'priya', 'tom', 'kenji'] } };
    default:
      return scene;
  }
}

/** A press in these states waits for its second press, so that it can be shown. */
const armedForADay = 24 * 3_600_000;

const root = document.getElementById('desk');
if (root !== null) {
  createRoot(root).render(
    <KeepLastTextField>
      <App client={client} armedForMs={armedForADay} />
    </KeepLastTextField>,
  );
}

/** The post that each state selects; the others select Tom’s. */
const selected: Readonly<Record<string, string>> = {
  'onair-risk': 'dealz',
  'lost-consumers': 'dealz',
  'long-alarm': 'dealz',
  detail: 'kenji',
  'detail-video': 'mira',
  'detail-media': 'priya',
  'two-desks': 'joonas',
  crowded: 'alex-y',
  'crowded-find': 'alex-y',
  'crowded-added': 'alex-y',
};

/** The past arrives after the rest, and is at the end of the details. */
function focusPast(): void {
  const past = document.querySelector<HTMLElement>('.past');
  if (past === null) setTimeout(focusPast, 50);
  else past.focus();
}

/** Opens, selects and arms what the state shows. */
function play(fakeWire: FakeWire): void {
  if (stateName === 'two-desks') flushSync(() => fakeWire.pushScene(scene));
  if (isFirstScreen(stateName)) {
    playFirstScreen(stateName, fakeWire);
    return;
  }
  select('live', selected[stateName] ?? 'tom');
  if (isSettingsState(stateName)) {
    playSettings(stateName, fakeWire);
    return;
  }
  if (isPushSetupState(stateName)) {
    playPushSetup(stateName, fakeWire, scene);
    return;
  }
  switch (stateName) {
    case 'clear-armed':
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'c' }));
      return;
    case 'arrivals':
      startHover('staging', 'petra');
      fakeWire.pushScene({
        ...scene,
        state: {
          ...scene.state,
          feeds: scene.state.feeds.map((feed, index) =>
            index === 0 ? { ...feed, counts: { ...feed.counts, staging: 10 } } : feed,
          ),
        },
      });
      fakeWire.pushLists(arrivedLists);
      return;
    case 'crowded-find':
      document.getElementById('find-live')?.focus();
      return;
    case 'live-arrivals':
      startHover('live', 'tom');
      fakeWire.pushScene(goneLive(scene, 2));
      return;
    case 'detail':
    case 'detail-video':
    case 'detail-media':
      openPanel('detail');
      return;
    case 'detail-past':
      fakeWire.answerQuery('postPast', pastOfTom);
      openPanel('detail');
      focusPast();
      return;
    case 'several':
      toggleSelected('live', 'priya');
      toggleSelected('live', 'kenji');
      return;
    case 'arranged':
      arrange('live', { sort: 'author', filters: ['unused'] });
      arrange('staging', { filters: ['withMedia'], sources: ['INSTAGRAM', 'PEBBLE'] });
      toggleFilters('live');
      return;
    case 'keys':
    case 'source':
    case 'addresses':
      openPanel(stateName);
      return;
    case 'history':
    case 'history-armed':
      openLog('history');
      selectRevision(123);
      if (stateName === 'history') return;
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'z' }));
      return;
    case 'figures':
      openLog('figures');
      return;
    case 'as-run':
      openLog('asRun');
      return;
    case 'rehearsal':
    case 'recordings':
      openLog('rehearsal');
      return;
    case 'kept-off':
      openPanel('keptOff');
      return;
    case 'rotation':
      openPanel('rotation');
      return;
    case 'recipes':
      openScreen('recipes');
      selectRecipe('vmix-data');
      return;
    case 'wall':
    case 'wall-many':
      openScreen('wall');
      return;
    case 'settings':
      openScreen('settings');
      return;
    case 'lost-consumers-log':
      openScreen('log');
      return;
    case 'collections':
    case 'log':
    case 'preflight':
      openScreen(stateName);
      return;
    case 'cut-off':
      useMirror.setState({ link: { state: 'lost', refusal: null, sinceMs: Date.parse(ago(3)) } });
      return;
    case 'two-desks':
      showNotice({
        lead: 'Take all did nothing: live changed as you pressed.',
        rest: 'Ines Halvorsen took all at 20:42:47, and 1 post has been added since. Check the list, then press T again.',
        hasWaitingButton: true,
        isUrgent: false,
        endsWith: null,
      });
      return;
    default:
  }
}

/** The play head on another post. */
function withNow(itemId: string): Scene {
  const { lists, state } = shownScene;
  const [feed, ...others] = state.feeds;
  const playHead = { ...feed?.playHead, itemId, index: lists.onAir.indexOf(itemId) };
  return {
    lists: { ...lists, live: [...lists.live] },
    state: { ...state, feeds: [{ ...feed, playHead } as (typeof state.feeds)[number], ...others] },
  };
}

/** Ten changes a second, as the engine sends them. */
function pushChanges(from: Scene, left: number): void {
  if (left === 30) wire.pushScene(from);
  const next = changeFirstPost(from, (from.state.feeds[0]?.revision ?? 0) + 1);
  const viewOf = ({ state, lists }: Scene) => ({
    state: { ...state, sequence: undefined },
    lists: { [lists.slug]: lists },
  });
  setTimeout(() => {
    const change = writeDifference(viewOf(from), viewOf(next));
    if (change !== null)
      wire.pushMessage({ type: 'change', sequence: next.state.sequence, change: structuredClone(change) });
    if (left > 1) pushChanges(next, left - 1);
    else document.querySelector('.desk')?.setAttribute('data-pushed', 'all');
  }, 100);
}

/** Waits until the desk, or a screen before it, is rendered, which a busy machine delays, then shows the state; a test's `play` event pushes more posts. */
function playOnceRendered(): void {
  if (document.querySelector('.desk, .setup, .message-screen') === null) {
    setTimeout(playOnceRendered, 300);
    return;
  }
  play(wire);
  root?.setAttribute('data-played', stateName);
}
setTimeout(playOnceRendered, 300);
/** The facts of the problems that tests push. */
const problemFacts = {
  ...{ status: 401, port: 7411, name: 'Studio 1 overlay', known: 1131, revision: 1128, feed: 'main', gate: 'held' },
  check: 'the guards, then take or release',
};

/** Problems by their codes, each a second newer than the one before. */
function withProblems(codes: readonly string[]): Scene {
  const problems = codes.map((code, index) =>
    describeProblem(code as ProblemCode, 'source', ago(codes.length - index), problemFacts),
  );
  return { ...shownScene, state: { ...shownScene.state, problems: [...shownScene.state.problems, ...problems] } };
}

window.addEventListener('play', (event) => {
  if (!(event instanceof CustomEvent)) return;
  // For example `problems SOURCE_FAILING FEED_PORT_TAKEN`.
  const [kind, ...codes] = String(event.detail).split(' ');
  if (kind === 'problems') wire.pushScene(withProblems(codes));
  if (event.detail === 'arrivals') wire.pushLists(arrivedLists);
  if (event.detail === 'first-goes-live') wire.pushScene(goneLive(shownScene, 1));
  // For example `short-list 8 3`: eight posts, and three above them.
  const [name, count, added] = String(event.detail).split(' ');
  if (name === 'short-list') wire.pushScene(shortList(Number(count), Number(added)));
  // For example `long-staging 2`: more posts than fit, and two new ones above them.
  if (name === 'long-staging') wire.pushLists(longStaging(Number(count)));
  if (event.detail === 'tom-is-now') wire.pushScene(withNow('tom'));
  if (event.detail === 'mira-is-now') wire.pushScene(withNow('mira'));
  if (event.detail === 'hundred-updates')
    pushHundredUpdates(wire, shownScene, (update) => wire.answerQuery('events', eventsWith(update)));
  if (event.detail === 'ten-thousand') wire.pushScene(tenThousand());
  if (event.detail === 'ten-thousand-changes') pushChanges(tenThousand(), 30);
});
document.title = `Greenroom: ${stateName}`;
