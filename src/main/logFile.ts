/** The desktop app’s log file. */
import { join } from 'node:path';
import type { Log } from '../engine/ports.ts';
import { createLog } from '../start/log.ts';
import { openLogFile as openRotatingFile } from '../start/logFile.ts';

/** Opens `greenroom.log` in the folder; logs to stderr if it cannot be opened, so that the app still starts. */
export function openLogFile(folder: string): Log {
  try {
    return openRotatingFile('info', join(folder, 'greenroom.log')).log;
  } catch {
    return createLog('info');
  }
}
