/** Writes a long as-run log to a data directory, as a show with many posts on air would have written it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatRecord } from '../../src/disk/recordBytes.ts';
import { segmentPath } from '../../src/disk/segmentFiles.ts';

const fileBytes = 4_000_000;

/** Each second the oldest of `onAirCount` posts leaves air and a new one follows; every hundredth post stays for the whole show. Returns the number of rows. */
export function writeAsRunLog(dataDir: string, bytes: number, onAirCount: number, endsAtMs: number): number {
  const directory = join(dataDir, 'as-run');
  mkdirSync(directory, { recursive: true });
  const bytesPerStep = formatRecord(createStep(1, 0, onAirCount, null)).length;
  const steps = Math.floor(bytes / bytesPerStep);
  const startedAtMs = endsAtMs - steps * 1000;
  const stepsPerFile = Math.floor(fileBytes / bytesPerStep);
  let rows = 0;
  for (let first = 0; first < steps; first += stepsPerFile) {
    const lines: string[] = [];
    for (let step = first; step < Math.min(first + stepsPerFile, steps); step += 1) {
      const open = step === first ? listOnAir(step, startedAtMs, onAirCount) : null;
      lines.push(formatRecord(createStep(step, startedAtMs, onAirCount, open)));
      rows += 1;
    }
    writeFileSync(segmentPath(directory, startedAtMs + first * 1000), lines.join(''));
  }
  return rows;
}

const isKept = (post: number): boolean => post % 100 === 0 && post < 10_000;

function listOnAir(step: number, startedAtMs: number, onAirCount: number): readonly object[] {
  const posts = Array.from({ length: step }, (_, post) => post);
  return posts.filter((post) => post >= step - onAirCount || isKept(post)).map((post) => createRow(post, startedAtMs));
}

function createStep(step: number, startedAtMs: number, onAirCount: number, open: readonly object[] | null): object {
  const at = new Date(startedAtMs + step * 1000).toISOString();
  const ended = step - onAirCount;
  const off = {
    feed: 'main',
    of: 'list',
    itemId: idOf(ended),
    at,
    cause: 'service',
    by: null,
    verb: null,
    about: null,
  };
  return { open, off: ended < 0 || isKept(ended) ? [] : [off], on: [createRow(step, startedAtMs)] };
}

function createRow(post: number, startedAtMs: number): object {
  return {
    feed: 'main',
    of: 'list',
    itemId: idOf(post),
    author: `Viewer ${post}`,
    message: `Message ${post}: what a night, and what a show. Greetings to everyone who is watching at home.`,
    on: new Date(startedAtMs + post * 1000).toISOString(),
    onCause: 'service',
    onBy: null,
    onVerb: null,
    onAbout: null,
    // A later revision than the show’s would be the proof of a lost show.
    revision: 0,
    consumers: 4,
  };
}

function idOf(post: number): string {
  return `post-${String(post).padStart(12, '0')}`;
}
