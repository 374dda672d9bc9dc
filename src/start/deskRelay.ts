/** Keeps the window’s connection to its desk while one engine replaces another. A browser reconnects by itself. */
import type { DeskMessage, EngineWire } from '../contract/wire.ts';
import type { DeskConnection } from '../engine/desk/session.ts';
import type { Engine } from '../engine/engine.ts';
import { refuse } from '../engine/refuse.ts';

export type DeskRelay = {
  readonly serve: (wire: EngineWire, who: DeskConnection) => void;
  /** Ends every session, and begins each one again with this engine. Between two engines, with `null`, commands are refused. */
  readonly connect: (engine: Pick<Engine, 'serveDesk'> | null) => void;
};

type Session = { readonly receive: (message: DeskMessage) => void; readonly end: () => void };

type Desk = {
  readonly wire: EngineWire;
  readonly who: DeskConnection;
  /** Its first message, which begins each session. */
  hello: Extract<DeskMessage, { type: 'hello' }> | null;
  session: Session | null;
};

export function createDeskRelay(): DeskRelay {
  const desks = new Set<Desk>();
  let engine: Pick<Engine, 'serveDesk'> | null = null;

  const begin = (desk: Desk): void => {
    desk.session = engine === null ? null : openSession(desk, engine);
    if (desk.hello !== null) desk.session?.receive(desk.hello);
  };
  return {
    serve: (wire, who) => {
      const send: EngineWire['send'] = (message) => {
        // The next engine gives it the same name.
        if (message.type === 'state' && desk.hello !== null)
          desk.hello = { ...desk.hello, givenName: message.state.you };
        wire.send(message);
      };
      const desk: Desk = { wire: { ...wire, send }, who, hello: null, session: null };
      desks.add(desk);
      wire.onMessage((message) => {
        if (message.type === 'hello') desk.hello = message;
        if (desk.session !== null) desk.session.receive(message);
        else if (message.type === 'command' || message.type === 'query') refuseMessage(wire, message);
      });
      wire.onClose(() => {
        desks.delete(desk);
        desk.session?.end();
      });
      begin(desk);
    },
    connect: (next) => {
      engine = next;
      for (const desk of desks) {
        desk.session?.end();
        begin(desk);
      }
    },
  };
}

function openSession({ wire, who }: Desk, engine: Pick<Engine, 'serveDesk'>): Session {
  let receive: (message: DeskMessage) => void = () => undefined;
  let notifyClosed = (): void => undefined;
  let isOpen = true;
  engine.serveDesk(
    {
      send: (message) => {
        // A result that comes late still belongs to its request.
        if (isOpen || message.type === 'commandResult' || message.type === 'queryResult') wire.send(message);
      },
      onMessage: (listener) => {
        receive = listener;
      },
      onClose: (listener) => {
        notifyClosed = listener;
      },
      close: () => {
        if (isOpen) wire.close();
      },
    },
    who,
  );
  return {
    receive: (message) => receive(message),
    end: () => {
      if (!isOpen) return;
      isOpen = false;
      notifyClosed();
    },
  };
}

function refuseMessage(wire: EngineWire, { type, id }: Extract<DeskMessage, { readonly id: number }>): void {
  const result = refuse('SHOW_SWITCHING', {});
  wire.send(type === 'command' ? { type: 'commandResult', id, result } : { type: 'queryResult', id, result });
}
