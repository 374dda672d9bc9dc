/** The strip: what readers get, what is saved, who reads, who is told. */
import { FlaskRound, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOn } from '../state/announce.ts';
import { toldFact } from '../state/facts.ts';
import { readerWords, savedWords } from '../state/words.ts';
import { usePageState } from '../ui/usePage.ts';

function Fact({ kind, main, note }: { readonly kind: string; readonly main: ReactNode; readonly note: string | null }) {
  return (
    <div className={`fact ${kind}`}>
      <div className="fact-main">{main}</div>
      {note === null ? null : <div className="fact-note">{note}</div>}
    </div>
  );
}

export function Strip() {
  const now = usePageState((state) => state.now);
  const collection = usePageState((state) => state.collection);
  const isOwnVersion = usePageState((state) => state.isOwnVersion);
  const keys = usePageState((state) => state.keys);
  const hooks = usePageState((state) => state.hooks);
  const sent = usePageState((state) => state.sent);
  const faultsOn = usePageState((state) => countOn(state.faults));
  const saved = savedWords(collection, isOwnVersion);
  const readers = readerWords(keys, now);
  const told = toldFact(hooks, sent, now);
  const service = (
    <>
      <Server aria-hidden="true" />
      SERVICE
    </>
  );
  return (
    <section className="strip" aria-label="What readers get">
      <Fact kind="is-service" main={service} note={null} />
      <Fact kind="" main="Live is what readers get" note="Whether it is on air, a desk decides" />
      <Fact kind="" main={saved.main} note={saved.note} />
      <Fact kind="" main={readers.main} note={readers.note} />
      {faultsOn > 0 ? (
        <Fact
          kind="is-held"
          main={
            <>
              <FlaskRound aria-hidden="true" />
              {faultsOn === 1 ? '1 fault on' : `${faultsOn} faults on`}
            </>
          }
          note="Readers get wrong answers on purpose"
        />
      ) : (
        <Fact kind={told.isLate ? 'is-held' : ''} main={told.main} note={told.note} />
      )}
    </section>
  );
}
