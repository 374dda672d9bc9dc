/** The deliveries, newest first, each in words: what became of it and what comes next. */
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Sent } from '../api/shapes.ts';
import { isPending } from '../state/facts.ts';
import { clockOf } from '../state/time.ts';
import { deliveryWords } from '../state/words.ts';
import { Button } from '../ui/Button.tsx';
import { Lamp } from '../ui/marks.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

type Which = 'all' | 'waiting' | 'failed';

export function Deliveries() {
  const sent = usePageState((state) => state.sent);
  const total = usePageState((state) => state.sentTotal);
  const now = usePageState((state) => state.now);
  const [which, setWhich] = useState<Which>('all');
  const [wanted, setWanted] = useState('');
  const waiting = sent.filter(isPending);
  const failed = sent.filter(({ state }) => state === 'failed' || state === 'gaveUp');
  const chosen = { all: sent, waiting, failed }[which];
  const shown = chosen.filter((one) => isWanted(one, wanted));
  const chips: readonly (readonly [Which, string])[] = [
    ['all', `All ${total}`],
    ['waiting', `Waiting ${waiting.length}`],
    ['failed', `Failed for good ${failed.length}`],
  ];
  return (
    <section aria-label="Deliveries" className="deliveries">
      <div className="filters">
        <h2>Deliveries</h2>
        <label className="find is-wide">
          <Search aria-hidden="true" />
          <input
            aria-label="Find deliveries"
            placeholder="Collection, webhook"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </label>
        {chips.map(([name, words]) => (
          <button
            key={name}
            type="button"
            className={name === which ? 'chip is-on' : 'chip'}
            aria-pressed={name === which}
            onClick={() => setWhich(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <table className="checks">
        <thead>
          <tr>
            <th>Event</th>
            <th>To</th>
            <th>Collection, version</th>
            <th>State</th>
            <th>Next</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <Delivery key={one.id} sent={one} now={now} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? (
        <p className="deliveries-note">
          {sent.length === 0 ? 'Nothing has been told yet.' : 'None of them is like that.'}
        </p>
      ) : null}
      <p className="deliveries-note">
        2xx is delivered. 429, 5xx, no answer in 10 s and no connection are tried again: after 1, 2, 4 s and so on,
        twice as long each time up to 5 minutes, a little earlier or later; given up after 24 hours. Any other 4xx is
        failed for good. Redirects are not followed.
      </p>
    </section>
  );
}

function Delivery({ sent, now }: { readonly sent: Sent; readonly now: number }) {
  const { running } = usePage();
  const { kind, words, next } = deliveryWords(sent, now);
  const at = new Date(sent.eventAt);
  return (
    <tr className={`is-${kind}`}>
      <td className="mono">
        {clockOf(at.getTime())}.{String(at.getMilliseconds()).padStart(3, '0')}
      </td>
      <th scope="row">{sent.webhookName ?? 'removed'}</th>
      <td>
        {sent.collectionName}, {sent.version}
      </td>
      <td>
        <Lamp kind={kind} words={words} />
      </td>
      <td>
        {sent.state === 'gaveUp' || sent.state === 'failed' ? (
          <Button onPress={() => void running.retry(sent.id)} title={next}>
            Send again
          </Button>
        ) : (
          next
        )}
      </td>
    </tr>
  );
}

function isWanted({ collectionName, webhookName }: Sent, wanted: string): boolean {
  const text = `${collectionName} ${webhookName ?? ''}`.toLowerCase();
  return text.includes(wanted.trim().toLowerCase());
}
