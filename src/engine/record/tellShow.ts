/** Lists the events of a recorded show: one line for each step that an operator did or saw. */
import type { RehearsalEvent } from '../../contract/past.ts';
import { advance } from '../../core/advance.ts';
import type { ShowState } from '../../core/show.ts';
import { isQuietEvent, type EventSummary, summariseEvent } from '../../core/tellEvent.ts';
import { replayEvent } from './recordedEvents.ts';
import type { RecordedShow, RecordedStep } from './recorder.ts';

/** Whether the step has no line in the list of events. */
export function isQuietStep({ events }: RecordedStep): boolean {
  return events.every((event) => isTyped(event) && isQuietEvent(event));
}

/** Works in slices of 10 ms, because the live show has priority. Resolves with `null` when no longer `isWanted`. */
export async function summariseShow(
  { start, steps }: RecordedShow,
  isWanted: () => boolean,
): Promise<readonly RehearsalEvent[] | null> {
  const events: RehearsalEvent[] = [];
  let state = start;
  let sliceBegan = performance.now();
  for (const step of steps) {
    const next = summariseStep(state, step);
    if (next.summary !== null) events.push({ step: events.length + 1, at: step.at, ...next.summary });
    state = next.state;
    if (performance.now() - sliceBegan < 10) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (!isWanted()) return null;
    sliceBegan = performance.now();
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
    const event = replayEvent(raw, before);
    if (event === null) continue;
    const after = advance(state, event).state;
    const summary = summariseEvent(event, state, after);
    if (summary !== null) summaries.push(summary);
    state = after;
  }
  if (isQuietStep(step)) return { state, summary: null };
  const [first] = summaries;
  const words = summaries.map((summary) => summary.words).join('; ');
  return { state, summary: { cause: first?.cause ?? null, by: first?.by ?? null, words: words || 'Unreadable event' } };
}

function isTyped(event: unknown): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}
