/** Joins the event stream and the presses of one connection, and announces each change of its state. */
import type { CompanionOptionValues } from '@companion-module/base';
import { type ActionName, actionOf, canReplaceAir, pathOf, textOf } from './actions.ts';
import { type CollectionChoice, createControlClient } from './controlClient.ts';
import { type PanelState, unconnected } from './panelState.ts';
import { followPanel } from './panelStream.ts';
import { createSeenAir } from './seenAir.ts';
import type { Target } from './target.ts';

export type SessionPorts = {
  readonly fetch: typeof fetch;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back once; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly onChange: (state: PanelState) => void;
  readonly onCollections: (collections: readonly CollectionChoice[]) => void;
};

export type Session = {
  readonly state: () => PanelState;
  readonly press: (action: ActionName, options: CompanionOptionValues) => Promise<void>;
  readonly stop: () => void;
};

/** As on the desk. */
const secondPressMs = 2000;
const refusalShownMs = 5000;
const collectionsEveryMs = 60_000;
/** These can take seconds, in which other presses are checked as usual. */
const waitsForService = (command: ActionName): boolean => command === 'checkNow' || command === 'point';
/** A person can’t have read a post that has been shown for a shorter time. */
const unreadMs = 300;

export function createSession(target: Target, ports: SessionPorts): Session {
  const client = createControlClient(target, ports);
  const seenAir = createSeenAir();
  let state = unconnected;
  let shownSinceMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let cancelArmed = (): void => undefined;
  let cancelRefusal = (): void => undefined;
  let cancelCollections = (): void => undefined;

  const change = (changes: Partial<PanelState>): void => {
    if (isStopped) return;
    state = { ...state, ...changes };
    ports.onChange(state);
  };

  const stopFollowing = followPanel(target, {
    fetch: ports.fetch,
    onPanel: (panel) => {
      const isFirst = state.panel === null;
      if (panel.itemId !== state.panel?.itemId) shownSinceMs = ports.now();
      change({ link: 'connected', linkMessage: '', panel });
      if (isFirst) void readCollections();
    },
    onNoLink: (link, linkMessage) => {
      disarm();
      seenAir.forget();
      change({ link, linkMessage, panel: null });
    },
  });

  async function readCollections(): Promise<void> {
    cancelCollections();
    const collections = await client.listCollections();
    if (isStopped || state.panel === null) return;
    if (collections !== null) ports.onCollections(collections);
    cancelCollections = ports.after(collectionsEveryMs, () => void readCollections());
  }

  function disarm(): void {
    cancelArmed();
    if (state.armed !== null) change({ armed: null });
  }

  function arm(action: ActionName): void {
    change({ armed: action });
    cancelArmed = ports.after(secondPressMs, disarm);
  }

  function explain(reason: string | null): void {
    cancelRefusal();
    if (reason !== state.refusal) change({ refusal: reason });
    if (reason !== null) cancelRefusal = ports.after(refusalShownMs, () => change({ refusal: null }));
  }

  async function press(action: ActionName, options: CompanionOptionValues): Promise<void> {
    const isSecondPress = state.armed === action;
    // A press of another key cancels, as on the desk.
    disarm();
    const needsSecondPress = (action === 'clear' || action === 'back') && options['secondPress'] !== false;
    if (needsSecondPress && !isSecondPress) {
      explain(null);
      return arm(action);
    }
    const request = actionOf(action).request(options, state.panel, seenAir.read(state.panel));
    if (typeof request === 'string') return explain(`${request} Nothing happened.`);
    if (state.panel === null && canReplaceAir(request))
      return explain('Greenroom is not connected, so what is on air is not known. Nothing happened.');
    const isShownPost = action === 'block' && textOf(options, 'itemId') === '';
    if (isShownPost && ports.now() - shownSinceMs < unreadMs)
      return explain('That post changed as you pressed. Nothing happened. Check the post, then press again.');
    const countAnswer = waitsForService(request.command) ? () => undefined : seenAir.count();
    const { refusal, panel } = await client.send(pathOf(request.command, target.feed), request.body);
    countAnswer(panel);
    explain(refusal);
  }

  return {
    state: () => state,
    press,
    stop: () => {
      isStopped = true;
      stopFollowing();
      cancelArmed();
      cancelRefusal();
      cancelCollections();
    },
  };
}
