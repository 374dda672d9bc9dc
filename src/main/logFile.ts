/** The desktop app’s log file. At start, a large file is renamed and replaces the previous one. */
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../engine/ports.ts';
import { createLogTo } from '../start/log.ts';

const maxBytes = 5 * 1024 * 1024;

/** Opens `greenroom.log` in the folder; logs to stderr if it cannot be opened, so that the app still starts. */
export function openLogFile(folder: string): Log {
  const path = join(folder, 'greenroom.log');
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.previous`);
    return createLogTo('info', path);
  } catch {
    return createLogTo('info', 2);
  }
}
