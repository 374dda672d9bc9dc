/** One consumer of a feed, with the revision it shows and whether it is up to date. */
import { CircleCheck, CircleDashed, Minus, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { Consumer } from '../../../contract/consumer.ts';
import { formatDuration } from '../../../core/time.ts';
import { hasConfirmed, wasOnlySent } from '../../model/words/consumerFacts.ts';
import { useComputed, useIsDisconnected } from '../../stores/useDesk.ts';

type ConsumerLineProps = {
  readonly consumer: Consumer;
  readonly feedRevision: number;
};

export function ConsumerLine({ consumer, feedRevision }: ConsumerLineProps) {
  const isDisconnected = useIsDisconnected();
  const silentFor = useComputed((_, nowMs) => formatDuration(nowMs - Date.parse(consumer.lastSeenAt)));
  const isLate = consumer.state === 'reading' && !hasConfirmed(feedRevision, consumer);
  const state = isDisconnected ? 'old' : isLate ? 'late' : consumer.state;
  const isOnlySent = wasOnlySent(feedRevision, consumer);
  const revision = isOnlySent ? consumer.revision : consumer.confirmedRevision || '–';
  const program = consumer.program === consumer.name ? '' : ` (${consumer.program})`;
  const title = `${consumer.name}${program}, ${consumer.protocol} from ${consumer.address}`;
  return (
    <div className={`consumer is-${state}`} title={title}>
      {state === 'reading' && <CircleCheck aria-label="confirmed" />}
      {state === 'late' && <CircleDashed aria-label={isOnlySent ? 'sent, can’t confirm' : 'not yet confirmed'} />}
      {state === 'behind' && <OctagonAlert aria-label="behind" />}
      {state === 'silent' && <TriangleAlert aria-label="silent" />}
      {state === 'old' && <Minus aria-label="unknown" />}
      <b>{consumer.name}</b>
      <span>{state === 'silent' ? `${silentFor} ago` : revision}</span>
    </div>
  );
}
