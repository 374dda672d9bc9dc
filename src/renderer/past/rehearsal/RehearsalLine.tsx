/** The controls of a rehearsal: go on or pause, how fast, one event, and the place in the recorded show. */
import { Pause, Play, StepForward } from 'lucide-react';
import { useState } from 'react';
import type { RehearsalEvent, RehearsalView } from '../../../contract/past.ts';
import { capOf, useKeymap } from '../../keys/keymap.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { say } from '../../state/hand.ts';
import { Segments } from '../../ui/Segments.tsx';
import { clockTime } from '../../words/time.ts';

type RehearsalLineProps = {
  readonly rehearsal: RehearsalView;
  readonly events: readonly RehearsalEvent[];
  readonly seek: (at: string) => void;
};

export function RehearsalLine({ rehearsal, events, seek }: RehearsalLineProps) {
  const { offers, isCutOff } = useDesk();
  const { press, client } = useHands();
  const keymap = useKeymap();
  /** Where the hand drags it; null: nobody does. Epoch milliseconds. */
  const [dragged, setDragged] = useState<number | null>(null);
  const { isPaused, speed, step, steps } = rehearsal;
  const [startMs, endMs, atMs] = [rehearsal.startedAt, rehearsal.endedAt, rehearsal.at].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ];
  const drop = (): void => {
    if (dragged === null) return;
    seek(new Date(dragged).toISOString());
    setDragged(null);
  };
  const changeSpeed = (next: '1' | '10' | 'step'): void => {
    const wanted = next === 'step' ? 'step' : next === '1' ? 1 : 10;
    if (wanted === speed) return;
    client.command('speedRehearsal', { speed: wanted }).then(
      (answer) => {
        if (!answer.ok) say('The rehearsal did not do that.', 'It is as it was.', false);
      },
      () => say('The engine did not answer.', 'The rehearsal is as it was.', false),
    );
  };
  return (
    <div className="rehearsal-line">
      <button
        type="button"
        className="button is-main"
        disabled={offers.rehearsePause.reason !== null}
        title={offers.rehearsePause.reason ?? undefined}
        onClick={() => press('rehearsePause')}
      >
        {isPaused ? <Play className="icon" aria-hidden="true" /> : <Pause className="icon" aria-hidden="true" />}
        {isPaused ? 'Go on' : 'Pause'} <kbd>{capOf(keymap, 'rehearsePause')}</kbd>
      </button>
      <Segments
        label="Speed"
        choices={[
          ['1', '1×'],
          ['10', '10×'],
          ['step', 'Step'],
        ]}
        chosen={String(speed) as '1' | '10' | 'step'}
        isResting={isCutOff}
        onChoose={changeSpeed}
      />
      <button
        type="button"
        className="button"
        disabled={offers.rehearseStep.reason !== null}
        title={offers.rehearseStep.reason ?? undefined}
        onClick={() => press('rehearseStep')}
      >
        <StepForward className="icon" aria-hidden="true" />
        Next event <kbd>{capOf(keymap, 'rehearseStep')}</kbd>
      </button>
      <b className="rehearsal-clock">{clockTime(dragged ?? atMs)}</b>
      <span className="scrub">
        <Ticks events={events} startMs={startMs} endMs={endMs} />
        <input
          type="range"
          aria-label="Place in the recorded show"
          aria-valuetext={clockTime(dragged ?? atMs)}
          min={startMs}
          max={startMs + Math.max(1, Math.ceil((endMs - startMs) / 1000)) * 1000}
          step={1000}
          value={dragged ?? atMs}
          disabled={isCutOff}
          onChange={(event) => setDragged(Number(event.target.value))}
          onPointerUp={drop}
          onKeyUp={drop}
          onBlur={drop}
        />
      </span>
      <span className="rehearsal-count">
        event {step.toLocaleString('en')} of {steps.toLocaleString('en')}
      </span>
    </div>
  );
}

/** Where something happened, as far as a line of this length can tell two from each other. */
function Ticks({ events, startMs, endMs }: Pick<RehearsalLineProps, 'events'> & { startMs: number; endMs: number }) {
  const lengthMs = Math.max(1, endMs - startMs);
  const places = new Set(events.map(({ at }) => Math.round(((Date.parse(at) - startMs) / lengthMs) * 400) / 4));
  return (
    <span className="scrub-ticks" aria-hidden="true">
      {[...places].map((place) => (
        <i key={place} style={{ left: `${Math.min(100, Math.max(0, place))}%` }} />
      ))}
    </span>
  );
}
