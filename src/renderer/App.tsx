/** The desk: the strip on every screen, one screen below it, and one way for every press. */
import { useSyncExternalStore } from 'react';
import { Collections } from './collections/Collections.tsx';
import type { DeskClient } from './control/client.ts';
import { type ActionName, actionNames, type SentAction } from './keys/actions.ts';
import { capOf, useKeymap } from './keys/keymap.ts';
import { performHere, useKeys } from './keys/useKeys.ts';
import { Log } from './log/Log.tsx';
import { Show } from './show/Show.tsx';
import { Strip } from './show/Strip.tsx';
import { DeskContext, type Hands, HandsContext, useDeskModel } from './state/desk.ts';
import { useHand } from './state/hand.ts';
import { pressOnce } from './state/press.ts';
import { useSend } from './state/queries.ts';
import { TopLine } from './top/TopLine.tsx';
import { Welcome } from './Welcome.tsx';

const narrow = '(max-width: 1599px)';

function useIsCompact(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(narrow);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(narrow).matches,
  );
}

const here: ReadonlySet<ActionName> = new Set<ActionName>([
  'changes',
  'open',
  'find',
  'filter',
  'arrivals',
  'close',
  'show',
  'log',
  'collections',
  'keys',
]);

function isSent(action: ActionName): action is SentAction {
  return actionNames.includes(action) && !here.has(action);
}

export function App({ client }: { readonly client: DeskClient }) {
  const isCompact = useIsCompact();
  const desk = useDeskModel(isCompact);
  const screen = useHand((hand) => hand.screen);
  const keymap = useKeymap();
  const send = useSend(client);
  const press = (action: SentAction): void => {
    if (desk === null) return;
    pressOnce({
      action,
      offer: desk.offers[action],
      slug: desk.feed.slug,
      cap: capOf(keymap, action),
      nowMs: Date.now(),
      send,
    });
  };
  const perform = (action: ActionName): void => {
    if (desk === null) return;
    if (isSent(action)) press(action);
    else performHere(action, desk);
  };
  useKeys(desk, perform);
  if (desk === null) return <Welcome client={client} />;
  const hands: Hands = { press, perform, client };
  const state = desk.isCutOff ? 'lost' : desk.feed.gate;
  return (
    <DeskContext value={desk}>
      <HandsContext value={hands}>
        <div className={`desk${screen === 'show' ? '' : ' is-page'}`} data-state={state}>
          <TopLine />
          <Strip />
          {screen === 'show' && <Show />}
          {screen === 'collections' && <Collections />}
          {screen === 'log' && <Log />}
        </div>
      </HandsContext>
    </DeskContext>
  );
}
