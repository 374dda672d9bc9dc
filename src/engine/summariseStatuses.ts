/** Summarises the statuses of all watched collections as the state of the connection to the service. */
import type { Confirmation, ConnectionState, Freshness, SourceState } from '../core/source.ts';
import { type CollectionStatus, type Expected, freshnessOf, isDoubted, isMissing } from './collectionStatus.ts';
import { refusedCodes } from './sourceProblems.ts';

/** The confirmation is the oldest of the last ones, and `null` if a collection has none. */
export type Summary = Pick<SourceState, 'state' | 'freshness' | 'lastConfirmedAt' | 'lastConfirmedMonotonicMs'>;

export function summariseStatuses(statuses: readonly CollectionStatus[], expected: Expected, nowMs: number): Summary {
  // Missing collections count only alone, because the connection to the service is not at fault for them.
  const existing = statuses.filter((status) => !isMissing(status));
  const counted = existing.length > 0 ? existing : statuses;
  const oldest = counted.reduce<CollectionStatus | null>(
    (a, b) =>
      a !== null && (a.confirmedMs ?? Number.NEGATIVE_INFINITY) <= (b.confirmedMs ?? Number.NEGATIVE_INFINITY) ? a : b,
    null,
  );
  const found = counted.map((status) => freshnessOf(status, expected, nowMs));
  const freshness = (['offline', 'stale', 'fresh', 'demo'] as const).find((each) => found.includes(each)) ?? 'offline';
  const confirmedMs = oldest?.confirmedMs ?? null;
  return {
    state: findConnectionState(statuses, freshness, confirmedMs, nowMs),
    freshness,
    lastConfirmedAt: oldest?.confirmedAt ?? null,
    lastConfirmedMonotonicMs: confirmedMs,
  };
}

function findConnectionState(
  statuses: readonly CollectionStatus[],
  freshness: Freshness,
  confirmedMs: number | null,
  nowMs: number,
): ConnectionState {
  if (statuses.length === 0) return 'idle';
  const failures = statuses.flatMap(({ failure }) => (failure === null ? [] : [failure.code]));
  if (failures.some((code) => refusedCodes.has(code))) return 'refused';
  if (failures.length > 0 || statuses.some((status) => isDoubted(status, nowMs))) return 'stale';
  if (confirmedMs === null) return 'connecting';
  return freshness === 'fresh' || freshness === 'demo' ? 'current' : 'stale';
}

/** The same for each collection alone. */
export function confirmationsOf(
  statuses: ReadonlyMap<string, CollectionStatus>,
  expected: Expected,
  nowMs: number,
): Readonly<Record<string, Confirmation>> {
  return Object.fromEntries(
    [...statuses].map(([id, status]) => [
      id,
      {
        freshness: freshnessOf(status, expected, nowMs),
        confirmedAt: status.confirmedAt,
        confirmedMonotonicMs: status.confirmedMs,
      },
    ]),
  );
}
