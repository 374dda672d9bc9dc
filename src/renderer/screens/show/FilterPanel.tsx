/** The filters and orders of one list, above staging, so that it never covers live. */
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { say } from '../../../core/language/say.ts';
import { sourceNameOf } from '../../../ui/SourceIcon.tsx';
import { keepsFocus } from '../../../ui/useKeptFocus.ts';
import { filterNames, type ScriptName, scripts, sortNames, toggleChoice } from '../../model/arrangeRows.ts';
import { sourcesOf } from '../../model/listSources.ts';
import { filterLabels, nameFilters, scriptLabels, sortLabels } from '../../model/words/arrangement.ts';
import { arrangeAloud } from '../../stores/arrangeAloud.ts';
import { openPanel, useUiState } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { KeyCap } from '../KeyCap.tsx';
import { usePanelFocus } from '../panels/usePanelFocus.ts';

const scriptNames = Object.keys(scripts) as ScriptName[];

export function FilterPanel() {
  const panel = usePanelFocus();
  const list = useUiState((ui) => ui.filteredList);
  const { filters, sources, scripts: chosenScripts, sort } = useUiState((ui) => ui.arrangement[list]);
  const items = useDesk(({ index }) => index.lists[list]);
  const offeredSources = useMemo(() => sourcesOf(items, sources), [items, sources]);
  const label = nameFilters(list);
  return (
    <section ref={panel} {...keepsFocus} className="filter-panel" aria-label={label} onKeyDown={moveAmongButtons}>
      <div className="filter-panel-head">
        <h3>{list === 'live' ? say('FILTER LIVE') : say('FILTER STAGING')}</h3>
        <button type="button" className="button is-quiet" onClick={() => openPanel(null)}>
          {say('Close')} <KeyCap action="close" />
        </button>
      </div>
      <SeveralOf
        label={say('Show only')}
        names={filterNames}
        chosen={filters}
        contentOf={(name) => say(filterLabels[name])}
        onChange={(names) => arrangeAloud(list, { filters: names })}
      />
      <SeveralOf
        label={say('Source, any of')}
        names={offeredSources}
        chosen={sources}
        contentOf={(source) => <bdi className="is-outside">{sourceNameOf(source)}</bdi>}
        onChange={(names) => arrangeAloud(list, { sources: names })}
      />
      <SeveralOf
        label={say('Language by script, any of')}
        names={scriptNames}
        chosen={chosenScripts}
        contentOf={(name) => say(scriptLabels[name])}
        onChange={(names) => arrangeAloud(list, { scripts: names })}
      />
      <Choices label={say('Order on this desk')}>
        {sortNames.map((name) => (
          <Choice key={name} isChosen={name === sort} onPress={() => arrangeAloud(list, { sort: name })}>
            {say(sortLabels[name])}
          </Choice>
        ))}
      </Choices>
    </section>
  );
}

type SeveralOfProps<Name extends string> = {
  readonly label: string;
  readonly names: readonly Name[];
  readonly chosen: readonly Name[];
  readonly contentOf: (name: Name) => ReactNode;
  readonly onChange: (chosen: readonly Name[]) => void;
};

function SeveralOf<Name extends string>({ label, names, chosen, contentOf, onChange }: SeveralOfProps<Name>) {
  return (
    <Choices label={label}>
      {names.map((name) => (
        <Choice key={name} isChosen={chosen.includes(name)} onPress={() => onChange(toggleChoice(chosen, name))}>
          {contentOf(name)}
        </Choice>
      ))}
    </Choices>
  );
}

function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className="filter-choices" aria-label={label}>
      <b aria-hidden="true">{label}</b>
      {children}
    </fieldset>
  );
}

type ChoiceProps = { readonly isChosen: boolean; readonly onPress: () => void; readonly children: ReactNode };

function Choice({ isChosen, onPress, children }: ChoiceProps) {
  return (
    <button type="button" className="filter-choice" aria-pressed={isChosen} onClick={onPress}>
      {children}
    </button>
  );
}

function moveAmongButtons(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.filter-choice')];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = {
    ...{ ArrowDown: index + 1, ArrowRight: index + 1, ArrowUp: index - 1, ArrowLeft: index - 1 },
    ...{ Home: 0, End: buttons.length - 1 },
  }[event.key];
  if (next === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(next + buttons.length) % buttons.length]?.focus();
}
