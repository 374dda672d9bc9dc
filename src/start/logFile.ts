/** A log file that is renamed when it is large, also while Greenroom runs, and replaces the previous one. */
import { renameSync, statSync } from 'node:fs';
import pino from 'pino';
import type { Log } from '../engine/ports.ts';
import { createLogTo } from './log.ts';
import type { LogLevelName } from './options.ts';

export const maxLogBytes: number = 5 * 1024 * 1024;

export type LogFile = {
  readonly log: Log;
  /** Opens the file by its name again, after another program renamed it. */
  readonly reopen: () => void;
};

/** Creates the file with its folder if missing. Throws the system’s error if it cannot be opened. */
export function openLogFile(level: LogLevelName, path: string, limitBytes: number = maxLogBytes): LogFile {
  const sizeNow = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeNow() > limitBytes) renameSync(path, `${path}.previous`);
  const file = pino.destination({ dest: path, mkdir: true, sync: true });
  // A full disk must not stop Greenroom; the entries of that time are missing.
  file.on('error', () => undefined);
  let bytes = sizeNow();
  const reopen = (): void => {
    file.reopen();
    bytes = sizeNow();
  };
  const write = (line: string): void => {
    file.write(line);
    bytes += Buffer.byteLength(line);
    if (bytes <= limitBytes) return;
    try {
      renameSync(path, `${path}.previous`);
    } catch {
      // A file that another program holds is renamed after as many bytes again.
    }
    reopen();
    bytes = 0;
  };
  return { log: createLogTo(level, { write }), reopen };
}
