/** A row of choices with one selected. Inside an element with the role toolbar, it leaves the arrow keys to the page. */
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useExplainDisabled } from './Button.tsx';

type SegmentsProps<Choice extends string> = {
  readonly className: string;
  readonly label: string;
  readonly choices: readonly (readonly [Choice, ReactNode])[];
  readonly selected: Choice;
  /** Why none can be chosen; `null` when they can. */
  readonly disabledReason: string | null;
  readonly onSelect: (choice: Choice) => void;
};

export function Segments<Choice extends string>(props: SegmentsProps<Choice>) {
  const { className, label, choices, selected, disabledReason, onSelect } = props;
  const explain = useExplainDisabled();
  return (
    <ToggleButtonGroup
      className={className}
      aria-label={label}
      selectedKeys={[selected]}
      disallowEmptySelection
      onSelectionChange={([choice]) => (disabledReason === null ? onSelect(choice as Choice) : explain(disabledReason))}
    >
      {choices.map(([choice, content]) => (
        <ToggleButton
          key={choice}
          id={choice}
          className={({ isSelected }) => (isSelected ? 'is-on' : '')}
          aria-disabled={disabledReason !== null}
          render={(button) => <button type="button" {...button} title={disabledReason ?? undefined} />}
        >
          {content}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
