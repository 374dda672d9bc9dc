/** The rail: gate keys, waiting list, desks, picture and consumers. */
import { Monitor } from 'lucide-react';
import type { DeskFeed, DeskPresence } from '../../../contract/deskState.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import { hasConfirmed } from '../../model/words/consumerFacts.ts';
import { pastTenseOf } from '../../model/words/pastTense.ts';
import { describeBlocked, lostConsumersOf } from '../../model/words/takedown.ts';
import { useComputed, useDesk, useIsFollowing, useToday } from '../../stores/useDesk.ts';
import { ConsumerLines } from './ConsumerLines.tsx';
import { GateKeys } from './GateKeys.tsx';
import { Picture } from './Picture.tsx';
import { ScrollArea } from './ScrollArea.tsx';
import { WaitingList } from './Waiting.tsx';

export function Rail() {
  const isFollowing = useIsFollowing();
  return (
    <aside className="rail" aria-label={say('Gate')}>
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
    <section className="panel desks" aria-label={say('Desks')}>
      <h3 className="panel-head">
        {say('DESKS {count}', { count: formatNumber(desks.length) })}
        <span className="panel-aside">{desks.length === 2 ? say('both can operate') : say('all can operate')}</span>
      </h3>
      <ScrollArea className="desks-list">
        {desks.map((desk) => (
          <div className="change" key={`${desk.name} ${desk.address}`}>
            <span className="change-symbol is-plain">
              <Monitor />
            </span>
            <span className="change-name is-outside" title={desk.name}>
              {desk.name === you ? say('{name}, you', { name: desk.name }) : desk.name}
            </span>
            <LastAction desk={desk} />
          </div>
        ))}
      </ScrollArea>
    </section>
  );
}

function LastAction({ desk }: { readonly desk: DeskPresence }) {
  const text = useComputed(({ feed }, nowMs) => describeLastAction(desk, feed, nowMs));
  return text !== null && <span className="change-note">{text}</span>;
}

/** `null` for a desk that is not known to have acted: Greenroom remembers actions until it restarts. */
function describeLastAction({ name, lastAction: action }: DeskPresence, feed: DeskFeed, nowMs: number): string | null {
  if (action === null) return null;
  const age = formatDuration(nowMs - Date.parse(action.at));
  return action.outcome === 'done'
    ? say('{action} {age} ago', { action: describeBlocked(feed, name, action) ?? pastTenseOf(action), age })
    : say('refused {age} ago', { age });
}

function Consumers() {
  const consumers = useDesk(({ feed }) => feed.consumers);
  const revision = useDesk(({ feed }) => feed.revision);
  const disconnectedAt = useDesk((desk) => desk.disconnectedAt);
  const today = useToday();
  const lateCount = consumers.filter((consumer) => !hasConfirmed(revision, consumer)).length;
  const count = consumers.length;
  const lostCount = useDesk(({ feed }) => lostConsumersOf(feed).length);
  const isDisconnected = disconnectedAt !== null;
  const confirmedText = isDisconnected
    ? say('as of {time}', { time: formatDayTime(disconnectedAt, today) })
    : count + lostCount === 0
      ? ''
      : lateCount + lostCount === 0
        ? say('all confirmed')
        : say('{count, plural, one {# confirmed} other {# confirmed}}, {others} not', {
            count: count - lateCount,
            others: formatNumber(lateCount + lostCount),
          });
  return (
    <section className="panel consumers" aria-label={say('Consumers')}>
      <h3 className="panel-head">
        {say('CONSUMERS {count}', { count: formatNumber(count) })}
        <span className="panel-aside">{confirmedText}</span>
      </h3>
      {count === 0 && !isDisconnected && <p className="panel-empty">{say('Nothing is reading this feed.')}</p>}
      <ConsumerLines consumers={consumers} feedRevision={revision} />
    </section>
  );
}
