/** The desk: the strip on every screen, one screen below it, and one way for every press. */
import { useEffect, useSyncExternalStore } from 'react';
import { Collections } from './collections/Collections.tsx';
import type { DeskClient } from './control/client.ts';
import { type ActionName, isSent, type SentAction } from './keys/actions.ts';
import { capOf, useKeymap } from './keys/keymap.ts';
import { performHere, useKeys } from './keys/useKeys.ts';
import { rollbackOffer } from './past/history/rollbackOffer.ts';
import { Past } from './past/Past.tsx';
import { type Offer, rests } from './show/offer.ts';
import { Show } from './show/Show.tsx';
import { Strip } from './show/Strip.tsx';
import { type Desk, DeskContext, type Hands, HandsContext, useDeskModel } from './state/desk.ts';
import { forgetRested, useHand } from './state/hand.ts';
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

/** What acts on the chosen post, which only the show has in sight. */
const postActions: readonly SentAction[] = ['block', 'unblock', 'allow', 'guardAuthor', 'markUsed', 'cue'];

/**
 * What a press would do on the screen that is open: beside the show nothing happens to a post that is not seen, in history
 * Back means the chosen revision, in rehearsal the gate rests too.
 */
function useOfferHere(desk: Desk | null): (action: SentAction) => Offer | null {
  const isShow = useHand((hand) => hand.screen === 'show');
  const isPast = useHand((hand) => hand.screen === 'log');
  const view = useHand((hand) => hand.pastView);
  const revision = useHand((hand) => hand.pastRevision);
  return (action) => {
    if (desk === null) return null;
    const offer = desk.offers[action];
    if (action.startsWith('rehearse') && !(isPast && view === 'rehearsal')) return null;
    if (isShow || desk.isCutOff) return offer;
    if (isPast && view === 'rehearsal' && action !== 'checkNow' && !action.startsWith('rehearse'))
      return rests('rests on this screen, which is not on air');
    if (postActions.includes(action)) return rests('rests on this screen, where no chosen post is seen');
    return isPast && view === 'history' && action === 'back' ? rollbackOffer(desk.feed, revision) : offer;
  };
}

/** What goes now is how it goes when it is switched on again. */
function useRememberedRotation(desk: Desk | null): void {
  const seconds = desk?.feed.playHead.rotateSeconds ?? null;
  useEffect(() => {
    if (seconds !== null) useHand.setState({ rotation: { seconds } });
  }, [seconds]);
}

/** Why a key rested at one gate is not why it rests at another. */
function useGateForgets(desk: Desk | null): void {
  const gate = desk === null ? null : `${desk.feed.slug} ${desk.feed.gate}`;
  useEffect(() => {
    if (gate !== null) forgetRested();
  }, [gate]);
}

export function App({ client }: { readonly client: DeskClient }) {
  const isCompact = useIsCompact();
  const desk = useDeskModel(isCompact);
  const screen = useHand((hand) => hand.screen);
  const keymap = useKeymap();
  const send = useSend(client);
  const offerOf = useOfferHere(desk);
  const press = (action: SentAction): void => {
    const offer = offerOf(action);
    if (desk === null || offer === null) return;
    pressOnce({
      action,
      offer,
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
  useRememberedRotation(desk);
  useGateForgets(desk);
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
          {screen === 'log' && <Past />}
        </div>
      </HandsContext>
    </DeskContext>
  );
}
