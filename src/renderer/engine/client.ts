/** Sends commands and queries to the engine, matches their results, reconnects, and reports when the connection is lost. */
import type { Refusal } from '../../contract/commands.ts';
import type { DeskState, FeedLists } from '../../contract/deskState.ts';
import type { QueryInput, QueryName, QueryResult } from '../../contract/queries.ts';
import type { DeskMessage, DeskWire, EngineMessage, LinkRefusal } from '../../contract/wire.ts';
import type { JsonDifference } from '../../core/jsonDifference.ts';
import type { CommandCall } from '../model/actionState.ts';
import type { DeskSecret } from '../stores/deskSecret.ts';
import type { LinkState } from '../stores/engineMirror.ts';
import { refuseLostCommand, refuseQuery, refuseUnsentCommand } from './cutOff.ts';
import { createRoundTrip } from './roundTrip.ts';

export type ClientListeners = {
  /** The whole state with all its lists, so that no frame shows the posts of one revision with the number of another. */
  readonly onState: (state: DeskState, lists: readonly FeedLists[]) => void;
  /** `false` if the change does not fit what the desk has. */
  readonly onChange: (change: JsonDifference, sequence: number) => boolean;
  /** `silentForMs`: since the engine's last message. */
  readonly onLink: (state: LinkState, refusal: LinkRefusal | null, silentForMs: number) => void;
  /** Whether messages can be older than a press may be. */
  readonly onSlow: (isSlow: boolean) => void;
  /** The engine gave the desk `name` for the `typed` one. `at` is the engine's time. */
  readonly onNamed: (name: string, typed: string | null, at: string) => void;
};

