/** What happened in the recorded show, oldest first: when, by whom, in words. A click or Enter goes there. */
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { RehearsalEvent, RehearsalView, RehearsedList } from '../../../contract/past.ts';
import { useDesk } from '../../state/desk.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Windowed } from '../../ui/Windowed.tsx';
import { clockTime } from '../../words/time.ts';
import { causeMark } from '../causeMark.ts';
import { knownNames, namedWords } from './namedWords.ts';

type EventListProps = {
  readonly rehearsal: RehearsalView;
  /** Null: the engine still works them out. */
  readonly events: readonly RehearsalEvent[] | null;
  /** What is rehearsed now, for the names of its posts; null: not known yet. */
  readonly list: RehearsedList | null;
  readonly seek: (at: string) => void;
};

export function EventList({ rehearsal, events, list, seek }: EventListProps) {
  const { isCompact, index } = useDesk();
  const names = useMemo(() => knownNames(index, list), [index, list]);
  /** Where the arrows have gone; null: with the show. */
  const [cursor, setCursor] = useState<number | null>(null);
  const here = rehearsal.step - 1;
  const count = events?.length ?? 0;
  const aim = cursor ?? Math.max(0, here);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9 }[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(Math.min(count - 1, Math.max(0, aim + step)));
  };
  useEffect(() => {
    if (cursor === null) return;
    // The row is drawn first, and may have to be scrolled to.
    const drawn = requestAnimationFrame(() => document.getElementById(`rehearsal-event-${cursor}`)?.focus());
    return () => cancelAnimationFrame(drawn);
  }, [cursor]);
  return (
    <section className="list is-events" aria-label="Events of the recorded show" onKeyDown={move}>
      <div className="list-head">
        <h2 className="list-title">EVENTS {rehearsal.steps.toLocaleString('en')}</h2>
        <span className="list-note">as recorded; press one to go there</span>
      </div>
      {events === null ? (
        <p className="list-empty">The engine reads the recorded show.</p>
      ) : (
        <Windowed
          label="Events, oldest first"
          count={count}
          rowHeight={isCompact ? 40 : 52}
          kept={aim}
          render={(place) => {
            const event = events[place];
            if (event === undefined) return null;
            return (
              <EventRow
                event={event}
                words={namedWords(event.words, names)}
                place={place}
                isHere={place === here}
                isOver={place < here}
                isStop={place === aim}
                go={() => {
                  setCursor(null);
                  seek(event.at);
                }}
              />
            );
          }}
        />
      )}
    </section>
  );
}

type EventRowProps = {
  readonly event: RehearsalEvent;
  readonly words: string;
  readonly place: number;
  readonly isHere: boolean;
  readonly isOver: boolean;
  /** Whether Tab comes to this one. */
  readonly isStop: boolean;
  readonly go: () => void;
};

function EventRow({ event, words, place, isHere, isOver, isStop, go }: EventRowProps) {
  const { state, isCutOff } = useDesk();
  return (
    <button
      type="button"
      id={`rehearsal-event-${place}`}
      className={`told${isHere ? ' is-here' : isOver ? ' is-over' : ''}`}
      aria-current={isHere ? 'step' : undefined}
      tabIndex={isStop ? 0 : -1}
      disabled={isCutOff}
      onClick={go}
    >
      <span className="told-time">{clockTime(event.at)}</span>
      <Mark mark={causeMark(event.cause, event.by, state.you)} />
      <span className="told-words" dir="auto">
        {words}
      </span>
    </button>
  );
}
