/** Renders the desk over a fake connection, for tests of what an operator sees and presses. */
import { act, cleanup, configure, fireEvent, render } from '@testing-library/react';
import type { CommandName } from '../../src/core/commandTable.ts';
import { createClient, type DeskClient } from '../../src/renderer/engine/client.ts';
import { SpokenApp } from '../../src/renderer/screens/SpokenApp.tsx';
import { freezeClock } from '../../src/renderer/stores/clock.ts';
import { emptyMirror, mirrorListeners, receiveLink, useMirror } from '../../src/renderer/stores/engineMirror.ts';
import { initialSetupState, useSetupState } from '../../src/renderer/stores/setupState.ts';
import { initialUiState, useUiState } from '../../src/renderer/stores/uiState.ts';
import { connectionTo, createFakeWire, type FakeWire } from './states/fakeWire.ts';
import { now } from './states/posts.ts';
import type { Scene } from './states/show.ts';

// Only stops a test that hangs.
configure({ asyncUtilTimeout: 45_000 });

let client: DeskClient | null = null;

/** Enough turns of the event loop for a response to reach the screen. */
const settleTurns = 10;

export const settle = () =>
  act(async () => {
    for (let turn = 0; turn < settleTurns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  });

/** Moves only with `pause`, so that two presses on a busy machine are never too far apart to be a bounce. */
let nowMs = 0;
performance.now = () => nowMs;

/** Passes the time before which a second press is a bounce or a double click. */
export function pause(): void {
  nowMs += 1000;
}

/** Long enough for any machine; the second press has its own tests. */
const armedForMs = 60_000;

export async function openApp(scene: Scene): Promise<FakeWire> {
  // happy-dom has no layout; without a height the list would render no rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 800 });
  freezeClock(now);
  useMirror.setState(emptyMirror, true);
  useUiState.setState(initialUiState, true);
  useSetupState.setState(initialSetupState, true);
  const wire = createFakeWire(scene);
  client = createClient(
    connectionTo(wire),
    {
      ...mirrorListeners(Date.now),
      onNamed: () => undefined,
      onLink: (state, refusal) => receiveLink(state, refusal, now),
    },
    { now: () => 0, after: () => () => undefined },
  );
  render(<SpokenApp client={client} armedForMs={armedForMs} />);
  await settle();
  return wire;
}

/** Connects again after the wire was disconnected. */
export function reconnect(): void {
  client?.retryNow();
}

export function closeApp(): void {
  client?.stop();
  client = null;
  cleanup();
}

/** Half a second between two keys: slower than a word is typed, and quicker than a pause. */
let pressedAtMs = 0;
// Never before the present, so that no press is handled late, except by `pressLate`.
let lateByMs: number | null = null;
Object.defineProperty(Event.prototype, 'timeStamp', {
  configurable: true,
  get: () => (lateByMs === null ? nowMs + pressedAtMs : nowMs - lateByMs),
});
const countKey = (): void => {
  pressedAtMs += 500;
};
window.addEventListener('keydown', countKey, true);

export async function pressKey(name: string, more: KeyboardEventInit = {}): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
  await settle();
}

/** Presses a key that the page handles only after this time. */
export async function pressLate(name: string, milliseconds: number): Promise<void> {
  lateByMs = milliseconds;
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  lateByMs = null;
  await settle();
}

/** The commands sent so far, with name and input. */
export function commandsOf(wire: FakeWire): readonly { readonly name: CommandName; readonly input: unknown }[] {
  return wire.sent.flatMap((message) =>
    message.type === 'command' ? [{ name: message.name, input: message.input }] : [],
  );
}
