/** The log of a headless engine: lines of JSON on stderr, by code and fields, with anything like a secret taken out. */
import pino from 'pino';
import type { Log } from '../engine/ports.ts';
import type { LogLevelName } from './options.ts';

const secretNames = ['apiKey', 'key', 'secret', 'token', 'authorization', 'password', 'signature'];

/** A log of that level and above, on stderr. */
export function createLog(level: LogLevelName): Log {
  return createLogTo(level, 2);
}

/** The same into a file (made with its folder when missing) or an open descriptor. */
export function createLogTo(level: LogLevelName, destination: string | number): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...secretNames, ...secretNames.map((name) => `*.${name}`)], remove: true },
    },
    pino.destination({ dest: destination, mkdir: true, sync: true }),
  );
  return (at, code, fields) => logger[at]({ code, ...fields });
}
