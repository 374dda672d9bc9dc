/** Serves one desk over any wire: sends the state and its lists, then their differences, and runs commands and queries. */
import type { DeskView } from '../../contract/deskState.ts';
import type { DeskMessage, EngineWire } from '../../contract/wire.ts';
import { currentLanguage } from '../../core/language/say.ts';
import { ownValue } from '../../core/ownValue.ts';
import { runInBackground } from '../../disk/turns.ts';
import type { Cancel, Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';
import type { Bearer, Tokens } from '../settings/tokens.ts';
import type { Change, Store } from '../store.ts';
import type { DeskViews } from './deskViews.ts';
import type { Presence } from './presence.ts';
import { reportShownRevisions } from './reportShownRevisions.ts';
import { type ServeDeps, type ServedDesk, serveMessage } from './serveMessage.ts';

export type SessionDeps = ServeDeps & {
  readonly store: Store;
  readonly ports: Ports;
  readonly presence: Presence;
  readonly views: DeskViews;
  readonly tokens: Pick<Tokens, 'bearerOf' | 'onRevoked'>;
};

export type DeskConnection = {
  readonly address: string;
  /** False for the desktop window, whose message port no other program can reach. */
  readonly needsToken: boolean;
};

/** A desk that receives nothing for 3 s shows "no connection". Milliseconds. */
const aliveIntervalMs = 1000;

/** A change that is not durable waits this long after the last message, so that several are sent together. Milliseconds. */
const transientIntervalMs = 100;
const mediaIntervalMs = 250;

const longListLength = 1000;

/**
 * Serves until the wire closes or the token is revoked. The first message must be `hello`, with a valid token when
 * `needsToken` is set; otherwise the wire is closed.
 */
export function serveDesk(wire: EngineWire, connection: DeskConnection, deps: SessionDeps): void {
  let session: Session | null = null;
  let isClosed = false;
  let hasReceivedHello = false;
  /** Messages that arrived during the token check. */
  const queued: DeskMessage[] = [];
  wire.onMessage((message) => {
    // A closing socket still delivers messages that were already on their way.
    if (isClosed) return;
    if (session !== null) {
      void serveMessage(message, session, wire, deps);
      return;
    }
    if (hasReceivedHello) {
      if (queued.length < 100) queued.push(message);
      return;
    }
    if (message.type !== 'hello') {
      refuseDesk();
      return;
    }
    hasReceivedHello = true;
    void admit(message).catch((error: unknown) => {
      deps.ports.log('error', 'ENGINE_FAULT', { where: 'desk session', error: String(error) });
      wire.close();
    });
  });
  wire.onClose(end);

  function end(): void {
    if (isClosed) return;
    isClosed = true;
    session?.end();
  }

  function endReplaced(): void {
    end();
    wire.send({ type: 'replaced' });
    wire.close();
  }

  function refuseDesk(): void {
    end();
    wire.send({ type: 'refused', refusal: { ...refuse('COMMAND_UNAUTHORISED', {}), language: currentLanguage() } });
    wire.close();
  }

  async function admit(hello: Extract<DeskMessage, { type: 'hello' }>): Promise<void> {
    const bearer = connection.needsToken ? await deps.tokens.bearerOf(hello.token, connection.address) : null;
    if (isClosed) return;
    if (connection.needsToken && !canOpenDesk(bearer)) {
      refuseDesk();
      return;
    }
    const stopListening = deps.tokens.onRevoked(() => {
      if (bearer?.isRevoked() === true) refuseDesk();
    });
    const started = startSession(wire, hello, connection, bearer, deps, endReplaced);
    session = {
      ...started,
      end: () => {
        stopListening();
        started.end();
      },
    };
    for (const message of queued.splice(0)) void serveMessage(message, session, wire, deps);
  }
}

/** With the right `view`, a desk follows the show. The other rights are for programs and presenters. */
function canOpenDesk(bearer: Bearer | null): boolean {
  return bearer !== null && (bearer.right === 'desk' || bearer.right === 'view') && !bearer.isRevoked();
}

type Session = ServedDesk & {
  readonly end: () => void;
};

function startSession(
  wire: EngineWire,
  hello: Extract<DeskMessage, { type: 'hello' }>,
  connection: DeskConnection,
  bearer: Bearer | null,
  deps: SessionDeps,
  onReplaced: () => void,
): Session {
  const { store, ports, views } = deps;
  const at = new Date(ports.clock.now()).toISOString();
  // A desk that follows is not in the list of desks that operate.
  const desk =
    bearer?.right === 'view'
      ? ({ right: 'view', name: bearer.name, leave: () => undefined } as const)
      : ({ right: 'desk', ...deps.presence.join(hello, connection.address, at, onReplaced) } as const);
  if (desk.right === 'desk') reportShownRevisions(store, desk.name, hello.shown ?? {}, at);
  let sequence = 1;
  let sent = views.current();
  let sentAtMs = ports.clock.monotonicMs();
  let isScheduled = false;
  /** Whether something changed since `isScheduled` was set. */
  let hasChangedSince = false;
  let isWholeWanted = false;
  let isEnded = false;
  let cancelAlive = (): void => {};
  let later: { readonly dueMs: number; readonly cancel: Cancel } | null = null;

  const scheduleAlive = (): void => {
    cancelAlive();
    cancelAlive = ports.clock.after(aliveIntervalMs, () => {
      wire.send({ type: 'alive', sequence, tickMs: ports.clock.monotonicMs() });
      scheduleAlive();
    });
  };
  const sendAll = (): void => {
    // Lists go first, so that a desk never knows a revision before its posts.
    for (const lists of Object.values(sent.lists)) wire.send({ type: 'lists', sequence, lists });
    const state = { ...sent.state, sequence, you: desk.name, right: desk.right };
    wire.send({ type: 'state', state, tickMs: ports.clock.monotonicMs() });
    scheduleAlive();
  };
  const sendChange = (): void => {
    later?.cancel();
    later = null;
    isScheduled = true;
    const steps = views.prepare();
    const takeStep = (): void => {
      if (steps.next().done === true) sendPrepared();
      else runInBackground(takeStep);
    };
    takeStep();
  };
  const sendPrepared = (): void => {
    isScheduled = false;
    hasChangedSince = false;
    if (isEnded) return;
    const view = views.current();
    if (!hasLongChange(sent, view)) {
      send(view);
      return;
    }
    isScheduled = true;
    // A long list takes a turn for its difference and another for its text, so that readers of a feed wait for neither.
    runInBackground(() => {
      views.changeBetween(sent, view);
      runInBackground(() => {
        isScheduled = hasChangedSince;
        if (!isEnded) send(view);
        if (hasChangedSince) runInBackground(sendChange);
      });
    });
  };
  const send = (view: DeskView): void => {
    sentAtMs = ports.clock.monotonicMs();
    if (isWholeWanted) {
      isWholeWanted = false;
      sequence += 1;
      sent = view;
      sendAll();
      return;
    }
    const change = views.changeBetween(sent, view);
    if (change === null) return;
    sequence += 1;
    sent = view;
    wire.send({ type: 'change', sequence, change, tickMs: sentAtMs });
    scheduleAlive();
  };
  const sendLater = (intervalMs: number): void => {
    const dueMs = sentAtMs + intervalMs;
    if (later !== null && later.dueMs <= dueMs) return;
    later?.cancel();
    later = { dueMs, cancel: ports.clock.after(Math.max(0, dueMs - ports.clock.monotonicMs()), sendChange) };
  };
  /** Sends at most once per event-loop turn, after all changes of that turn. */
  const schedule = (change: Change): void => {
    if (isScheduled) hasChangedSince = true;
    if (isEnded || isScheduled) return;
    if (change.kind === 'transient') {
      sendLater(isOnlyMedia(change) ? mediaIntervalMs : transientIntervalMs);
      return;
    }
    scheduleNow();
  };
  const scheduleNow = (): void => {
    isScheduled = true;
    later?.cancel();
    later = null;
    runInBackground(sendChange);
  };
  const unsubscribe = store.subscribe(schedule);
  sendAll();
  store.announceTransient();
  return {
    name: desk.name,
    right: desk.right,
    resync: () => {
      isWholeWanted = true;
      if (!isEnded && !isScheduled) scheduleNow();
    },
    end: () => {
      isEnded = true;
      cancelAlive();
      later?.cancel();
      unsubscribe();
      desk.leave();
      store.announceTransient();
    },
  };
}

function hasLongChange(before: DeskView, after: DeskView): boolean {
  return Object.values(after.lists).some(
    (lists) =>
      lists !== ownValue(before.lists, lists.slug) && lists.live.length + lists.staging.length > longListLength,
  );
}

function isOnlyMedia({ steps }: Change): boolean {
  return steps.length > 0 && steps.every(({ event }) => event.type === 'mediaChanged');
}
