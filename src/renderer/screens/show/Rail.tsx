/** The rail: gate keys, waiting list, desks, picture and consumers. */
import { Monitor } from 'lucide-react';
import type { DeskPresence } from '../../../contract/deskState.ts';
import { formatClockTime, formatDuration } from '../../../core/time.ts';
import { hasConfirmed } from '../../model/words/consumerFacts.ts';
import { pastTenseOf } from '../../model/words/pastTense.ts';
import { lostConsumersOf } from '../../model/words/takedown.ts';
import { useComputed, useDesk, useIsFollowing } from '../../stores/useDesk.ts';
import { ConsumerLine } from './ConsumerLine.tsx';
import { GateKeys } from './GateKeys.tsx';
import { Picture } from './Picture.tsx';
import { WaitingList } from './Waiting.tsx';

export function Rail() {
  const isFollowing = useIsFollowing();
  return (
    <aside className="rail" aria-label="Gate">
      {!isFollowing && <GateKeys />}
      <WaitingList />
      <Desks />
      <Picture />
      <Consumers />
    </aside>
  );
}

function Desks() {
  const desks = useDesk(({ state }) => state.desks);
  const you = useDesk(({ state }) => state.you);
  if (desks.length < 2) return null;
  return (
    <section className="panel desks" aria-label="Desks">
      <h3 className="panel-head">
        DESKS {desks.length}
        <span className="panel-aside">{desks.length === 2 ? 'both can operate' : 'all can operate'}</span>
      </h3>
      {desks.map((desk) => (
        <div className="change" key={`${desk.name} ${desk.address}`}>
          <span className="change-symbol is-plain">
            <Monitor />
          </span>
          <span className="change-name">{desk.name === you ? `${desk.name}, you` : desk.name}</span>
          <LastAction action={desk.lastAction} />
        </div>
      ))}
    </section>
  );
}

function LastAction({ action }: { readonly action: DeskPresence['lastAction'] }) {
  const text = useComputed((_, nowMs) => describeLastAction(action, nowMs));
  return <span className="change-note">{text}</span>;
}

function describeLastAction(action: DeskPresence['lastAction'], nowMs: number): string {
  if (action === null) return 'no action yet';
  const ago = `${formatDuration(nowMs - Date.parse(action.at))} ago`;
  return action.outcome === 'done' ? `${pastTenseOf(action)} ${ago}` : `refused ${ago}`;
}

function Consumers() {
  const consumers = useDesk(({ feed }) => feed.consumers);
  const revision = useDesk(({ feed }) => feed.revision);
  const disconnectedAt = useDesk((desk) => desk.disconnectedAt);
  const lateCount = consumers.filter((consumer) => !hasConfirmed(revision, consumer)).length;
  const count = consumers.length;
  const lostCount = useDesk(({ feed }) => lostConsumersOf(feed).length);
  const isDisconnected = disconnectedAt !== null;
  const confirmedText = isDisconnected
    ? `as of ${formatClockTime(disconnectedAt)}`
    : count + lostCount === 0
      ? ''
      : lateCount + lostCount === 0
        ? 'all confirmed'
        : `${count - lateCount} confirmed, ${lateCount + lostCount} not`;
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
        {consumers.map((consumer) => (
          <ConsumerLine key={consumer.id} consumer={consumer} feedRevision={revision} />
        ))}
      </div>
    </section>
  );
}
