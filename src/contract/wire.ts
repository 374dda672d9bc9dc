/** How desk and engine talk, whatever carries it: a MessagePort in the window, a WebSocket in a browser. */
import type { CommandAnswer, CommandName, Commands, Refusal } from './commands.ts';
import type { DeskState, FeedLists } from './deskState.ts';
import type { QuestionAnswer, QuestionInput, QuestionName } from './questions.ts';

/** A carrier of messages. It knows nothing of what they say. Messages are JSON-safe values. */
export type Wire<Out, In> = {
  readonly send: (message: Out) => void;
  /** One listener; a message that comes before it is kept for it. */
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
  };
}[CommandName];

type QuestionMessage = {
  readonly [Name in QuestionName]: {
    readonly type: 'question';
    readonly id: number;
    readonly name: Name;
    readonly input: QuestionInput<Name>;
  };
}[QuestionName];

/** Desk to engine. `hello` is the first; over a socket it carries the token, over a port of our own window null. */
export type DeskMessage =
  | { readonly type: 'hello'; readonly token: string | null; readonly name: string | null }
  | CommandMessage
  | QuestionMessage;

/** Engine to desk. After `hello`: the state and all lists; then each whenever it changed; `alive` at least every 2 s. */
export type EngineMessage =
  | { readonly type: 'state'; readonly state: DeskState }
  | { readonly type: 'lists'; readonly sequence: number; readonly lists: FeedLists }
  | { readonly type: 'alive'; readonly sequence: number }
  | { readonly type: 'commandAnswer'; readonly id: number; readonly answer: CommandAnswer }
  | {
      readonly type: 'questionAnswer';
      readonly id: number;
      readonly answer: { readonly ok: true; readonly value: QuestionAnswer<QuestionName> } | Refusal;
    }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export type DeskWire = Wire<DeskMessage, EngineMessage>;
export type EngineWire = Wire<EngineMessage, DeskMessage>;
