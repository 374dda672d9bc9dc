/** Renders the desk with 10,000 posts on air, or with `?bare` a bare virtual list, and measures renders on request. */
import '../../../src/ui/fonts.ts';
import '../../../src/renderer/screens/styles.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import { createClient } from '../../../src/renderer/engine/client.ts';
import { App } from '../../../src/renderer/screens/App.tsx';
import { freezeClock } from '../../../src/renderer/stores/clock.ts';
import { mirrorListeners, receiveState } from '../../../src/renderer/stores/engineMirror.ts';
import { select } from '../../../src/renderer/stores/uiState.ts';
import { armedForMs } from '../../../src/ui/secondPress.ts';
import { connectionTo, createFakeWire } from '../../renderer/states/fakeWire.ts';
import { tenThousand } from '../../renderer/states/longList.ts';
import { now } from '../../renderer/states/posts.ts';
import { BareList, bareList } from './BareList.tsx';

export type RenderCause = 'tick' | 'arrow key' | 'edited post' | 'added post';

/** In milliseconds. */
export type RenderTime = {
  /** Until the stores hold the change, with the desk's index, rows and key states. */
  readonly storedMs: number;
  /** From then until React has updated the document. */
  readonly renderedMs: number;
};

/** Prepares a change of the page; the function that it returns makes the change while measuring. */
type Causes = Readonly<Record<RenderCause, (round: number) => () => void>>;

declare global {
  interface Window {
    measureRenders: (cause: RenderCause, rounds: number) => Promise<readonly RenderTime[]>;
  }
}

const scene = tenThousand();
const [samplePost] = scene.lists.live as readonly [DeskItem];

/** As it arrives from the engine: new objects, with one post edited or one more post at the end. */
function copyScene(round: number, isAdded: boolean): typeof scene {
  const { state, lists } = structuredClone(scene);
  const edited = { ...samplePost, id: 'post-3', message: `Edited ${round}` };
  const added = { ...samplePost, id: `added-${round}`, message: 'New' };
  const live = isAdded ? [...lists.live, added] : lists.live.map((item, index) => (index === 3 ? edited : item));
  const feeds = state.feeds.map((feed, index) => (index === 0 ? { ...feed, revision: feed.revision + round } : feed));
  return {
    state: { ...state, feeds, sequence: state.sequence + round },
    lists: { ...lists, live, onAir: live.map(({ id }) => id) },
  };
}

function pressKey(key: string): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key }));
}

const deskPush =
  (isAdded: boolean) =>
  (round: number): (() => void) => {
    const { state, lists } = copyScene(round, isAdded);
    return () => {
      receiveState(state, [lists], now);
    };
  };

const deskCauses: Causes = {
  tick: (round) => () => freezeClock(now + round * 1000),
  'arrow key': (round) => () => pressKey(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp'),
  'edited post': deskPush(false),
  'added post': deskPush(true),
};

/** Parses the push, which the desk's connection does before the desk stores it. */
const barePush =
  (isAdded: boolean) =>
  (round: number): (() => void) => {
    const text = JSON.stringify(copyScene(round, isAdded));
    return () => bareList.setState({ items: JSON.parse(text).lists.live });
  };

const bareCauses: Causes = {
  tick: (round) => () => bareList.setState({ time: round }),
  'arrow key': (round) => () => bareList.setState({ selectedId: round % 2 === 0 ? 'post-5' : 'post-4' }),
  'edited post': barePush(false),
  'added post': barePush(true),
};

function renderDesk(): void {
  const wire = createFakeWire(scene);
  const client = createClient(
    connectionTo(wire),
    { ...mirrorListeners(() => now), onNamed: () => undefined },
    { now: () => 0, after: () => () => undefined },
  );
  render(<App client={client} armedForMs={armedForMs} />);
  select('live', 'post-4');
}

function render(content: React.ReactNode): void {
  const element = document.getElementById('desk');
  if (element !== null) createRoot(element).render(content);
}

const isBare = new URLSearchParams(location.search).has('bare');
freezeClock(now);
if (isBare) {
  bareList.setState({ items: scene.lists.live });
  render(<BareList />);
} else renderDesk();

window.measureRenders = async (cause, rounds) => {
  const times: RenderTime[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const change = (isBare ? bareCauses : deskCauses)[cause](round);
    // Lets the browser paint and collect garbage between rounds.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const startMs = performance.now();
    change();
    const storedAtMs = performance.now();
    flushSync(() => undefined);
    times.push({ storedMs: storedAtMs - startMs, renderedMs: performance.now() - storedAtMs });
  }
  return times;
};
