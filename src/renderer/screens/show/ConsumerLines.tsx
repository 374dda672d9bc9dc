/** The consumers of a feed, each with the revision it shows and whether it is up to date. */
import { CircleCheck, CircleDashed, Minus, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { Consumer } from '../../../contract/consumer.ts';
import { say } from '../../../core/language/say.ts';
import { formatDuration } from '../../../core/time.ts';
import { hasConfirmed, wasOnlySent } from '../../model/words/consumerFacts.ts';
import { useComputed, useIsDisconnected } from '../../stores/useDesk.ts';
import { ScrollArea } from './ScrollArea.tsx';

type ConsumerLinesProps = {
  readonly consumers: readonly Consumer[];
  readonly feedRevision: number;
};

export function ConsumerLines({ consumers, feedRevision }: ConsumerLinesProps) {
  return (
    <ScrollArea className="consumers-area">
      <div className="consumers-list">
        {consumers.map((consumer) => (
          <ConsumerLine key={consumer.id} consumer={consumer} feedRevision={feedRevision} />
        ))}
      </div>
    </ScrollArea>
  );
}

type ConsumerLineProps = {
  readonly consumer: Consumer;
  readonly feedRevision: number;
};

function ConsumerLine({ consumer, feedRevision }: ConsumerLineProps) {
  const isDisconnected = useIsDisconnected();
  const lastSeen = useComputed((_, nowMs) =>
    consumer.lastSeenAt === null
      ? say('not seen')
      : say('{age} ago', { age: formatDuration(nowMs - Date.parse(consumer.lastSeenAt)) }),
  );
  const isLate = consumer.state === 'reading' && !hasConfirmed(feedRevision, consumer);
  const state = isDisconnected ? 'old' : isLate ? 'late' : consumer.state;
  const isOnlySent = wasOnlySent(feedRevision, consumer);
  const revision = isOnlySent ? consumer.revision : consumer.confirmedRevision || '–';
  const { name, program, protocol, address } = consumer;
  const title =
    program === name
      ? say('{name}, {protocol} from {address}', { name, protocol, address })
      : say('{name} ({program}), {protocol} from {address}', { name, program, protocol, address });
  return (
    <div className={`consumer is-${state}`} title={title}>
      {state === 'reading' && <CircleCheck aria-label={say('confirmed')} />}
      {state === 'late' && (
        <CircleDashed aria-label={isOnlySent ? say('sent, can’t confirm') : say('not yet confirmed')} />
      )}
      {state === 'behind' && <OctagonAlert aria-label={say('behind')} />}
      {state === 'silent' && <TriangleAlert aria-label={say('silent')} />}
      {state === 'old' && <Minus aria-label={say('unknown')} />}
      <b className="is-outside">{name}</b>
      <span>{state === 'silent' ? lastSeen : revision}</span>
    </div>
  );
}
