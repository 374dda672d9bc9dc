/** The desktop app's log: a file beside its state, with the one before it kept once it has grown. */
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../engine/ports.ts';
import { createLogTo } from '../headless/log.ts';

const maxBytes = 5 * 1024 * 1024;

/** Opens `greenroom.log` in that folder. A log that cannot be opened must not keep the app from starting: then stderr. */
export function openLogFile(folder: string): Log {
  const path = join(folder, 'greenroom.log');
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.previous`);
    return createLogTo('info', path);
  } catch {
    return createLogTo('info', 2);
  }
}
