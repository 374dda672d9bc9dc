/** The strip of facts: saved, read and delivered; amber while deliveries are late or test faults are on. */
import { say } from '../../core/language/say.ts';
import { FactText } from '../../ui/FactText.tsx';
import { countActiveFaults } from '../state/announcement.ts';
import { describeDeliveries } from '../state/deliveryFact.ts';
import { isOwnVersion } from '../state/serviceData.ts';
import { describeReaders, describeSaved } from '../state/text.ts';
import { usePageState } from '../ui/usePage.ts';
import { useCollection, useFaults, useList } from '../ui/useService.ts';

/** Nothing has been read from the service yet. */
const describeNotLoaded = () => ({ main: say('Unknown'), note: say('Not connected') });

export function Strip() {
  const now = usePageState((state) => state.now);
  const collection = useCollection();
  const ownVersions = usePageState((state) => state.ownVersions);
  const keys = useList('keys') ?? [];
  const webhooks = useList('webhooks') ?? [];
  const deliveries = useList('deliveries')?.deliveries ?? [];
  const faultCount = countActiveFaults(useFaults());
  const isLoaded = useList('collections') !== undefined;
  const notLoaded = describeNotLoaded();
  const saved = isLoaded ? describeSaved(collection, isOwnVersion(ownVersions, collection), now) : notLoaded;
  const readers = isLoaded ? describeReaders(keys, now) : notLoaded;
  const delivered = isLoaded ? describeDeliveries(webhooks, deliveries, now) : { ...notLoaded, isLate: false };
  return (
    <section className="strip" aria-label={say('What readers get')}>
      <div className="fact is-service">
        <FactText icon="server" main={say('SERVICE')} count={null} note="" />
      </div>
      <div className="fact">
        <FactText
          icon={null}
          main={say('Live is what readers get')}
          count={null}
          note={say('A desk decides what goes on air')}
        />
      </div>
      <div className="fact">
        <FactText icon={null} main={saved.main} count={null} note={saved.note} />
      </div>
      <div className="fact">
        <FactText icon={null} main={readers.main} count={null} note={readers.note} />
      </div>
      {faultCount > 0 ? (
        <div className="fact is-held">
          <FactText
            icon="flask"
            main={say('{count, plural, one {# fault on} other {# faults on}}', { count: faultCount })}
            count={null}
            note={say('Readers get wrong responses on purpose')}
          />
        </div>
      ) : (
        <div className={delivered.isLate ? 'fact is-held' : 'fact'}>
          <FactText icon={null} main={delivered.main} count={null} note={delivered.note} />
        </div>
      )}
    </section>
  );
}
