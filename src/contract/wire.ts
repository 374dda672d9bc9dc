/** The protocol between desk and engine, over a MessagePort in the window or a WebSocket in a browser. */
import type { CommandName } from '../core/commandTable.ts';
import type { JsonDifference } from '../core/jsonDifference.ts';
import type { Language } from '../core/language/languages.ts';
import type { CommandResult, Commands, Refusal } from './commands.ts';
import type { DeskState, FeedLists } from './deskState.ts';
import type { QueryInput, QueryName, QueryResult } from './queries.ts';

/** A press that is on its way for longer is refused, and what a desk shows can then be too old to press on. Milliseconds. */
export const lateAfterMs = 3000;

/** A transport for JSON-safe messages. */
export type Wire<Out, In> = {
  readonly send: (message: Out) => void;
  /** Sets the only listener. Earlier messages are queued for it. */
  readonly onMessage: (listener: (message: In) => void) => void;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
};

type CommandMessage = {
  readonly [Name in CommandName]: {
    readonly type: 'command';
    readonly id: number;
    readonly name: Name;
    readonly input: Commands[Name];
    /** When it was pressed, by the `tickMs` of the engine; missing skips the check. */
    readonly sentTickMs?: number | undefined;
  };
}[CommandName];

type QueryMessage = {
  readonly [Name in QueryName]: {
    readonly type: 'query';
    readonly id: number;
    readonly name: Name;
    readonly input: QueryInput<Name>;
  };
}[QueryName];

/**
 * Desk to engine. `hello` comes first; its token is `null` over the MessagePort of our own window. `name` was typed by the operator, and
 * `givenName` is the name that this desk last had with it. A connection with the same `secret` is the same desk, and replaces the one before;
 * it must never reach another desk or a log. `shown` has the revision of each feed that a desk still shows from before it lost the connection.
 * `resync` requests the whole state. `ping` is answered with a `pong` that has its time; it may be any number.
 */
export type DeskMessage =
  | {
      readonly type: 'hello';
      readonly token: string | null;
      readonly name: string | null;
      readonly givenName: string | null;
      readonly secret: string | null;
      readonly shown?: Readonly<Record<string, number>> | undefined;
    }
  | { readonly type: 'resync' }
  | { readonly type: 'ping'; readonly sentMs: number }
  | CommandMessage
  | QueryMessage;

/**
 * Engine to desk: all lists and the state after `hello` or `resync`, then each `change` as the difference of the `DeskView` from the last one.
 * Its sequence follows the last one; after a gap, or if it does not fit, the desk sends `resync`. `alive` follows at least every 2 s. `replaced`
 * is the last message of a connection when another one had its secret. `tickMs` is the engine's monotonic time of sending: with it, a desk
 * says when a command was sent, whatever the clocks of the two machines.
 */
export type EngineMessage =
  | { readonly type: 'state'; readonly state: DeskState; readonly tickMs?: number }
  | { readonly type: 'change'; readonly sequence: number; readonly change: JsonDifference; readonly tickMs?: number }
  | { readonly type: 'lists'; readonly sequence: number; readonly lists: FeedLists }
  | { readonly type: 'alive'; readonly sequence: number; readonly tickMs?: number }
  | { readonly type: 'commandResult'; readonly id: number; readonly result: CommandResult }
  | {
      readonly type: 'queryResult';
      readonly id: number;
      readonly result: { readonly ok: true; readonly value: QueryResult<QueryName> } | Refusal;
    }
  | { readonly type: 'pong'; readonly sentMs: number }
  | { readonly type: 'replaced' }
  | { readonly type: 'refused'; readonly refusal: LinkRefusal };

/** The language is that of its sentences: a refused page gets no state, which has it otherwise. An older engine sends none. */
export type LinkRefusal = Refusal & { readonly language?: Language };

export type DeskWire = Wire<DeskMessage, EngineMessage>;
export type EngineWire = Wire<EngineMessage, DeskMessage>;
