/** Shows the desk in one of its states, named in the address: ?state=held. Never part of the product's build. */
import '../ui/fonts.ts';
import '../styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from '../App.tsx';
import { createClient, type DeskClient } from '../control/client.ts';
import { aimAt } from '../state/aim.ts';
import { fixClock } from '../state/clock.ts';
import { lookAtRevision, openPanel, openPast, openScreen, say, select, useHand } from '../state/hand.ts';
import { receiveLink, receiveLists, receiveState, useMirror } from '../state/mirror.ts';
import { createQueryClient } from '../state/queries.ts';
import { createFakeWire, type FakeWire } from './fakeWire.ts';
import { tenThousand } from './longList.ts';
import { rehearsing } from './past.ts';
import { ago, now } from './posts.ts';
import { arrivedLists, type SceneName, scenes } from './show.ts';

const wanted = new URLSearchParams(location.search).get('state') ?? 'following';

fixClock(now);
const base: SceneName = wanted in scenes ? (wanted as SceneName) : 'following';
const isPlainFollowing = [
  'clear-armed',
  'arrivals',
  'detail',
  'keys',
  'cut-off',
  'collections',
  'log',
  'source',
  'addresses',
  'history',
  'history-armed',
  'as-run',
  'rehearsal',
  'recordings',
  'kept-off',
  'rotation',
].includes(wanted);
const scene = isPlainFollowing
  ? { ...scenes.following, lists: { ...scenes.following.lists, live: scenes.trouble.lists.live } }
  : scenes[base];
const told =
  wanted === 'rehearsal'
    ? {
        ...scene,
        state: { ...scene.state, rehearsal: { ...rehearsing, base: scene.state.feedBase ?? rehearsing.base } },
      }
    : scene;
const wire = createFakeWire(told);
const client: DeskClient = createClient(
  { openWire: async () => wire, token: null, name: null },
  {
    onState: (state) => receiveState(state, now),
    onLists: (lists) => receiveLists(lists, now),
    onLink: (word, refusal) => receiveLink(word, refusal, now),
  },
  { now: () => 0, after: () => () => undefined },
);

const root = document.getElementById('desk');
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <App client={client} />
    </QueryClientProvider>,
  );
}

/** Brings the hand into the state that the picture shows. */
function play(engine: FakeWire): void {
  select(
    'live',
    wanted === 'onair-risk' ? 'dealz' : wanted === 'detail' ? 'kenji' : wanted === 'two-desks' ? 'joonas' : 'tom',
  );
  switch (wanted) {
    case 'clear-armed':
      useHand.setState({
        armed: {
          id: 'clear',
          target: 'main 128',
          atMs: 0,
          sentence: 'Press C again within 2 seconds to take all 6 posts off air.',
        },
      });
      return;
    case 'arrivals':
      aimAt('staging', 'petra', Number.MAX_SAFE_INTEGER);
      engine.tell({
        ...scene,
        state: {
          ...scene.state,
          feeds: scene.state.feeds.map((feed, k) =>
            k === 0 ? { ...feed, counts: { ...feed.counts, staging: 10 } } : feed,
          ),
        },
      });
      engine.tellLists(arrivedLists);
      return;
    case 'detail':
      openPanel('detail');
      return;
    case 'keys':
    case 'source':
    case 'addresses':
      openPanel(wanted);
      return;
    case 'history':
    case 'history-armed':
      openPast('history');
      lookAtRevision(123);
      if (wanted === 'history') return;
      useHand.setState({
        armed: {
          id: 'back',
          target: 'main 123 over 128',
          atMs: 0,
          sentence: 'Press Z again within 2 seconds to restore revision 123, held.',
        },
      });
      return;
    case 'as-run':
      openPast('asRun');
      return;
    case 'rehearsal':
    case 'recordings':
      openPast('rehearsal');
      return;
    case 'kept-off':
      openPanel('keptOff');
      return;
    case 'rotation':
      openPanel('rotation');
      return;
    case 'collections':
    case 'log':
      openScreen(wanted);
      return;
    case 'cut-off':
      useMirror.setState({ link: { word: 'lost', refusal: null, sinceMs: Date.parse(ago(3)) } });
      return;
    case 'two-desks':
      say(
        'Your Take all was refused: live moved on as you pressed. You changed nothing.',
        'Ines Halvorsen took all at 20:42:47. 1 post waits now. Next: look at what waits, then press T again.',
        true,
      );
      return;
    default:
  }
}

/** Played at once for the picture, and again when a test asks for more while it looks. */
setTimeout(() => {
  play(wire);
  document.querySelector('.desk')?.setAttribute('data-played', wanted);
}, 300);
window.addEventListener('play', (event) => {
  if (!(event instanceof CustomEvent)) return;
  if (event.detail === 'arrivals') wire.tellLists(arrivedLists);
  if (event.detail === 'ten-thousand') wire.tell(tenThousand());
});
document.title = `Greenroom: ${wanted}`;
