/** Receives feed commands as OSC over UDP from this machine: `/greenroom/{feed}/{verb}` with up to two arguments. */
import { createSocket } from 'node:dgram';
import { feedCommands } from '../../core/commands/feedCommands.ts';
import { isFeedCommand } from '../../core/commandTable.ts';
import { isLoopbackName } from '../../http/hostGuard.ts';
import { PortTaken } from '../../http/listen.ts';
import type { Dispatch } from '../dispatch.ts';
import { createRateLimiter } from '../http/rateLimiter.ts';
import type { Cancel, Ports } from '../ports.ts';
import { oscName } from '../settings/tokens.ts';
import { type OscMessage, readOsc } from './oscMessage.ts';

export type Osc = {
  /** Resolves with the port. Rejects with OscPortTaken. */
  readonly start: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Distinguishes the UDP port from a TCP port with the same number. */
export class OscPortTaken extends PortTaken {
  constructor(port: number) {
    super(host, port, `UDP port ${port} for OSC`, true);
  }
}

const host = '127.0.0.1';
const logDroppedAfterMs = 1000;

/** `onFailed` is called when the open port fails; OSC may still work afterwards. */
export function createOsc(
  port: number,
  dispatch: Dispatch,
  ports: Pick<Ports, 'clock' | 'log'>,
  onFailed: (error: Error) => void,
): Osc {
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
      else void dispatch(command.name, command.input, { name: oscName, right: 'operate' });
    }
  });
  return {
    start: () =>
      new Promise((resolve, reject) => {
        const onBindError = (error: NodeJS.ErrnoException): void =>
          reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new OscPortTaken(port) : error);
        socket.once('error', onBindError);
        socket.bind({ address: host, port, exclusive: true }, () => {
          socket.removeListener('error', onBindError);
          socket.on('error', onFailed);
          resolve(socket.address().port);
        });
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
export function commandOf({ address, arguments: values }: OscMessage): { name: string; input: unknown } | null {
  const [, root, feed, name, ...rest] = address.split('/');
  if (root !== 'greenroom' || feed === undefined || name === undefined || rest.length > 0) return null;
  if (!isFeedCommand(name)) return null;
  const { osc } = feedCommands[name];
  return osc === null ? null : { name, input: { feed, ...osc(values[0], values[1]) } };
}
