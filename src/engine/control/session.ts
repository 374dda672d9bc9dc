/** Serves one desk over a wire, whatever carries it: whole state first, then what changed, and its commands and questions. */
import type { DeskState } from '../../contract/deskState.ts';
import type { DeskMessage, EngineWire } from '../../contract/wire.ts';
import type { ShowState } from '../../core/show.ts';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';
import { type Answerer, isQuestion } from './answer.ts';
import { listParts, viewLists } from './deskView.ts';
import { type Dispatch, refuse } from './dispatch.ts';
import type { Presence } from './presence.ts';
import type { Bearer, Tokens } from './tokens.ts';

export type SessionDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly dispatch: Dispatch;
  readonly answer: Answerer;
  readonly presence: Presence;
  /** The present facts, all but the sequence and the desk's own name. */
  readonly view: (state: ShowState) => Omit<DeskState, 'sequence' | 'you'>;
  /** Tells of changes that are not in the show: consumers, desks. */
  readonly onOtherChange: (listener: () => void) => () => void;
  /** Told when a desk came or went. */
  readonly onPresence: () => void;
  readonly tokens: Pick<Tokens, 'bearerOf' | 'onRevoked'>;
};

export type Who = {
  readonly address: string;
  /** False for the window's own port, which nobody else can have. */
  readonly needsToken: boolean;
};

/** A desk that hears nothing for this long shows itself cut off, so something is said more often. Milliseconds. */
const aliveEveryMs = 1000;

/**
 * Serves until the wire closes or the token is revoked. The first message must be `hello`; over a socket with a good
 * token, else it is closed.
 */
export function serveDesk(wire: EngineWire, who: Who, deps: SessionDeps): void {
  let session: { readonly name: string; readonly end: () => void } | null = null;
  let isClosed = false;
  let isHelloed = false;
  /** What came while the token was looked at. */
  const early: DeskMessage[] = [];
  wire.onMessage((message) => {
    // A socket that is being closed still reads what was on its way.
    if (isClosed) return;
    if (session !== null) {
      void serveMessage(message, session.name, wire, deps);
      return;
    }
    if (isHelloed) {
      if (early.length < 100) early.push(message);
      return;
    }
    if (message.type !== 'hello') {
      refuseDesk();
      return;
    }
    isHelloed = true;
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

  function refuseDesk(): void {
    end();
    wire.send({ type: 'refused', refusal: refuse('COMMAND_UNAUTHORISED', {}) });
    wire.close();
  }

  async function admit(hello: Extract<DeskMessage, { type: 'hello' }>): Promise<void> {
    const bearer = who.needsToken ? await deps.tokens.bearerOf(hello.token) : null;
    if (isClosed) return;
    if (who.needsToken && !mayServe(bearer)) {
      refuseDesk();
      return;
    }
    const stopListening = deps.tokens.onRevoked(() => {
      if (bearer?.isRevoked() === true) refuseDesk();
    });
    const { name, end: leave } = begin(wire, hello.name, who, deps);
    session = {
      name,
      end: () => {
        stopListening();
        leave();
      },
    };
    for (const message of early.splice(0)) void serveMessage(message, name, wire, deps);
  }
}

function mayServe(bearer: Bearer | null): boolean {
  return bearer !== null && bearer.right === 'desk' && !bearer.isRevoked();
}

function begin(
  wire: EngineWire,
  wantedName: string | null,
  who: Who,
  deps: SessionDeps,
): { readonly name: string; readonly end: () => void } {
  const { store, ports } = deps;
  const desk = deps.presence.enter(wantedName, who.address, new Date(ports.clock.now()).toISOString());
  const sentParts = new Map<string, readonly unknown[]>();
  let sequence = 0;
  let isWaiting = false;
  let isEnded = false;
  let cancelAlive = (): void => {};

  const sendState = (): void => {
    const state = store.state();
    sequence += 1;
    // Lists before facts, so that a revision is never told before the posts it is made of.
    for (const feed of state.feeds) {
      const parts = listParts(state, feed);
      const before = sentParts.get(feed.slug);
      if (before !== undefined && parts.every((part, place) => part === before[place])) continue;
      sentParts.set(feed.slug, parts);
      wire.send({ type: 'lists', sequence, lists: viewLists(state, feed) });
    }
    wire.send({ type: 'state', state: { ...deps.view(state), sequence, you: desk.name } });
    beat();
  };
  const beat = (): void => {
    cancelAlive();
    cancelAlive = ports.clock.after(aliveEveryMs, () => {
      wire.send({ type: 'alive', sequence });
      beat();
    });
  };
  /** Once a turn, after everything that the turn changed. */
  const soon = (): void => {
    if (isWaiting || isEnded) return;
    isWaiting = true;
    setImmediate(() => {
      isWaiting = false;
      if (!isEnded) sendState();
    });
  };
  const stops = [store.subscribe(soon), deps.onOtherChange(soon)];
  sendState();
  deps.onPresence();
  return {
    name: desk.name,
    end: () => {
      isEnded = true;
      cancelAlive();
      for (const stop of stops) stop();
      desk.leave();
      deps.onPresence();
    },
  };
}

async function serveMessage(message: DeskMessage, by: string, wire: EngineWire, deps: SessionDeps): Promise<void> {
  switch (message.type) {
    case 'hello':
      return;
    case 'command':
      wire.send({
        type: 'commandAnswer',
        id: message.id,
        answer: await deps.dispatch(message.name, message.input, by),
      });
      return;
    case 'question':
      // Over a socket the name is any text until it is looked at here.
      wire.send({
        type: 'questionAnswer',
        id: message.id,
        answer: isQuestion(message.name)
          ? await deps.answer(message.name, message.input)
          : refuse('COMMAND_UNKNOWN', {}),
      });
      return;
    default: {
      const unreachable: never = message;
      return unreachable;
    }
  }
}
