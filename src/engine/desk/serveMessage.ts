/** Runs the commands and queries of one desk. A command that was on its way for too long is refused. */
import type { DeskState } from '../../contract/deskState.ts';
import { type DeskMessage, type EngineWire, lateAfterMs } from '../../contract/wire.ts';
import { isFeedCommand } from '../../core/commandTable.ts';
import { formatDuration } from '../../core/time.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';
import { isQueryName, type QueryHandler } from './queries.ts';

export type ServeDeps = {
  readonly ports: Pick<Ports, 'clock'>;
  readonly dispatch: Dispatch;
  readonly runQuery: QueryHandler;
};

export type ServedDesk = {
  readonly name: string;
  readonly right: DeskState['right'];
  /** Sends the whole state instead of the next change. */
  readonly resync: () => void;
};

export async function serveMessage(
  message: DeskMessage,
  session: ServedDesk,
  wire: EngineWire,
  deps: ServeDeps,
): Promise<void> {
  switch (message.type) {
    case 'hello':
      return;
    case 'resync':
      session.resync();
      return;
    case 'ping':
      // In line with the changes, so that it arrives as late as they do.
      wire.send({ type: 'pong', sentMs: message.sentMs });
      return;
    case 'command':
      wire.send({
        type: 'commandResult',
        id: message.id,
        result: refuseLate(message, deps) ?? (await deps.dispatch(message.name, message.input, session)),
      });
      return;
    case 'query':
      wire.send({
        type: 'queryResult',
        id: message.id,
        result: await answerQuery(message.name, message.input, session, deps),
      });
      return;
    default:
      return message satisfies never;
  }
}

/**
 * A press of the gate that arrives late would surprise everybody who has pressed since. A block stays right however late it is, and other
 * commands can be long to send.
 */
function refuseLate({ name, sentTickMs }: Extract<DeskMessage, { type: 'command' }>, { ports }: ServeDeps) {
  if (typeof sentTickMs !== 'number' || !isFeedCommand(name) || name === 'block') return null;
  const lateByMs = ports.clock.monotonicMs() - sentTickMs;
  return lateByMs > lateAfterMs ? refuse('COMMAND_LATE', { duration: formatDuration(lateByMs) }) : null;
}

/** A socket can send any text as the name. A desk that follows needs only what it is sent. */
async function answerQuery(name: string, input: unknown, { right }: ServedDesk, { runQuery }: ServeDeps) {
  if (right !== 'desk') return refuse('COMMAND_FORBIDDEN', { right, needed: 'desk' });
  return isQueryName(name) ? runQuery(name, input) : refuse('COMMAND_UNKNOWN', {});
}
