/** Receives feed commands as OSC over UDP from this machine: `/greenroom/{feed}/{verb}` with arguments. */
import { createSocket } from 'node:dgram';
import type { Refusal } from '../../contract/commands.ts';
import { feedCommands } from '../../core/commands/feedCommands.ts';
import { isFeedCommand } from '../../core/commandTable.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import { isLoopbackName } from '../../http/hostGuard.ts';
import { PortTaken } from '../../http/listen.ts';
import type { Dispatch } from '../dispatch.ts';
import { createRateLimiter } from '../http/rateLimiter.ts';
import type { EventLog } from '../logs/eventLog.ts';
import type { Sentence } from '../logs/eventSentences.ts';
import type { Cancel, Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';
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
const root = 'greenroom';
const logDroppedAfterMs = 1000;
/** Of the commands that take posts off air or hold them together, and of all others together. */
const maxPerSecond = 50;

/** Of a refused message in the event log. */
const maxQuotedLength = 100;

export type OscDeps = {
  readonly dispatch: Dispatch;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly eventLog: Pick<EventLog, 'add'>;
};

/** `onFailed` is called when the open port fails; OSC may still work afterwards. */
export function createOsc(port: number, { dispatch, ports, eventLog }: OscDeps, onFailed: (error: Error) => void): Osc {
  const socket = createSocket({ type: 'udp4', reuseAddr: false });
  const isWithinLimit = createRateLimiter(ports.clock, { perSecond: maxPerSecond, burst: 2 * maxPerSecond });
  /** A sender that repeats refused messages must not push everything else out of the log. */
  const mayLog = createRateLimiter(ports.clock, { perSecond: 0.1, burst: 10 });
  let dropped = 0;
  /** Dropped messages that the event log has not counted yet. */
  let unlogged = 0;
  let cancelLogDropped: Cancel | null = null;
  /** OSC has no replies, so the number of dropped messages is logged, at most once a second. */
  const logDropped = (): void => {
    cancelLogDropped?.();
    cancelLogDropped = null;
    if (dropped === 0) return;
    ports.log('warn', 'COMMAND_TOO_MANY', { osc: dropped });
    unlogged += dropped;
    dropped = 0;
    if (!mayLog('dropped')) return;
    const message = say(
      '{count, plural, one {# OSC message was dropped, because more than {limit} came in a second.} other {# OSC messages were dropped, because more than {limit} came in a second.}}',
      { count: unlogged, limit: maxPerSecond },
    );
    unlogged = 0;
    addToLog({ code: 'COMMAND_TOO_MANY', about: null, message });
  };
  socket.on('message', (datagram, from) => {
    if (!isLoopbackName(from.address)) return;
    for (const message of readOsc(datagram)) void run(message);
  });
  const run = async (message: OscMessage): Promise<void> => {
    const command = commandOf(message);
    if (command === 'released') return;
    if (!isWithinLimit(command !== null && isUrgent(command) ? 'urgent' : 'other')) {
      dropped += 1;
      cancelLogDropped ??= ports.clock.after(logDroppedAfterMs, logDropped);
      return;
    }
    if (command === null) {
      ports.log('warn', 'COMMAND_UNKNOWN', { osc: message.address });
      // A panel may send messages for other programs too.
      if (message.address.startsWith(`/${root}/`)) logRefused(message, refuse('COMMAND_UNKNOWN', {}), null);
      return;
    }
    const result = await dispatch(command.name, command.input, { name: oscName, right: 'operate' });
    if (!result.ok) logRefused(message, result, command.input.feed);
  };
  const logRefused = (message: OscMessage, { code, message: reason }: Refusal, feed: string | null): void => {
    if (!mayLog('refused')) return;
    const quoted = [message.address, ...message.arguments].join(' ').slice(0, maxQuotedLength);
    addToLog({
      code,
      about: code === 'FEED_UNKNOWN' ? null : (feed?.slice(0, maxQuotedLength) ?? null),
      message: say('OSC {message} was refused. {reason}', { message: isolateName(quoted), reason }),
    });
  };
  const addToLog = (entry: Pick<Sentence, 'code' | 'about' | 'message'>): void => {
    eventLog.add({ level: 'warn', cause: 'operator', by: oscName, revision: null, ...entry });
  };
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

type OscCommand = { readonly name: string; readonly input: object & { readonly feed: string } };

/** A fader that sends many messages must not cost the press that takes a post off air. */
function isUrgent({ name, input }: OscCommand): boolean {
  if (name === 'take') return 'only' in input && input.only === 'removals';
  return name === 'hold' || name === 'clear' || name === 'block';
}

/** Returns the command with its input not yet validated; `null` for any other message. */
export function commandOf({ address, arguments: given }: OscMessage): OscCommand | 'released' | null {
  const [, first, feed, name, ...rest] = address.split('/');
  if (first !== root || feed === undefined || name === undefined || rest.length > 0) return null;
  if (!isFeedCommand(name)) return null;
  const { osc } = feedCommands[name];
  if (osc === null) return null;
  const input = osc(given);
  return input === null ? 'released' : { name, input: { ...input, feed } };
}
