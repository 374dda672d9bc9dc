/** The events of the recorded show, oldest first; a click or Enter on an event seeks to it. */

import { type KeyboardEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RehearsalEvent, RehearsalView, RehearsedList } from '../../../../contract/history.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { say } from '../../../../core/language/say.ts';
import { formatDayTime } from '../../../../core/time.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { useIsYou } from '../../../stores/givenName.ts';
import { useDesk, useIsDisconnected } from '../../../stores/useDesk.ts';
import { VirtualList } from '../../VirtualList.tsx';
import { causeBadgeOf } from '../causeBadge.ts';
import { postNamesOf, replaceIds } from './replaceIds.ts';

type EventListProps = {
  readonly rehearsal: RehearsalView;
  readonly events: readonly RehearsalEvent[] | null;
  /** Shown while `events` is `null`. */
  readonly missingText: string;
  /** Supplies the names of posts; `null` while loading, or when the recording has no such feed. */
  readonly list: RehearsedList | null;
  readonly seek: (at: string) => void;
};

export function EventList({ rehearsal, events, missingText, list, seek }: EventListProps) {
  const known = useDesk((desk) => desk.index.lists);
  const names = useMemo(() => postNamesOf(known, list), [known, list]);
  /** The event focused with the arrow keys; `null` while the list follows playback. */
  const [cursor, setCursor] = useState<number | null>(null);
  const startMs = Date.parse(rehearsal.startedAt);
  const currentIndex = rehearsal.step - 1;
  const count = events?.length ?? 0;
  const focusIndex = cursor ?? Math.max(0, currentIndex);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9 }[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(count - 1, Math.max(0, focusIndex + step));
    flushSync(() => setCursor(next));
    document.getElementById(`rehearsal-event-${next}`)?.focus();
  };
  return (
    <section className="list" aria-label={say('Recorded events')} onKeyDown={move}>
      <div className="list-head">
        <h2 className="list-title">{say('EVENTS {count}', { count: formatNumber(rehearsal.steps) })}</h2>
        <span className="list-note">{say('as recorded')}</span>
      </div>
      {events === null ? (
        <p className="list-empty">{missingText}</p>
      ) : (
        <VirtualList
          label={say('Events, oldest first')}
          items={events}
          rowHeight={52}
          scrollToIndex={focusIndex}
          render={(event, index) => (
            <EventRow
              event={event}
              time={formatDayTime(event.at, startMs)}
              text={replaceIds(event.words, names)}
              index={index}
              isCurrent={index === currentIndex}
              isPast={index < currentIndex}
              isTabStop={index === focusIndex}
              onSelect={() => {
                setCursor(null);
                seek(event.at);
              }}
            />
          )}
        />
      )}
    </section>
  );
}

type EventRowProps = {
  readonly event: RehearsalEvent;
  readonly time: string;
  readonly text: string;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly isPast: boolean;
  readonly isTabStop: boolean;
  readonly onSelect: () => void;
};

function EventRow({ event, time, text, index, isCurrent, isPast, isTabStop, onSelect }: EventRowProps) {
  const isYou = useIsYou();
  const isDisconnected = useIsDisconnected();
  return (
    <Button
      id={`rehearsal-event-${index}`}
      className={`recorded-event${isCurrent ? ' is-current' : isPast ? ' is-past' : ''}`}
      aria-current={isCurrent ? 'step' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      disabledReason={isDisconnected ? say('not connected') : null}
      onPress={onSelect}
    >
      <span className="recorded-event-time">{time}</span>
      <Badge badge={causeBadgeOf(event.cause, event.by, isYou(event.by, event.at))} />
      <span className="recorded-event-text">{text}</span>
    </Button>
  );
}
