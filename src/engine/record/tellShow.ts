/** The list of what happened in a recorded show: one line for each step that an operator did or saw. */
import type { RehearsalEvent } from '../../contract/past.ts';
import { advance } from '../../core/advance.ts';
import type { ShowState } from '../../core/show.ts';
import { isQuiet, type Told, tellEvent } from '../../core/tellEvent.ts';
import { replayEvent } from './recordedEvents.ts';
import type { RecordedStep, RecordedShow } from './recorder.ts';

/** Whether the step has nothing to tell of. */
export function isQuietStep({ events }: RecordedStep): boolean {
  return events.every((event) => isTyped(event) && isQuiet(event));
}

/** Worked out in slices of a few milliseconds, because the live show goes first; null: it is no longer `isWanted`. */
export async function summariseShow(
  { start, steps: frames }: RecordedShow,
  isWanted: () => boolean,
): Promise<readonly RehearsalEvent[] | null> {
  const told: RehearsalEvent[] = [];
  let state = start;
  let sliceBegan = performance.now();
  for (const frame of frames) {
    const next = summariseStep(state, frame);
    if (next.told !== null) told.push({ step: told.length + 1, at: frame.at, ...next.told });
    state = next.state;
    if (performance.now() - sliceBegan < 10) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (!isWanted()) return null;
    sliceBegan = performance.now();
  }
  return told;
}

function summariseStep(before: ShowState, frame: RecordedStep): { readonly state: ShowState; readonly told: Told | null } {
  let state = before;
  const told: Told[] = [];
  for (const unread of frame.events) {
    const event = replayEvent(unread, before);
    if (event === null) continue;
    const after = advance(state, event).state;
    const one = tellEvent(event, state, after);
    if (one !== null) told.push(one);
    state = after;
  }
  if (isQuietStep(frame)) return { state, told: null };
  const [first] = told;
  const words = told.map((one) => one.words).join('; ');
  return { state, told: { cause: first?.cause ?? null, by: first?.by ?? null, words: words || 'Not to be read' } };
}

function isTyped(event: unknown): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}
