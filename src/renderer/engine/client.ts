/** Sends commands and queries to the engine, matches their results, reconnects, and reports when the connection is lost. */
import type { CommandResult, Commands, Refusal } from '../../contract/commands.ts';
import type { DeskState, FeedLists } from '../../contract/deskState.ts';
import type { QueryInput, QueryName, QueryResult } from '../../contract/queries.ts';
import type { DeskMessage, DeskWire, EngineMessage } from '../../contract/wire.ts';
import type { CommandName } from '../../core/commandTable.ts';
import type { LinkState } from '../stores/engineMirror.ts';

export type ClientListeners = {
  readonly onState: (state: DeskState) => void;
  readonly onLists: (lists: FeedLists) => void;
  readonly onLink: (state: LinkState, refusal: Refusal | null) => void;
};

export type ClientTimers = {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back once after the delay; returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type Answer<Name extends QueryName> = { readonly ok: true; readonly value: QueryResult<Name> } | Refusal;

export type DeskClient = {
  readonly command: <Name extends CommandName>(name: Name, input: Commands[Name]) => Promise<CommandResult>;
  readonly query: <Name extends QueryName>(name: Name, input: QueryInput<Name>) => Promise<Answer<Name>>;
  /** Reconnects under another name. */
  readonly rename: (name: string) => void;
  readonly retryNow: () => void;
  readonly stop: () => void;
};

export type ClientSettings = {
  readonly openWire: () => Promise<DeskWire>;
  /** `null` in the desktop window, which needs none. */
  readonly token: string | null;
  readonly name: string | null;
};

/** The engine sends `alive` at least every 2 s; after this time without a message the link is `silent`. */
export const silentAfterMs = 3000;
const reconnectAfterMs = 9000;
const silenceCheckEveryMs = 250;
/** The desk says "retrying twice a second". */
export const retryEveryMs = 500;
const retryRefusedEveryMs = 5000;

const disconnectedCommand: Refusal = {
  ok: false,
  code: 'DESK_CUT_OFF',
  message: 'No connection to Greenroom. The result of that press is unknown.',
  nextStep: 'Wait until it reconnects, then check what is on air.',
};

const disconnectedQuery: Refusal = {
  ok: false,
  code: 'DESK_CUT_OFF',
  message: 'No connection to Greenroom.',
  nextStep: 'Wait until it reconnects.',
};

type PendingReply = {
  readonly resolve: (result: CommandResult | Answer<QueryName>) => void;
  /** The result if the connection is lost first. */
  readonly disconnected: Refusal;
};

export function createClient(settings: ClientSettings, listeners: ClientListeners, timers: ClientTimers): DeskClient {
  const pending = new Map<number, PendingReply>();
  let wire: DeskWire | null = null;
  let name = settings.name;
  let nextId = 1;
  let lastHeardMs = timers.now();
  let linkState: LinkState = 'connecting';
  let isStopped = false;
  let cancelRetry: (() => void) | null = null;

  const setLinkState = (next: LinkState, refusal: Refusal | null): void => {
    if (linkState === next) return;
    linkState = next;
    listeners.onLink(next, refusal);
  };

  const settle = (id: number, result: CommandResult | Answer<QueryName>): void => {
    const reply = pending.get(id);
    pending.delete(id);
    reply?.resolve(result);
  };

  const refuseAll = (): void => {
    for (const [id, { disconnected }] of [...pending]) settle(id, disconnected);
  };

  const receive = (message: EngineMessage): void => {
    lastHeardMs = timers.now();
    if (message.type === 'refused') {
      setLinkState('refused', message.refusal);
      return;
    }
    setLinkState('open', null);
    switch (message.type) {
      case 'state':
        listeners.onState(message.state);
        return;
      case 'lists':
        listeners.onLists(message.lists);
        return;
      case 'alive':
        return;
      case 'commandResult':
      case 'queryResult':
        settle(message.id, message.result);
        return;
      default:
        message satisfies never;
    }
  };

  const handleClose = (lost: DeskWire): void => {
    if (wire !== lost) return;
    wire = null;
    refuseAll();
    if (isStopped) return;
    if (linkState !== 'refused') setLinkState('lost', null);
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
        lastHeardMs = timers.now();
        opened.onMessage(receive);
        opened.onClose(() => handleClose(opened));
        opened.send({ type: 'hello', token: settings.token, name });
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
    if (wire !== null && silentForMs > reconnectAfterMs && linkState !== 'refused') wire.close();
    timers.after(silenceCheckEveryMs, checkSilence);
  };

  const request = <Reply extends CommandResult | Answer<QueryName>>(message: DeskMessage & { readonly id: number }) =>
    new Promise<Reply>((resolve) => {
      const disconnected = message.type === 'command' ? disconnectedCommand : disconnectedQuery;
      if (wire === null) {
        resolve(disconnected as Reply);
        return;
      }
      // The result's type follows from the message's type, which TypeScript can't see here.
      pending.set(message.id, { resolve: resolve as PendingReply['resolve'], disconnected });
      wire.send(message);
    });

  const retryNow = (): void => {
    if (wire !== null) wire.close();
    if (cancelRetry !== null) connect();
  };

  connect();
  timers.after(silenceCheckEveryMs, checkSilence);

  return {
    command: (name, input) => {
      const id = nextId++;
      return request<CommandResult>({ type: 'command', id, name, input } as DeskMessage & { readonly id: number });
    },
    query: <Name extends QueryName>(name: Name, input: QueryInput<Name>) => {
      const id = nextId++;
      return request<Answer<Name>>({ type: 'query', id, name, input } as DeskMessage & { readonly id: number });
    },
    rename: (next) => {
      name = next;
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
