/** Remembers when each kind of program last read a feed, and what it read. */
import { z } from 'zod';
import { pullSchema, type RecipeConsumer } from '../../contract/recipes.ts';
import { type RecipeTarget, recipeTargets } from '../../core/recipes.ts';
import type { Clock } from '../ports.ts';
import { isNamedProgram } from './programs.ts';
import { type Reader, reachedRevisionOf } from './reader.ts';

export const savedPullSchema = z.object({
  target: z.enum(recipeTargets),
  pulledAt: z.iso.datetime(),
  consumer: pullSchema.strip(),
});

export type SavedPull = Readonly<z.infer<typeof savedPullSchema>>;

/** A read of the panel object by Companion. */
export type PanelRead = Pick<RecipeConsumer, 'address' | 'protocol' | 'revision'>;

export type Pulls = {
  /** A poller has read this document. */
  readonly recordPoll: (reader: Reader, document: string) => void;
  /** A socket or event stream has connected, or has shown that it is alive. */
  readonly recordStream: (reader: Reader) => void;
  readonly recordPanel: (read: PanelRead) => void;
  /** The last read of each target that has read the feed, in no order. */
  readonly list: () => readonly SavedPull[];
};

type Pull = {
  readonly consumer: () => RecipeConsumer;
  readonly atMs: number;
};

/** A target that reads again after this long was set up again. */
const savedAgainAfterMs = 60_000;

/** `onNew` is called when a target reads for the first time, or after a minute without reads. */
export function createPulls(clock: Clock, saved: readonly SavedPull[], onNew: () => void): Pulls {
  const pulls = new Map<RecipeTarget, Pull>();
  const restored = new Map(saved.map((pull) => [pull.target, pull]));
  /** When each reader last read each document. */
  const lastPolls = new WeakMap<Reader, Map<string, number>>();
  let lastPanelMs: number | null = null;

  const record = (target: RecipeTarget, atMs: number, consumer: () => RecipeConsumer): void => {
    const before = pulls.get(target);
    pulls.set(target, { atMs, consumer });
    if (before === undefined || atMs - before.atMs > savedAgainAfterMs) onNew();
  };
  const intervalOf = (reader: Reader, document: string, nowMs: number): number | null => {
    const polls = lastPolls.get(reader) ?? new Map<string, number>();
    lastPolls.set(reader, polls);
    const last = polls.get(document);
    polls.set(document, nowMs);
    return last === undefined ? null : Math.round(nowMs - last);
  };

  return {
    recordPoll: (reader, document) => {
      const nowMs = clock.monotonicMs();
      const everyMs = intervalOf(reader, document, nowMs);
      record(targetOf(reader, document), nowMs, () => ({
        ...{ name: reader.name, address: reader.address, protocol: 'poll', read: document, everyMs },
        revision: Math.max(0, reader.revision),
      }));
    },
    recordStream: (reader) => {
      const { protocol } = reader;
      record(targetOf(reader, protocol), clock.monotonicMs(), () => ({
        ...{ name: reader.name, address: reader.address, protocol, read: protocol, everyMs: null },
        revision: protocol === 'socket' ? reachedRevisionOf(reader) : reader.revision,
      }));
    },
    recordPanel: (read) => {
      const nowMs = clock.monotonicMs();
      const isStream = read.protocol !== 'poll';
      const everyMs = isStream || lastPanelMs === null ? null : Math.round(nowMs - lastPanelMs);
      lastPanelMs = nowMs;
      record('companion', nowMs, () => ({ ...read, name: 'Companion', read: 'panel', everyMs }));
    },
    list: () =>
      recipeTargets.flatMap((target) => {
        const pull = pulls.get(target);
        if (pull === undefined) return restored.get(target) ?? [];
        const pulledAt = new Date(clock.now() - (clock.monotonicMs() - pull.atMs)).toISOString();
        return { target, pulledAt, consumer: pull.consumer() };
      }),
  };
}

/** Which recipe a read belongs to. */
export function targetOf(
  { program, protocol, name }: Pick<Reader, 'program' | 'protocol' | 'name'>,
  read: string,
): RecipeTarget {
  // The script of OBS sends the name of Python’s library, which others use too.
  if (program === 'OBS url-text') return read.startsWith('text/') ? 'obs' : 'http';
  if (/^OBS\b/.test(program)) return 'obs';
  if (program === 'CasparCG') return 'casparcg';
  if (program === 'SPX') return 'spx';
  if (program === 'OGraf') return 'ograf';
  if (program === 'vMix') return protocol === 'poll' ? 'vmix-data' : 'vmix-browser';
  // vMix does not document the User-Agent of its data source, and any program can read this document, so the recipe’s address names vMix.
  return protocol === 'poll' && /^vMix\b/i.test(name) && !isNamedProgram(program) ? 'vmix-data' : 'http';
}
