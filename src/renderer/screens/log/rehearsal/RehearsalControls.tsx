/** Playback controls of a rehearsal: pause, speed, single step and position. */

import { Pause, Play, StepForward } from 'lucide-react';
import { useState } from 'react';
import type { RehearsalEvent, RehearsalView } from '../../../../contract/history.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { markMessage, say } from '../../../../core/language/say.ts';
import { formatExactTime } from '../../../../core/time.ts';
import { useExplainDisabled } from '../../../../ui/Button.tsx';
import { Segments } from '../../../../ui/Segments.tsx';
import { useCommand } from '../../../engine/useCommand.ts';
import { useIsDisconnected } from '../../../stores/useDesk.ts';
import { ActionButton } from '../../ActionButton.tsx';

type RehearsalControlsProps = {
  readonly rehearsal: RehearsalView;
  readonly events: readonly RehearsalEvent[];
  readonly seek: (at: string) => void;
};

export function RehearsalControls({ rehearsal, events, seek }: RehearsalControlsProps) {
  const disabledReason = useIsDisconnected() ? say('not connected') : null;
  const explain = useExplainDisabled();
  const send = useCommand();
  /** Position of the slider while it is dragged, in epoch milliseconds; `null` otherwise. */
  const [draggedMs, setDraggedMs] = useState<number | null>(null);
  const { isPaused, speed, step, steps } = rehearsal;
  const [startMs, endMs, atMs] = [rehearsal.startedAt, rehearsal.endedAt, rehearsal.at].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ];
  const seekToDragged = (): void => {
    if (draggedMs === null) return;
    seek(new Date(draggedMs).toISOString());
    setDraggedMs(null);
  };
  const changeSpeed = (next: '1' | '10' | 'step'): void => {
    const nextSpeed = next === 'step' ? 'step' : next === '1' ? 1 : 10;
    if (nextSpeed === speed) return;
    const command = { name: 'speedRehearsal', input: { speed: nextSpeed } } as const;
    send({ title: markMessage('Rehearsal speed'), keyLabel: null, command });
  };
  return (
    <div className="rehearsal-controls" role="toolbar" aria-label={say('Playback')}>
      <ActionButton
        action="rehearsePause"
        label={isPaused ? say('Resume') : say('Pause')}
        className="button is-primary"
      >
        {isPaused ? <Play /> : <Pause />}
      </ActionButton>
      <Segments
        className="segments"
        label={say('Speed')}
        choices={[
          ['1', '1×'],
          ['10', '10×'],
          ['step', say('Step')],
        ]}
        selected={String(speed) as '1' | '10' | 'step'}
        disabledReason={disabledReason}
        onSelect={changeSpeed}
      />
      <ActionButton action="rehearseStep" label={say('Next event')}>
        <StepForward />
      </ActionButton>
      <b className="rehearsal-clock">{formatExactTime(draggedMs ?? atMs, startMs)}</b>
      <span className="scrub">
        <EventTicks events={events} startMs={startMs} endMs={endMs} />
        <input
          type="range"
          aria-label={say('Position in the show')}
          aria-valuetext={formatExactTime(draggedMs ?? atMs, startMs)}
          min={startMs}
          max={startMs + Math.max(1, Math.ceil((endMs - startMs) / 1000)) * 1000}
          step={1000}
          value={draggedMs ?? atMs}
          aria-disabled={disabledReason === null ? undefined : true}
          title={disabledReason ?? undefined}
          onChange={(event) => {
            if (disabledReason === null) setDraggedMs(Number(event.target.value));
            else explain(disabledReason);
          }}
          onPointerUp={seekToDragged}
          onKeyUp={seekToDragged}
          onBlur={seekToDragged}
        />
      </span>
      <span className="rehearsal-count">
        {say('event {number} of {count}', { number: formatNumber(step), count: formatNumber(steps) })}
      </span>
    </div>
  );
}

/** Ticks for the events on the slider, at most four per percent. */
function EventTicks({
  events,
  startMs,
  endMs,
}: Pick<RehearsalControlsProps, 'events'> & { startMs: number; endMs: number }) {
  const lengthMs = Math.max(1, endMs - startMs);
  const positions = new Set(events.map(({ at }) => Math.round(((Date.parse(at) - startMs) / lengthMs) * 400) / 4));
  return (
    <span className="scrub-ticks" aria-hidden="true">
      {[...positions].map((percent) => (
        <i key={percent} style={{ left: `${Math.min(100, Math.max(0, percent))}%` }} />
      ))}
    </span>
  );
}
