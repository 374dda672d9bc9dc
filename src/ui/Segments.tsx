/** A row or column of choices with one selected. Inside an element with the role toolbar, it leaves the arrow keys to the page. */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useExplainReason } from './Button.tsx';

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
  const explain = useExplainReason(disabledReason);
  const group = useRef<HTMLDivElement>(null);
  const isColumn = useIsColumn(group);
  return (
    <ToggleButtonGroup
      ref={group}
      className={className}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      aria-label={label}
      selectedKeys={[selected]}
      disallowEmptySelection
      onSelectionChange={([choice]) => (disabledReason === null ? onSelect(choice as Choice) : explain())}
    >
      {choices.map(([choice, content]) => (
        <ToggleButton
          key={choice}
          id={choice}
          className={({ isSelected }) => (isSelected ? 'is-on' : '')}
          aria-disabled={disabledReason !== null}
          onKeyDown={(event) => {
            // In a column, the group moves only by ↑ and ↓.
            const neighbour = isColumn ? findNeighbour(event.currentTarget, event.key) : null;
            if (neighbour === null) event.continuePropagation();
            else neighbour.focus();
          }}
          render={(button) => <button type="button" {...button} title={disabledReason ?? undefined} />}
        >
          {content}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function findNeighbour(button: Element, key: string): HTMLElement | null {
  const neighbour =
    key === 'ArrowRight' ? button.nextElementSibling : key === 'ArrowLeft' ? button.previousElementSibling : null;
  return neighbour instanceof HTMLElement ? neighbour : null;
}

/** Whether the style lays the group out as a column, which depends on the size of the window. */
function useIsColumn(group: RefObject<HTMLElement | null>): boolean {
  const [isColumn, setIsColumn] = useState(false);
  useLayoutEffect(() => {
    const measure = (): void =>
      setIsColumn(group.current !== null && getComputedStyle(group.current).flexDirection === 'column');
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [group]);
  return isColumn;
}
