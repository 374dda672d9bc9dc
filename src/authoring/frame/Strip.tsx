/** The strip of facts: saved, read and delivered; amber while deliveries are late or test faults are on. */
import { FlaskRound, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { countActiveFaults } from '../state/announcement.ts';
import { describeDeliveries } from '../state/deliveryFact.ts';
import { describeReaders, describeSaved } from '../state/text.ts';
import { usePageState } from '../ui/usePage.ts';

type FactProps = { readonly className: string; readonly main: ReactNode; readonly note: string | null };

function Fact({ className, main, note }: FactProps) {
  return (
    <div className={`fact ${className}`}>
      <div className="fact-main">{main}</div>
      {note === null ? null : <div className="fact-note">{note}</div>}
    </div>
  );
}

/** Nothing has been read from the service yet. */
const notLoaded = { main: 'Unknown', note: 'Not connected' };

export function Strip() {
  const now = usePageState((state) => state.now);
  const collection = usePageState((state) => state.collection);
  const isOwnVersion = usePageState((state) => state.isOwnVersion);
  const keys = usePageState((state) => state.keys);
  const webhooks = usePageState((state) => state.webhooks);
  const deliveries = usePageState((state) => state.deliveries);
  const faultCount = usePageState((state) => countActiveFaults(state.faults));
  const isLoaded = usePageState((state) => state.summaries !== null);
  const saved = isLoaded ? describeSaved(collection, isOwnVersion) : notLoaded;
  const readers = isLoaded ? describeReaders(keys, now) : notLoaded;
  const delivered = isLoaded ? describeDeliveries(webhooks, deliveries, now) : { ...notLoaded, isLate: false };
  const service = (
    <>
      <Server aria-hidden="true" />
      SERVICE
    </>
  );
  return (
    <section className="strip" aria-label="What readers get">
      <Fact className="is-service" main={service} note={null} />
      <Fact className="" main="Live is what readers get" note="A desk decides what goes on air" />
      <Fact className="" main={saved.main} note={saved.note} />
      <Fact className="" main={readers.main} note={readers.note} />
      {faultCount > 0 ? (
        <Fact
          className="is-held"
          main={
            <>
              <FlaskRound aria-hidden="true" />
              {faultCount === 1 ? '1 fault on' : `${faultCount} faults on`}
            </>
          }
          note="Readers get wrong responses on purpose"
        />
      ) : (
        <Fact className={delivered.isLate ? 'is-held' : ''} main={delivered.main} note={delivered.note} />
      )}
    </section>
  );
}
