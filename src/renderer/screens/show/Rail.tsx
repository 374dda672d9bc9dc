/** The rail: gate keys, waiting list, desks, picture and consumers. */
import { Monitor } from 'lucide-react';
import type { DeskPresence } from '../../../contract/deskState.ts';
import { formatClockTime, formatDuration } from '../../../ui/time.ts';
import { pastTenseOf } from '../../model/words/pastTense.ts';
import { hasConfirmed } from '../../model/words/stripFacts.ts';
import { useDesk } from '../desk.ts';
import { ConsumerLine } from './ConsumerLine.tsx';
import { GateKeys } from './GateKeys.tsx';
import { Picture } from './Picture.tsx';
import { WaitingList } from './Waiting.tsx';

export function Rail() {
  return (
    <aside className="rail" aria-label="Gate">
      <GateKeys />
      <WaitingList />
      <Desks />
      <Picture />
      <Consumers />
    </aside>
  );
}

function Desks() {
  const { state, nowMs } = useDesk();
  if (state.desks.length < 2) return null;
  return (
    <section className="panel desks" aria-label="Desks">
      <h3 className="panel-head">
        DESKS {state.desks.length}
        <span className="panel-aside">{state.desks.length === 2 ? 'both can operate' : 'all can operate'}</span>
      </h3>
      {state.desks.map((desk) => (
        <div className="change" key={`${desk.name} ${desk.address}`}>
          <span className="change-symbol is-plain">
            <Monitor className="icon" aria-hidden="true" />
          </span>
          <span className="change-name">{desk.name === state.you ? `${desk.name}, you` : desk.name}</span>
          <span className="change-note">{describeLastAction(desk.lastAction, nowMs)}</span>
        </div>
      ))}
    </section>
  );
}

function describeLastAction(action: DeskPresence['lastAction'], nowMs: number): string {
  if (action === null) return 'no action yet';
  const ago = `${formatDuration(nowMs - Date.parse(action.at))} ago`;
  return action.outcome === 'done' ? `${pastTenseOf(action)} ${ago}` : `refused ${ago}`;
}

function Consumers() {
  const { feed, isDisconnected, lastKnownAt } = useDesk();
  const lateCount = feed.consumers.filter((consumer) => !hasConfirmed(feed.revision, consumer)).length;
  const count = feed.consumers.length;
  const confirmedText = isDisconnected
    ? `as of ${formatClockTime(lastKnownAt)}`
    : count === 0
      ? ''
      : lateCount === 0
        ? 'all confirmed'
        : `${count - lateCount} confirmed, ${lateCount} not`;
  return (
    <section className="panel consumers" aria-label="Consumers">
      <h3 className="panel-head">
        CONSUMERS {count}
        <span className="panel-aside">{confirmedText}</span>
      </h3>
      {count === 0 && !isDisconnected && (
        <p className="panel-empty">
          Nothing is reading this feed. For its addresses, select No consumers in the strip.
        </p>
      )}
      <div className="consumers-list">
        {feed.consumers.map((consumer) => (
          <ConsumerLine key={consumer.id} consumer={consumer} feedRevision={feed.revision} />
        ))}
      </div>
    </section>
  );
}
