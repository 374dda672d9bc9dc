/** Lists the events of a recorded show: one line for each step that is worth showing to an operator. */

import type { RehearsalEvent } from '../../contract/history.ts';
import { advance } from '../../core/advance.ts';
import { say } from '../../core/language/say.ts';
import type { ShowEvent, ShowState } from '../../core/show.ts';
import { type EventSummary, isUnlistedEvent, summariseEvent } from '../../core/summariseEvent.ts';
import { nextBackgroundTurn } from '../../disk/turns.ts';
import { readRecordedEvent } from './recordedEvents.ts';
import type { RecordedShow, RecordedStep } from './recorder.ts';

/** Whether the step has no line in the list of events. */
export function isUnlistedStep({ events }: RecordedStep): boolean {
  return events.every((event) => hasType(event) && isUnlistedEvent(event));
}

/** Works in slices of 10 ms, because the live show has priority. Resolves with `null` once `isWanted` returns `false`. */
export async function summariseShow(
  { start, steps }: RecordedShow,
  isWanted: () => boolean,
): Promise<readonly RehearsalEvent[] | null> {
  const events: RehearsalEvent[] = [];
  let state = start;
  let sliceStartedMs = performance.now();
  for (const step of steps) {
    const next = summariseStep(state, step);
    if (next.summary !== null) {
      const { cause, by, text: words } = next.summary;
      events.push({ step: events.length + 1, at: step.at, cause, by, words });
    }
    state = next.state;
    if (performance.now() - sliceStartedMs < 10) continue;
    await nextBackgroundTurn();
    if (!isWanted()) return null;
    sliceStartedMs = performance.now();
  }
  return events;
}

function summariseStep(
  before: ShowState,
  step: RecordedStep,
): { readonly state: ShowState; readonly summary: EventSummary | null } {
  let state = before;
  const summaries: EventSummary[] = [];
  for (const raw of step.events) {
    const event = readRecordedEvent(raw, before);
    if (event === null) continue;
    const after = advance(state, event).state;
    const summary = summariseEvent(event, state, after);
    if (summary !== null) summaries.push({ ...summary, text: nameFeed(event, summary.text, after) });
    state = after;
  }
  if (isUnlistedStep(step)) return { state, summary: null };
  const [first] = summaries;
  const text = summaries.map((summary) => summary.text).join('; ');
  return {
    state,
    summary: { cause: first?.cause ?? null, by: first?.by ?? null, text: text || say('Unreadable event') },
  };
}

/** Names the feed of a command, unless the show has no other or the text names it. */
function nameFeed(event: ShowEvent, text: string, { feeds }: ShowState): string {
  const isNamed = feeds.length > 1 && 'feed' in event && event.type !== 'feedPointed';
  return isNamed ? say('{feed}: {text}', { feed: event.feed, text }) : text;
}

function hasType(event: unknown): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}