export type ClientTimers = {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back once after the delay; returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

/** A refusal by the engine, or the loss of the connection. */
export type RequestError = Error & Refusal;

export type DeskClient = {
  /**
   * This and `query` reject with a `RequestError`. Resolves with the command's result. `pressedAtMs`: when it was pressed, by the clock of the
   * timers; now if it is left out.
   */
  readonly command: (command: CommandCall, pressedAtMs?: number) => Promise<unknown>;
  readonly query: <Name extends QueryName>(name: Name, input: QueryInput<Name>) => Promise<QueryResult<Name>>;
  /** Reconnects under another name. */
  readonly rename: (name: string) => void;
  readonly retryNow: () => void;
  readonly stop: () => void;
};

export type ClientSettings = {
  readonly openWire: () => Promise<DeskWire>;
  /** `null` in the desktop window, which needs none. */
  readonly token: string | null;
  /** Typed by the operator. */
  readonly name: string | null;
  /** The name that the engine gave this desk before the page was loaded. */
  readonly givenName: string | null;
  readonly secret: DeskSecret;
  /** The revision of each feed that the desk shows, empty before the first state; `null` if it names none. */
  readonly shownRevisions: (() => Readonly<Record<string, number>>) | null;
};

/** The engine sends `alive` at least every 2 s; after this time without a message the link is `silent`. */
export const silentAfterMs = 3000;
const reconnectAfterMs = 9000;
/** How long to wait for the whole state before reconnecting for it. */
const resyncWithinMs = 3000;
const silenceCheckEveryMs = 250;
/** The desk says "retrying twice a second". */
export const retryEveryMs = 500;
const retryRefusedEveryMs = 5000;

type CommandCallMessage = { readonly type: 'command' } & CommandCall;
type QueryMessage = { readonly type: 'query'; readonly name: QueryName; readonly input: QueryInput<QueryName> };
type Reply = Extract<EngineMessage, { readonly type: 'commandResult' | 'queryResult' }>['result'];

type PendingReply = {
  readonly receive: (reply: Reply) => void;
  /** Makes the reply if the connection is lost first. */
  readonly refuse: () => Refusal;
};

export function createClient(settings: ClientSettings, listeners: ClientListeners, timers: ClientTimers): DeskClient {
  const pending = new Map<number, PendingReply>();
  let wire: DeskWire | null = null;
  let { name, givenName } = settings;
  /** The typed name in the last `hello`. */
  let sentName = name;
  let nextId = 1;
  let sequence = 0;
  /** Lists that belong to the state that follows them. */
  let receivedLists: FeedLists[] = [];
  let lastHeardMs = timers.now();
  /** The engine's time in its last message and when that was heard; `null` until it has sent one on this connection. */
  let tick: { readonly engineMs: number; readonly heardMs: number } | null = null;
  let linkState: LinkState = 'connecting';
  const roundTrip = createRoundTrip(timers.now, listeners.onSlow);
  /** The last connection that was closed because the desk could not take what arrived on it. */
  let brokenWire: DeskWire | null = null;
  let isStopped = false;
  let cancelRetry: (() => void) | null = null;
  /** Set while the desk waits for the whole state after a gap. */
  let cancelResyncLimit: (() => void) | null = null;

  const setLinkState = (next: LinkState, refusal: LinkRefusal | null): void => {
    if (linkState === next) return;
    linkState = next;
    try {
      listeners.onLink(next, refusal, timers.now() - lastHeardMs);
    } catch (error) {
      console.error(error);
    }
  };

  const settle = (id: number, reply: Reply): void => {
    const waiting = pending.get(id);
    pending.delete(id);
    waiting?.receive(reply);
  };

  const refuseAll = (): void => {
    for (const [id, { refuse }] of [...pending]) settle(id, refuse());
  };

  const receive = (message: EngineMessage): void => {
    lastHeardMs = timers.now();
    if ('tickMs' in message && message.tickMs !== undefined) tick = { engineMs: message.tickMs, heardMs: lastHeardMs };
    if (message.type === 'refused') {
      setLinkState('refused', message.refusal);
      return;
    }
    if (message.type === 'replaced') {
      // Another page is open with the same secret, and must not be replaced in turn.
      settings.secret.renew();
      return;
    }
    if (message.type === 'lists') {
      receivedLists.push(message.lists);
      return;
    }
    // A broken desk follows again only once it has taken the whole state.
    if (message.type !== 'state' && linkState !== 'broken') setLinkState('open', null);
    switch (message.type) {
      case 'state':
        endResync();
        roundTrip.reset();
        sequence = message.state.sequence;
        noteName(message.state);
        listeners.onState(message.state, receivedLists);
        receivedLists = [];
        setLinkState('open', null);
        return;
      case 'change':
        // After a gap only the whole state is right.
        if (cancelResyncLimit !== null) return;
        sequence += 1;
        if (message.sequence !== sequence || !listeners.onChange(message.change, sequence)) resync();
        return;
      case 'alive':
        return;
      case 'pong':
        roundTrip.end(message.sentMs);
        return;
      case 'commandResult':
      case 'queryResult':
        settle(message.id, message.result);
        return;
      default:
        message satisfies never;
    }
  };

  /** The desk may show an older state than the engine’s, and only the whole state is sure to repair it. */
  const reportBroken = (error: unknown): void => {
    console.error(error);
    brokenWire = wire;
    setLinkState('broken', null);
    wire?.close();
  };

  /** The desk sends this name after a lost connection, so that what it did stays its own. */
  const noteName = ({ you, at }: DeskState): void => {
    // A new name was typed since the connection was opened.
    if (sentName !== name) return;
    givenName = you;
    listeners.onNamed(you, name, at);
  };

  const resync = (): void => {
    wire?.send({ type: 'resync' });
    cancelResyncLimit = timers.after(resyncWithinMs, () => wire?.close());
  };

  const endResync = (): void => {
    cancelResyncLimit?.();
    cancelResyncLimit = null;
  };

  const handleClose = (lost: DeskWire): void => {
    if (wire !== lost) return;
    wire = null;
    endResync();
    refuseAll();
    if (isStopped) return;
    if (linkState !== 'refused' && lost !== brokenWire) setLinkState('lost', null);
    cancelRetry = timers.after(linkState === 'refused' ? retryRefusedEveryMs : retryEveryMs, connect);
  };

  const connect = (): void => {
    cancelRetry?.();
    cancelRetry = null;
    settings.openWire().then(
      (opened) => {
        if (isStopped) {
          opened.close();
          return;
        }
        wire = opened;
        receivedLists = [];
        tick = null;
        roundTrip.reset();
        lastHeardMs = timers.now();
        // A closed connection still delivers what was on its way, which may follow a change that did not fit.
        opened.onMessage((message) => {
          if (wire !== opened) return;
          try {
            receive(message);
          } catch (error) {
            reportBroken(error);
          }
        });
        opened.onClose(() => handleClose(opened));
        sentName = name;
        const shown = settings.shownRevisions?.();
        const secret = settings.secret.current();
        opened.send({ type: 'hello', token: settings.token, name, givenName, secret, shown });
      },
      () => {
        if (!isStopped) cancelRetry = timers.after(retryEveryMs, connect);
      },
    );
  };

  /** A connection can stay open after the engine has died, so only the time of the last message counts. */
  const checkSilence = (): void => {
    if (isStopped) return;
    const silentForMs = timers.now() - lastHeardMs;
    if (wire !== null && silentForMs > silentAfterMs && linkState === 'open') setLinkState('silent', null);
    roundTrip.check(linkState === 'open' ? (sentMs) => wire?.send({ type: 'ping', sentMs }) : null);
    if (wire !== null && silentForMs > reconnectAfterMs && linkState !== 'refused') wire.close();
    timers.after(silenceCheckEveryMs, checkSilence);
  };

  const request = (message: CommandCallMessage | QueryMessage, pressedAtMs = timers.now()): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const receive = (reply: Reply): void => {
        if (reply.ok) resolve(reply.value);
        else reject(Object.assign(new Error(reply.message), reply) satisfies RequestError);
      };
      const isCommand = message.type === 'command';
      if (wire === null) {
        receive(isCommand ? refuseUnsentCommand() : refuseQuery());
        return;
      }
      pending.set(nextId, { receive, refuse: isCommand ? refuseLostCommand : refuseQuery });
      const sentTickMs = isCommand && tick !== null ? tick.engineMs + pressedAtMs - tick.heardMs : undefined;
      wire.send({ ...message, id: nextId, ...(sentTickMs !== undefined && { sentTickMs }) } as DeskMessage);
      nextId += 1;
    });

  const retryNow = (): void => {
    if (wire !== null) wire.close();
    if (cancelRetry !== null) connect();
  };

  connect();
  timers.after(silenceCheckEveryMs, checkSilence);

  return {
    command: (command, pressedAtMs) => request({ type: 'command', ...command }, pressedAtMs),
    // The result's type follows from the query's name, which TypeScript can't see here.
    query: <Name extends QueryName>(name: Name, input: QueryInput<Name>) =>
      request({ type: 'query', name, input }) as Promise<QueryResult<Name>>,
    rename: (next) => {
      name = next;
      givenName = null;
      // So that a state of the old connection can't give the old name back.
      sentName = null;
      retryNow();
    },
    retryNow,
    stop: () => {
      if (isStopped) return;
      isStopped = true;
      cancelRetry?.();
      wire?.close();
      refuseAll();
    },
  };
}
