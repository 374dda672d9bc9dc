/** The log: one JSON object per line with a code and fields. Fields that may contain a secret are removed. */
import pino, { type DestinationStream } from 'pino';
import type { Log } from '../engine/ports.ts';
import type { LogLevelName } from './options.ts';

const secretFields = ['apiKey', 'key', 'secret', 'token', 'authorization', 'password', 'signature'];

/** Logs to stderr. */
export function createLog(level: LogLevelName): Log {
  return createLogTo(level, pino.destination({ dest: 2, sync: true }));
}

export function createLogTo(level: LogLevelName, destination: DestinationStream): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...secretFields, ...secretFields.map((name) => `*.${name}`)], remove: true },
    },
    destination,
  );
  return (severity, code, fields) => logger[severity]({ code, ...fields });
}
