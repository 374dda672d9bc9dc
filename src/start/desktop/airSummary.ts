/** Summarises the show for the parts of the desktop app outside the desk: tray icon, question before quitting, sleep. */
import { compareProblems, saysAirIsAffected } from '../../core/problem.ts';
import type { Engine } from '../../engine/engine.ts';

export type FeedSummary = {
  readonly slug: string;
  readonly gate: 'following' | 'held' | 'cleared';
  readonly posts: number;
  /** Names of the consumers that read it now. */
  readonly consumers: readonly string[];
};

export type AirSummary = {
  readonly isDemo: boolean;
  readonly feeds: readonly FeedSummary[];
  /** The message of the worst problem that needs an operator or affects air; `null` without one. */
  readonly problem: string | null;
  /** Without contact to the service. */
  readonly isOffline: boolean;
};

export function summariseAir({ state, consumers }: Pick<Engine, 'state' | 'consumers'>, isDemo: boolean): AirSummary {
  const { feeds, problems, source } = state();
  const worst =
    problems.filter(saysAirIsAffected).toSorted(compareProblems)[0] ??
    problems.find(({ severity }) => severity === 'needsOperator');
  return {
    isDemo,
    feeds: feeds.map(({ slug, gate, onAir }) => ({
      ...{ slug, gate, posts: onAir.items.length },
      consumers: consumers(slug).map(({ name }) => name),
    })),
    problem: worst?.message ?? null,
    isOffline: source.freshness === 'offline' && source.state !== 'idle',
  };
}

/** Whether this machine must stay awake. */
export function isOnAir({ feeds }: AirSummary): boolean {
  return feeds.some(({ posts }) => posts > 0);
}
