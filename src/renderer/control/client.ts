/** Turns a wire into commands and questions with answers, keeps it open for ever, and says when the engine is lost. */
import type { CommandAnswer, CommandName, Commands, Refusal } from '../../contract/commands.ts';
import type { DeskState, FeedLists } from '../../contract/deskState.ts';
import type { QuestionAnswer, QuestionInput, QuestionName } from '../../contract/questions.ts';
import type { DeskMessage, DeskWire, EngineMessage } from '../../contract/wire.ts';

/** `silent`: the wire is open and says nothing. Both `lost` and `silent` mean that the keys rest. */
export type LinkWord = 'connecting' | 'open' | 'silent' | 'lost' | 'refused';

export type Sinks = {
  readonly onState: (state: DeskState) => void;
  readonly onLists: (lists: FeedLists) => void;
  readonly onLink: (word: LinkWord, refusal: Refusal | null) => void;
};

export type ClientPorts = {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back once after so many milliseconds; returns the way to cancel. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type Answer<Name extends QuestionName> = { readonly ok: true; readonly value: QuestionAnswer<Name> } | Refusal;

export type DeskClient = {
  readonly command: <Name extends CommandName>(name: Name, input: Commands[Name]) => Promise<CommandAnswer>;
  readonly ask: <Name extends QuestionName>(name: Name, input: QuestionInput<Name>) => Promise<Answer<Name>>;
  /** Greets the engine again under another name. */
  readonly rename: (name: string) => void;
  /** Ends the wait before the next try. */
  readonly tryNow: () => void;
  readonly stop: () => void;
};

export type ClientSettings = {
  readonly openWire: () => Promise<DeskWire>;
  /** Null over a port of our own window. */
  readonly token: string | null;
  readonly name: string | null;
};

/** Nothing heard for so long: the engine is lost. It says `alive` at least every 2 s. Milliseconds. */
export const silentAfterMs = 3000;
const reopenAfterMs = 9000;
const watchEveryMs = 250;
/** Twice a second, as the desk says it does. */
export const retryEveryMs = 500;
const retryRefusedEveryMs = 5000;

const lostRefusal: Refusal = {
  ok: false,
  code: 'DESK_CUT_OFF',
  message: 'This desk has lost the engine. Whether that was done is not known.',
  nextStep: 'Wait until it is back, then look at what is on air.',
};

type Pending = (answer: CommandAnswer | Answer<QuestionName>) => void;

export function createClient(settings: ClientSettings, sinks: Sinks, ports: ClientPorts): DeskClient {
  const pending = new Map<number, Pending>();
  let wire: DeskWire | null = null;
  let name = settings.name;
  let nextId = 1;
  let heardAt = ports.now();
  let word: LinkWord = 'connecting';
  let isStopped = false;
  let cancelRetry: (() => void) | null = null;

  const setWord = (next: LinkWord, refusal: Refusal | null): void => {
    if (word === next) return;
    word = next;
    sinks.onLink(next, refusal);
  };

  const settle = (id: number, answer: CommandAnswer | Answer<QuestionName>): void => {
    const resolve = pending.get(id);
    pending.delete(id);
    resolve?.(answer);
  };

  const hear = (message: EngineMessage): void => {
    heardAt = ports.now();
    if (message.type === 'refused') {
      setWord('refused', message.refusal);
      return;
    }
    setWord('open', null);
    switch (message.type) {
      case 'state':
        sinks.onState(message.state);
        return;
      case 'lists':
        sinks.onLists(message.lists);
        return;
      case 'alive':
        return;
      case 'commandAnswer':
      case 'questionAnswer':
        settle(message.id, message.answer);
        return;
      default:
        message satisfies never;
    }
  };

  const lose = (lost: DeskWire): void => {
    if (wire !== lost) return;
    wire = null;
    for (const id of [...pending.keys()]) settle(id, lostRefusal);
    if (isStopped) return;
    if (word !== 'refused') setWord('lost', null);
    cancelRetry = ports.after(word === 'refused' ? retryRefusedEveryMs : retryEveryMs, connect);
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
        heardAt = ports.now();
        opened.onMessage(hear);
        opened.onClose(() => lose(opened));
        opened.send({ type: 'hello', token: settings.token, name });
      },
      () => {
        if (!isStopped) cancelRetry = ports.after(retryEveryMs, connect);
      },
    );
  };

  /** A wire can be open and dead: what counts is when the engine was last heard. */
  const watch = (): void => {
    if (isStopped) return;
    const quietMs = ports.now() - heardAt;
    if (wire !== null && quietMs > silentAfterMs && word === 'open') setWord('silent', null);
    if (wire !== null && quietMs > reopenAfterMs && word !== 'refused') wire.close();
    ports.after(watchEveryMs, watch);
  };

  const exchange = <Reply extends CommandAnswer | Answer<QuestionName>>(
    message: DeskMessage & { readonly id: number },
  ) =>
    new Promise<Reply>((resolve) => {
      if (wire === null) {
        resolve(lostRefusal as Reply);
        return;
      }
      // The engine answers each id with the kind that was asked for.
      pending.set(message.id, resolve as Pending);
      wire.send(message);
    });

  const tryNow = (): void => {
    if (wire !== null) wire.close();
    if (cancelRetry !== null) connect();
  };

  connect();
  ports.after(watchEveryMs, watch);

  return {
    command: (name, input) => {
      const id = nextId++;
      return exchange<CommandAnswer>({ type: 'command', id, name, input } as DeskMessage & { readonly id: number });
    },
    ask: <Name extends QuestionName>(name: Name, input: QuestionInput<Name>) => {
      const id = nextId++;
      return exchange<Answer<Name>>({ type: 'question', id, name, input } as DeskMessage & { readonly id: number });
    },
    rename: (next) => {
      name = next;
      tryNow();
    },
    tryNow,
    stop: () => {
      if (isStopped) return;
      isStopped = true;
      cancelRetry?.();
      wire?.close();
      for (const id of [...pending.keys()]) settle(id, lostRefusal);
    },
  };
}
