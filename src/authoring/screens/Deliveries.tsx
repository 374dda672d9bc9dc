/** The deliveries, newest first, each with its state and next step or reason. */

import { type RefObject, useState } from 'react';
import type { Delivery } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { formatPreciseDayTime } from '../../core/time.ts';
import { Lamp } from '../../ui/Lamp.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { VirtualRows } from '../../ui/VirtualRows.tsx';
import { isPending } from '../state/deliveryFact.ts';
import { describeContent, describeDelivery } from '../state/text.ts';
import { Button } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useList } from '../ui/useService.ts';

type DeliveryFilter = 'all' | 'waiting' | 'failed';

/** `pane` is the element that scrolls. */
export function Deliveries({ pane }: { readonly pane: RefObject<HTMLElement | null> }) {
  const { deliveries = [], total = 0 } = useList('deliveries') ?? {};
  const now = usePageState((state) => state.now);
  const [filter, setFilter] = useState<DeliveryFilter>('all');
  const [search, setSearch] = useState('');
  const waiting = deliveries.filter(isPending);
  const failed = deliveries.filter(({ state }) => state === 'failed' || state === 'gaveUp');
  const filtered = { all: deliveries, waiting, failed }[filter];
  const shown = filtered.filter((delivery) => matchesSearch(delivery, search));
  return (
    <section aria-label={say('Deliveries')} className="deliveries">
      <div className="filters">
        <h2>{say('Deliveries')}</h2>
        <SearchField
          label={say('Find deliveries')}
          placeholder={say('Collection, webhook')}
          value={search}
          onChange={setSearch}
        />
        <Segments
          className="chips"
          label={say('Filter')}
          choices={[
            ['all', say('All {count}', { count: total })],
            ['waiting', say('Waiting {count}', { count: waiting.length })],
            ['failed', say('Failed {count}', { count: failed.length })],
          ]}
          selected={filter}
          disabledReason={null}
          onSelect={setFilter}
          isChosenByArrows
        />
      </div>
      <table className="data-table">
        <thead>
          <tr>
            <th>{say('Event||column of deliveries')}</th>
            <th>{say('To||column of deliveries')}</th>
            <th>{say('Collection, version')}</th>
            <th>{say('State')}</th>
            <th>{say('Next||column of deliveries')}</th>
          </tr>
        </thead>
        <tbody>
          <VirtualRows
            pane={pane}
            rowElement="tr"
            items={shown}
            keyOf={({ id }) => id}
            rowHeight={39}
            kept={[]}
            render={(delivery, index, measure) => {
              const previous = findPreviousInQueue(delivery, deliveries);
              return <DeliveryRow delivery={delivery} previous={previous} now={now} index={index} measure={measure} />;
            }}
          />
        </tbody>
      </table>
      {shown.length === 0 ? (
        <p className="deliveries-note">{deliveries.length === 0 ? say('No deliveries yet.') : say('No matches.')}</p>
      ) : null}
      <p className="deliveries-note">
        {say(
          '2xx means delivered. 429, 5xx, no response in 10 s and no connection are retried after 1, 2, 4 s and so on, at most 5 minutes apart, for 24 hours. Any other 4xx fails permanently. Redirects are not followed.',
        )}
      </p>
    </section>
  );
}

type DeliveryRowProps = {
  readonly delivery: Delivery;
  readonly previous: Delivery | null;
  readonly now: number;
  readonly index: number;
  readonly measure: (row: Element | null) => void;
};

function DeliveryRow({ delivery, previous, now, index, measure }: DeliveryRowProps) {
  const { serviceActions } = usePage();
  const { kind, text, next } = describeDelivery(delivery, previous, now);
  const retry = () => void serviceActions.retryDelivery(delivery.id);
  return (
    <tr ref={measure} data-index={index} className={`is-${kind}`}>
      <td className="mono">{formatPreciseDayTime(delivery.eventAt, now)}</td>
      <th scope="row">{delivery.webhookName ?? say('deleted||a webhook')}</th>
      <td>{describeContent(delivery)}</td>
      <td>
        <Lamp kind={kind} text={text} />
      </td>
      <td>
        <span className="button-row">
          {delivery.state === 'gaveUp' ? null : next}
          {delivery.state === 'gaveUp' || delivery.state === 'failed' ? (
            <Button onPress={retry} title={next}>
              {delivery.state === 'failed' ? say('Retry anyway') : say('Retry')}
            </Button>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

/** Returns the delivery just before this one in the same webhook's queue, or `null` for the first. */
function findPreviousInQueue({ webhookId, queuePosition }: Delivery, deliveries: readonly Delivery[]): Delivery | null {
  if (queuePosition === null) return null;
  return (
    deliveries.find((delivery) => delivery.webhookId === webhookId && delivery.queuePosition === queuePosition - 1) ??
    null
  );
}

function matchesSearch({ collectionName, webhookName }: Delivery, search: string): boolean {
  const text = `${collectionName} ${webhookName ?? ''}`.toLowerCase();
  return text.includes(search.trim().toLowerCase());
}
