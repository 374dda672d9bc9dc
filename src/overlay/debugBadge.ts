/** A badge with the state of the connection, for the person who sets up the graphics; shown with `?debug=1`. */
import type { FeedState } from '../kit/publicTypes.ts';

export type DebugBadge = {
  readonly noteConnection: (isConnected: boolean) => void;
  readonly noteState: (state: FeedState) => void;
  readonly noteShown: (revision: number) => void;
};

export function createDebugBadge(program: string): DebugBadge {
  const element = document.createElement('div');
  element.className = 'debug-badge';
  document.body.appendChild(element);
  let isConnected = false;
  let state: FeedState | null = null;
  let shown: number | null = null;
  let receivedMs = Date.now();
  const write = (): void => {
    const age = Math.round((Date.now() - receivedMs) / 1000);
    const what =
      state === null
        ? 'no state yet'
        : `${state.feed}, revision ${state.revision} (${age} s ago), ${state.gate}, ${state.freshness}, ${state.list.length} posts`;
    const parts = [
      program,
      isConnected ? 'connected' : 'not connected',
      what,
      `on screen: ${shown === null ? 'none' : shown}`,
    ];
    element.textContent = parts.join(' · ');
  };
  setInterval(write, 1000);
  write();
  return {
    noteConnection: (is) => {
      isConnected = is;
      write();
    },
    noteState: (next) => {
      state = next;
      receivedMs = Date.now();
      write();
    },
    noteShown: (revision) => {
      shown = revision;
      write();
    },
  };
}
