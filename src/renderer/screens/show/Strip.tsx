/** The on-air strip: five facts about what consumers get now, on every screen and never covered. */

import { say } from '../../../core/language/say.ts';
import { FactText } from '../../../ui/FactText.tsx';
import type { Fact } from '../../model/words/fact.ts';
import { buildDisconnectedFacts, buildStripFacts } from '../../model/words/stripFacts.ts';
import { openLog, openPanel } from '../../stores/uiState.ts';
import { useComputed, useIsFollowing } from '../../stores/useDesk.ts';
import { focusOn } from '../focusOn.ts';

const kindClasses: Readonly<Record<Fact['kind'], string>> = {
  normal: '',
  held: 'is-held',
  cleared: 'is-cleared',
  alarm: 'is-alarm',
  old: 'is-old',
  tally: 'is-tally',
  empty: 'is-tally is-empty',
  unknown: 'is-tally is-unknown',
};

export function Strip() {
  const facts = useComputed(({ state, feed, disconnectedAt }, nowMs) =>
    disconnectedAt === null
      ? buildStripFacts(state, feed, nowMs)
      : buildDisconnectedFacts(feed, disconnectedAt, nowMs - Date.parse(disconnectedAt)),
  );
  return (
    <section className="strip" aria-label={say('What is on air')}>
      <FactButton
        fact={facts.tally}
        nameOf={(fact) => say('{fact}. Opens the live list', { fact })}
        onPress={() => focusOn('live', 'list-live')}
      />
      <FactButton
        fact={facts.gate}
        nameOf={(fact) => say('{fact}. Opens the waiting list', { fact })}
        onPress={() => focusOn('waiting', 'waiting')}
      />
      <FactButton
        fact={facts.revision}
        nameOf={(fact) => say('{fact}. Opens History', { fact })}
        onPress={() => openLog('history')}
      />
      <FactButton
        fact={facts.source}
        nameOf={(fact) => say('{fact}. Opens the source and its update mode', { fact })}
        onPress={() => openPanel('source')}
      />
      <FactButton
        fact={facts.consumers}
        nameOf={(fact) => say('{fact}. Opens this feed’s addresses', { fact })}
        onPress={() => openPanel('addresses')}
      />
    </section>
  );
}

type FactButtonProps = {
  readonly fact: Fact;
  /** The button’s name, which says what it opens. */
  readonly nameOf: (fact: string) => string;
  readonly onPress: () => void;
};

function FactButton({ fact, nameOf, onPress }: FactButtonProps) {
  const main = fact.count === null ? fact.main : `${fact.main} ${fact.count}`;
  const text = fact.note === '' ? main : `${main}. ${fact.note}`;
  const className = `fact ${kindClasses[fact.kind]}`;
  const content = <FactText icon={fact.icon} main={fact.main} count={fact.count} note={fact.note} />;
  if (useIsFollowing()) return <div className={className}>{content}</div>;
  return (
    <button type="button" className={className} aria-label={nameOf(text)} onClick={onPress}>
      {content}
    </button>
  );
}
