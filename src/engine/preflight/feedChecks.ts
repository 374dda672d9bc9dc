/** Checks one feed: its collection, its consumers and its takedowns. */
import type { Consumer } from '../../contract/consumer.ts';
import type { FeedState } from '../../core/feedState.ts';
import { listNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { Problem } from '../../core/problem.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import type { Takedown } from '../feed/takedowns.ts';
import { type Finding, fault, good, warning, withProblems } from './findings.ts';

/** `problems` are those of the collection. */
export function checkCollection(snapshot: Snapshot | null, feed: FeedState, problems: readonly Problem[]): Finding {
  if (feed.collectionId === null) return warning('No collection is chosen', 'Choose one in Collections.');
  if (snapshot === null)
    return withProblems(fault('It has not been read yet', 'Check the service, then test again.'), problems);
  const { name, staging } = snapshot.collection;
  return withProblems(
    good(`${isolateName(name)}, ${staging.length} staging, ${feed.live.items.length} live`),
    problems,
  );
}

export function checkConsumers(consumers: readonly Consumer[], revision: number): Finding {
  if (consumers.length === 0)
    return warning('None. Nothing is reading this feed', 'Start the graphics, then test again.');
  const namesOf = (state: Consumer['state']): readonly string[] =>
    consumers.filter((consumer) => consumer.state === state).map(({ name }) => isolateName(name));
  const behind = namesOf('behind');
  if (behind.length > 0)
    return fault(
      `${behind.length} of ${consumers.length} behind: ${listNames(behind)}`,
      'Check that program and its network, then test again.',
    );
  const silent = namesOf('silent');
  if (silent.length > 0)
    return warning(
      `${silent.length} of ${consumers.length} silent: ${listNames(silent)}`,
      'Check whether that program still runs.',
    );
  const painted = consumers.flatMap(({ paintedRevision, paintedInMs }) =>
    paintedRevision === revision && paintedInMs !== null ? [paintedInMs] : [],
  );
  const onScreen = painted.length === 0 ? '' : `. On screen in ${Math.round(Math.max(...painted))} ms`;
  return good(`${consumers.length}, none behind${onScreen}`);
}

export function checkTakedowns(takedowns: ReadonlyMap<string, Takedown>, nameOf: (id: string) => string): Finding {
  const open = [...takedowns].filter(([, { waitingFor }]) => waitingFor.length > 0);
  if (open.length > 0)
    return fault(
      `${listNames(open.map(([id]) => nameOf(id)))} may still be on screen`,
      'Check the programme monitor. W shows which consumers have not confirmed.',
    );
  const times = [...takedowns.values()].flatMap(({ confirmedInMs }) => confirmedInMs ?? []);
  if (takedowns.size === 0) return good('Nothing is blocked');
  const slowest = times.length === 0 ? '' : `. Blank in ${Math.round(Math.max(...times))} ms`;
  return good(`${takedowns.size} blocked, all off screen${slowest}`);
}
