/** The controls of a rehearsal: go on or pause, how fast, one event, and the place in the recorded show. */
import { Pause, Play, StepForward } from 'lucide-react';
import { useState } from 'react';
import type { RehearsalView } from '../../../contract/past.ts';
import { capOf, useKeymap } from '../../keys/keymap.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { say } from '../../state/hand.ts';
import { Segments } from '../../ui/Segments.tsx';
import { clockTime } from '../../words/time.ts';

export function RehearsalLine({ rehearsal }: { readonly rehearsal: RehearsalView }) {
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
  const tell = (sent: Promise<{ readonly ok: boolean }>): void => {
    sent.then(
      (answer) => {
        if (!answer.ok) say('The rehearsal did not do that.', 'It is as it was.', false);
      },
      () => say('The engine did not answer.', 'The rehearsal is as it was.', false),
    );
  };
  const seek = (): void => {
    if (dragged === null) return;
    tell(client.command('seekRehearsal', { at: new Date(dragged).toISOString() }));
    setDragged(null);
  };
  /** The engine plays a recording at one speed from its start, so a new speed goes back to where it was. */
  const changeSpeed = (next: '1' | '10' | 'step'): void => {
    const wanted = next === 'step' ? 'step' : next === '1' ? 1 : 10;
    if (wanted === speed) return;
    const { recording, at } = rehearsal;
    tell(
      client.command('rehearse', { recording, speed: wanted }).then((answer) => {
        return answer.ok && step > 0 ? client.command('seekRehearsal', { at }) : answer;
      }),
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
      <input
        type="range"
        className="scrub"
        aria-label="Place in the recorded show"
        aria-valuetext={clockTime(dragged ?? atMs)}
        min={startMs}
        max={startMs + Math.max(1, Math.ceil((endMs - startMs) / 1000)) * 1000}
        step={1000}
        value={dragged ?? atMs}
        disabled={isCutOff}
        onChange={(event) => setDragged(Number(event.target.value))}
        onPointerUp={seek}
        onKeyUp={seek}
        onBlur={seek}
      />
      <span className="rehearsal-count">
        event {step.toLocaleString('en')} of {steps.toLocaleString('en')}
      </span>
    </div>
  );
}
