/** Decides which addresses are requested now: those without a file, and those whose posts have been changed since. */
import type { FetchState } from './fetchState.ts';
import type { Entry } from './fileIndex.ts';
import type { Files } from './files.ts';
import { mayHaveChanged } from './obtainFile.ts';
import type { WantedMedia } from './wantedMedia.ts';

type Plan = {
  /** Without a file. */
  readonly waiting: readonly string[];
  /** Stored, but their posts have been changed since. */
  readonly toCheck: readonly string[];
  /** Could not be checked, but their posts have the version again for which the file was fetched. */
  readonly settled: readonly Entry[];
  /** When the next of the others is due. Monotonic; `null` if there is none. */
  readonly soonestMs: number | null;
};

/** A service can give all posts a new date with each change, so an address is not requested more often than this. */
const recheckMs = 30_000;

export function planFetches(
  wanted: ReadonlyMap<string, WantedMedia>,
  fetchStates: ReadonlyMap<string, FetchState>,
  files: Pick<Files, 'byUrl'> | null,
  nowMs: number,
): Plan {
  const waiting: string[] = [];
  const toCheck: string[] = [];
  const settled: Entry[] = [];
  let soonestMs: number | null = null;
  for (const want of wanted.values()) {
    const state = fetchStates.get(want.url);
    const kept = state?.facts.name == null ? null : (files?.byUrl(want.url) ?? null);
    if (kept !== null && !mayHaveChanged(kept, want)) {
      if (state !== undefined && state.retryAtMs !== null) settled.push(kept);
      continue;
    }
    const dueMs = state?.retryAtMs ?? (kept === null ? 0 : (state?.checkedAtMs ?? 0) + recheckMs);
    if (dueMs > nowMs) soonestMs = Math.min(soonestMs ?? dueMs, dueMs);
    else if (kept === null) waiting.push(want.url);
    else toCheck.push(want.url);
  }
  return { waiting, toCheck, settled, soonestMs };
}
