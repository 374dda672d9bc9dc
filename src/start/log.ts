/** The log: one JSON object per line with a code and fields. Fields that may contain a secret are removed. */
import pino from 'pino';
import type { Log } from '../engine/ports.ts';
import type { LogLevelName } from './options.ts';

const secretFields = ['apiKey', 'key', 'secret', 'token', 'authorization', 'password', 'signature'];

/** Logs to stderr. */
export function createLog(level: LogLevelName): Log {
  return createLogTo(level, 2);
}

/** Logs to a file, created with its folder if missing, or to an open file descriptor. */
export function createLogTo(level: LogLevelName, destination: string | number): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...secretFields, ...secretFields.map((name) => `*.${name}`)], remove: true },
    },
    pino.destination({ dest: destination, mkdir: true, sync: true }),
  );
  return (severity, code, fields) => logger[severity]({ code, ...fields });
}
