/** The on-air strip: what consumers get right now, in five facts. On every screen, never covered. */
import { OctagonAlert, WifiOff } from 'lucide-react';
import { useDesk } from '../state/desk.ts';
import { openPanel, openPast, openScreen } from '../state/hand.ts';
import { FrameEmpty, GateOpen, GateShut } from '../ui/Icon.tsx';
import { type Fact, type FactIcon, lostFacts, stripFacts } from '../words/stripFacts.ts';

const kinds: Readonly<Record<Fact['kind'], string>> = {
  usual: '',
  held: 'is-held',
  cleared: 'is-cleared',
  alarm: 'is-alarm',
  old: 'is-old',
  tally: 'is-tally',
  empty: 'is-tally is-empty',
  unknown: 'is-tally is-unknown',
};

export function Strip() {
  const { state, feed, nowMs, isCutOff, knownAt, lostForMs } = useDesk();
  const facts = isCutOff ? lostFacts(feed, knownAt, lostForMs) : stripFacts(state, feed, nowMs);
  return (
    <section className="strip" aria-label="What is on air">
      <FactKey fact={facts.tally} goesTo="the live list" onPress={() => focusOn('list-live')} />
      <FactKey fact={facts.gate} goesTo="what waits" onPress={() => focusOn('waiting')} />
      <FactKey fact={facts.revision} goesTo="the history" onPress={() => openPast('history')} />
      <FactKey fact={facts.source} goesTo="the source and its mode" onPress={() => openPanel('source')} />
      <FactKey fact={facts.consumers} goesTo="the addresses of this feed" onPress={() => openPanel('addresses')} />
    </section>
  );
}

function focusOn(id: string): void {
  openScreen('show');
  document.getElementById(id)?.focus();
}

type FactKeyProps = { readonly fact: Fact; readonly goesTo: string; readonly onPress: () => void };

function FactKey({ fact, goesTo, onPress }: FactKeyProps) {
  const words = `${fact.main}${fact.count === null ? '' : ` ${fact.count}`}. ${fact.note}`;
  return (
    <button
      type="button"
      className={`fact ${kinds[fact.kind]}`}
      aria-label={`${words}. Opens ${goesTo}`}
      onClick={onPress}
    >
      <span className="fact-main">
        <FactSign icon={fact.icon} />
        <span className="fact-words">{fact.main}</span>
        {fact.count !== null && <span>{fact.count.toLocaleString('en')}</span>}
      </span>
      {fact.note !== '' && <span className="fact-note">{fact.note}</span>}
    </button>
  );
}

function FactSign({ icon }: { readonly icon: FactIcon }) {
  switch (icon) {
    case null:
      return null;
    case 'gate-open':
      return <GateOpen />;
    case 'gate-shut':
      return <GateShut />;
    case 'frame-empty':
      return <FrameEmpty />;
    case 'octagon':
      return <OctagonAlert className="icon" aria-hidden="true" />;
    case 'cut':
      return <WifiOff className="icon" aria-hidden="true" />;
    default:
      return icon satisfies never;
  }
}
