/** Keeps the newest events as sentences for the desk's log. */
import type { LogEntry } from '../../contract/queries.ts';
import { compareLists } from '../../core/compare.ts';
import { describeAction } from '../../core/describeAction.ts';
import type { FeedState } from '../../core/feedState.ts';
import { isSameProblem } from '../../core/problem.ts';
import { type ShowState, snapshotOf } from '../../core/show.ts';
import { summariseEvent } from '../../core/summariseEvent.ts';
import type { Ports } from '../ports.ts';
import type { ChangeStep, Store } from '../store.ts';

export type EventLog = {
  readonly start: () => void;
  readonly stop: () => void;
  /** Newest first. */
  readonly entries: (limit: number) => readonly LogEntry[];
  /** Events since the start, including those no longer kept. */
  readonly count: () => number;
  readonly add: (level: LogEntry['level'], code: string, message: string) => void;
};

const maxEntries = 1000;

/** Creates the log; the store announces each `add`. */
export function createEventLog(store: Store, clock: Ports['clock']): EventLog {
  const entries: LogEntry[] = [];
  let count = 0;
  let unsubscribe = (): void => {};
  const append: EventLog['add'] = (level, code, message) => {
    count += 1;
    entries.push({ at: new Date(clock.now()).toISOString(), level, code, message });
    if (entries.length > maxEntries) entries.splice(0, entries.length - maxEntries);
  };
  return {
    start: () => {
      unsubscribe = store.subscribe(({ steps }) => {
        // One update can combine changes by several people, so each step gets its own entry.
        for (const { level, code, message } of steps.flatMap(describeStep)) append(level, code, message);
      });
    },
    stop: () => unsubscribe(),
    count: () => count,
    entries: (limit) => entries.slice(-limit).reverse(),
    add: (level, code, message) => {
      append(level, code, message);
      store.announceTransient();
    },
  };
}

type Sentence = Omit<LogEntry, 'at'>;

const takedownKinds = {
  late: { level: 'error', code: 'FEED_TAKEDOWN_UNCONFIRMED' },
  confirmed: { level: 'info', code: 'FEED_TAKEDOWN_CONFIRMED' },
} as const;

function describeStep({ event, state, previous }: ChangeStep): readonly Sentence[] {
  const sentences: Sentence[] = [];
  for (const feed of state.feeds) {
    const before = previous.feeds.find((other) => other.slug === feed.slug);
    if (before !== undefined && before !== feed) sentences.push(...describeFeedChange(before, feed, state));
  }
  // A command that changes neither gate nor on air, such as Next, has a sentence of its own.
  if (sentences.length === 0 && 'feed' in event && event.type !== 'rotationElapsed') {
    const summary = summariseEvent(event, previous, state);
    const by = summary === null || summary.by === null ? '' : `, by ${summary.by}`;
    if (summary !== null && event.type === 'takedownReported')
      sentences.push({
        ...takedownKinds[event.report.confirmed === null ? 'late' : 'confirmed'],
        message: `${event.feed}: ${summary.text}.`,
      });
    else if (summary !== null)
      sentences.push({ level: 'info', code: 'COMMAND', message: `${event.feed}: ${summary.text}${by}.` });
  }
  for (const problem of state.problems) {
    if (previous.problems.some((known) => isSameProblem(known, problem))) continue;
    const level = problem.severity === 'notice' ? 'info' : problem.severity === 'warning' ? 'warn' : 'error';
    sentences.push({ level, code: problem.code, message: `${problem.message} ${problem.nextStep}` });
  }
  for (const problem of previous.problems) {
    if (state.problems.some((known) => isSameProblem(known, problem))) continue;
    sentences.push({ level: 'info', code: problem.code, message: `Resolved: ${problem.message}` });
  }
  return sentences;
}

function describeFeedChange(before: FeedState, after: FeedState, show: ShowState): readonly Sentence[] {
  const sentences: Sentence[] = [];
  if (before.gate !== after.gate) {
    sentences.push({ level: 'info', code: 'GATE', message: `${after.slug}: ${describeGate(after)}.` });
  }
  if (before.onAir.revision !== after.onAir.revision) {
    const { added, removed, edited, moved } = compareLists(before.onAir.items, after.onAir.items);
    const { verb, about } = after.onAir;
    const collection = verb === 'point' && about !== null ? snapshotOf(show, about) : null;
    const action = describeAction(after.onAir, collection?.collection.name);
    const by = `${after.onAir.by ?? describeCause(after.onAir)}${action === null ? '' : ` (${action})`}`;
    const counts = [`+${added.length}`, `−${removed.length}`, `±${edited.length}`, `↕${moved.length}`].filter(
      (figure) => Number(figure.slice(1)) > 0,
    );
    const posts = after.onAir.items.length === 1 ? '1 post' : `${after.onAir.items.length} posts`;
    const difference = counts.length === 0 ? '' : ` (${counts.join(' ')})`;
    sentences.push({
      level: 'info',
      code: 'ON_AIR',
      message: `${after.slug}: revision ${after.onAir.revision} on air, ${posts}${difference}, by ${by}.`,
    });
  }
  return sentences;
}

/** For example `released by Ines, following live`. */
function describeGate({ gate, gateBy }: FeedState): string {
  const by = gateBy === null ? '' : ` by ${gateBy}`;
  return gate === 'following' ? `released${by}, following live` : `${gate}${by}`;
}

function describeCause({ cause, verb }: FeedState['onAir']): string {
  if (cause === 'service') return 'the service';
  if (cause === 'operator') return 'an operator';
  return verb === 'restart' ? 'the restart' : verb === 'rotation' ? 'the rotation' : 'a guard';
}
