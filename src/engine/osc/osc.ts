/** Receives feed commands as OSC over UDP from this machine: `/greenroom/{feed}/{verb}` with up to two arguments. */
import { createSocket } from 'node:dgram';
import { isFeedCommand } from '../commandSchemas.ts';
import type { Dispatch } from '../dispatch.ts';
import { isLoopbackName } from '../http/hostGuard.ts';
import { PortTaken } from '../http/listen.ts';
import { createRateLimiter } from '../http/rateLimiter.ts';
import type { Cancel, Ports } from '../ports.ts';
import { oscName } from '../settings/tokens.ts';
import { type OscMessage, readOsc } from './oscMessage.ts';

export type Osc = {
  /** Resolves with the port. Rejects with PortTaken. */
  readonly start: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

const host = '127.0.0.1';
const logDroppedAfterMs = 1000;

export function createOsc(port: number, dispatch: Dispatch, ports: Pick<Ports, 'clock' | 'log'>): Osc {
  const socket = createSocket({ type: 'udp4', reuseAddr: false });
  const isWithinLimit = createRateLimiter(ports.clock, { perSecond: 50, burst: 100 });
  let dropped = 0;
  let cancelLogDropped: Cancel | null = null;
  /** OSC has no replies, so the number of dropped messages is logged, at most once a second. */
  const logDropped = (): void => {
    cancelLogDropped?.();
    cancelLogDropped = null;
    if (dropped > 0) ports.log('warn', 'COMMAND_TOO_MANY', { osc: dropped });
    dropped = 0;
  };
  socket.on('message', (datagram, from) => {
    if (!isLoopbackName(from.address)) return;
    if (!isWithinLimit(from.address)) {
      dropped += 1;
      cancelLogDropped ??= ports.clock.after(logDroppedAfterMs, logDropped);
      return;
    }
    for (const message of readOsc(datagram)) {
      const command = commandOf(message);
      if (command === null) ports.log('warn', 'COMMAND_UNKNOWN', { osc: message.address });
      else void dispatch(command.verb, command.input, oscName);
    }
  });
  return {
    start: () =>
      new Promise((resolve, reject) => {
        socket.once('error', (error: NodeJS.ErrnoException) => {
          reject(error.code === 'EADDRINUSE' ? new PortTaken(host, port) : error);
        });
        socket.bind({ address: host, port, exclusive: true }, () => resolve(socket.address().port));
      }),
    stop: () =>
      new Promise((resolve) => {
        logDropped();
        try {
          socket.close(() => resolve());
        } catch {
          // It was never opened or is already closed.
          resolve();
        }
      }),
  };
}

/** Returns the command with its input not yet validated; `null` for any other message. */
export function commandOf({ address, arguments: values }: OscMessage): { verb: string; input: unknown } | null {
  const [, root, feed, verb, ...rest] = address.split('/');
  if (root !== 'greenroom' || feed === undefined || verb === undefined || rest.length > 0) return null;
  if (!isFeedCommand(verb)) return null;
  const [first, second] = values;
  const feedInput = { feed };
  switch (verb) {
    case 'block':
      return { verb, input: { ...feedInput, itemId: first, ...(typeof second === 'string' && { reason: second }) } };
    case 'unblock':
    case 'allow':
      return { verb, input: { ...feedInput, itemId: first } };
    case 'used':
      return {
        verb,
        input: { ...feedInput, itemId: first, ...(second !== undefined && { used: second === true || second === 1 }) },
      };
    case 'cue':
      return { verb, input: { ...feedInput, ...(typeof first === 'string' ? { itemId: first } : { index: first }) } };
    case 'rotate':
      return { verb, input: { ...feedInput, seconds: typeof first === 'number' && first > 0 ? first : null } };
    case 'take':
      return { verb, input: { ...feedInput, ...(first === 'removals' && { only: 'removals' }) } };
    case 'rollback':
      return { verb, input: { ...feedInput, revision: first } };
    case 'point':
      return { verb, input: { ...feedInput, collectionId: first, hold: second === true || second === 1 } };
    case 'guards':
      // Guards are whole lists, which OSC arguments cannot carry.
      return null;
    default:
      return { verb, input: feedInput };
  }
}
