/** Which check a known problem belongs to. Every other problem gets a line of its own. */

import type { PreflightCheck } from '../../contract/preflight.ts';
import { say } from '../../core/language/say.ts';
import { aboutCollection, type Problem } from '../../core/problem.ts';
import type { Freshness } from '../../core/source.ts';
import { findingOf } from './findings.ts';

/**
 * The check that names each problem. Problems with deliveries have lines of their own, because the result of the webhook’s check and its `curl` show
 * the cause. Those of the first two belong to the collections that they concern: the preflight requests only the list.
 */
const owners = [
  ['service', /^SOURCE_(?:OFFLINE|TIMEOUT|FAILING|MALFORMED|NOT_THE_SERVICE|REDIRECTED|CERTIFICATE|ADDRESS_\w+)$/],
  ['key', /^SOURCE_KEY_/],
  ['clock', /^(?:SOURCE_CLOCK_SKEWED|WEBHOOK_CLOCK_DOUBTED)$/],
  ['cache', /^SOURCE_CACHE_/],
  ['collection', /^SOURCE_(?:COLLECTION_\w+|WRONG_COLLECTION|ID_UNUSABLE)$/],
  [
    'ports',
    /^(?:\w+_PORT_TAKEN|\w+_HOST_ABSENT|FEED_INTERFACE_ABSENT|FEED_OPEN_TO_NETWORK|FEED_TOKEN_MISSING|FEED_NOT_ANNOUNCED|OSC_FAILED)$/,
  ],
  ['disk', /^(?:DISK_\w+|MEDIA_DISK_LOW|FEED_UNSAVED|FEED_RESTORED_UNSURE)$/],
  ['media', /^MEDIA_(?:UNREACHABLE|REFUSED|NOT_ALLOWED)$/],
  ['consumers', /^FEED_CONSUMER_(?:BEHIND|LOST)$/],
  ['takedowns', /^FEED_TAKEDOWN_UNCONFIRMED$/],
  ['backup', /^SETTINGS_/],
  ['update', /^UPDATE_/],
  // The result of an earlier preflight is not a finding of this one.
  ['preflight', /^PREFLIGHT_/],
] as const;

export type ProblemOwner = (typeof owners)[number][0];

const ownerOf = ({ code }: Problem): ProblemOwner | null => owners.find(([, codes]) => codes.test(code))?.[0] ?? null;

export function problemsOf(owner: ProblemOwner, problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem) => ownerOf(problem) === owner);
}

const ofPolls: readonly (ProblemOwner | null)[] = ['service', 'key', 'collection'];

/** The problems of its polls. Those with the whole service count unless it has confirmed this collection since. */
export function problemsOfCollection(
  id: string,
  freshness: Freshness,
  problems: readonly Problem[],
): readonly Problem[] {
  const isConfirmed = freshness !== 'stale' && freshness !== 'offline';
  return problems.filter(
    (problem) =>
      ofPolls.includes(ownerOf(problem)) &&
      (problem.about === aboutCollection(id) || (problem.about === 'source' && !isConfirmed)),
  );
}

/** A line for each problem that no check names and that is more than a notice. */
export function checkOtherProblems(problems: readonly Problem[]): readonly PreflightCheck[] {
  return problems
    .filter((problem) => ownerOf(problem) === null && problem.severity !== 'notice')
    .map((problem) => ({
      ...{ id: `problem:${problem.code}`, title: say('Known problem'), feed: null },
      ...findingOf(problem),
    }));
}
