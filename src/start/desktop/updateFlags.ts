/** Carries the app’s flags over an update, whose installer starts the new version without any. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { readArguments, toFlags } from './arguments.ts';

/** Longer than an installation; a later start is somebody else’s. */
const validForMs = 15 * 60_000;
const fileSchema = z.object({ at: z.number(), flags: z.array(z.string()) });
const fileIn = (folder: string): string => join(folder, 'flags-after-update.json');

/** Throws if they can’t be saved: the new version would start with other settings. `folder` is the one of an app without flags. */
export function keepFlags(folder: string, args: readonly string[], nowMs: number): void {
  const flags = toFlags(readArguments(args));
  if (flags.length === 0) rmSync(fileIn(folder), { force: true });
  else writeFileSync(fileIn(folder), JSON.stringify({ at: nowMs, flags }), { mode: 0o600 });
}

/** Returns the flags to add to this start, which are used once. They are none if it has some of its own. */
export function takeFlags(folder: string, args: readonly string[], nowMs: number): readonly string[] {
  const file = fileIn(folder);
  try {
    const kept = fileSchema.safeParse(parseJson(readFileSync(file, 'utf8'))).data;
    rmSync(file, { force: true });
    const isRecent = kept !== undefined && Math.abs(nowMs - kept.at) < validForMs;
    return isRecent && toFlags(readArguments(args)).length === 0 ? toFlags(readArguments(kept.flags)) : [];
  } catch {
    // There is no file, which is usual.
    return [];
  }
}
