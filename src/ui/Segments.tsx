/** A row or column of choices with one selected. Inside an element with the role toolbar, a row leaves the arrow keys to the page. */
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
  /** For choices that change only what is shown: the arrow keys choose as they move. Elsewhere a choice passed on the way would take effect. */
  readonly isChosenByArrows?: boolean;
};

export function Segments<Choice extends string>(props: SegmentsProps<Choice>) {
  const { className, label, choices, selected, disabledReason, onSelect, isChosenByArrows = false } = props;
  const explain = useExplainReason(disabledReason);
  const group = useRef<HTMLDivElement>(null);
  const isColumn = useIsColumn(group);
  const isTabStopChosen = isChosenByArrows && choices.some(([choice]) => choice === selected);
  const chooseFocused = (): void => {
    const [choice] = choices[[...(group.current?.children ?? [])].indexOf(document.activeElement as Element)] ?? [];
    if (choice !== undefined && choice !== selected) onSelect(choice);
  };
  return (
    <ToggleButtonGroup
      ref={group}
      className={className}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      aria-label={label}
      selectedKeys={[selected]}
      disallowEmptySelection
      onSelectionChange={([choice]) => (disabledReason === null ? onSelect(choice as Choice) : explain())}
      render={(props) => (
        <div
          {...props}
          onKeyDownCapture={(event) => {
            props.onKeyDownCapture?.(event);
            // In a column, the group moves only by ↑ and ↓.
            const neighbour = isColumn ? findNeighbour(document.activeElement, event.key) : null;
            if (neighbour !== null) {
              event.stopPropagation();
              neighbour.focus();
            }
            if (isChosenByArrows && disabledReason === null && event.key.startsWith('Arrow')) chooseFocused();
          }}
        />
      )}
    >
      {choices.map(([choice, content]) => (
        <ToggleButton
          key={choice}
          id={choice}
          className={({ isSelected }) => (isSelected ? 'is-on' : '')}
          aria-disabled={disabledReason !== null}
          excludeFromTabOrder={isTabStopChosen && choice !== selected}
          render={(button) => <button type="button" {...button} title={disabledReason ?? undefined} />}
        >
          {content}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function findNeighbour(button: Element | null, key: string): HTMLElement | null {
  const neighbour =
    key === 'ArrowRight' ? button?.nextElementSibling : key === 'ArrowLeft' ? button?.previousElementSibling : null;
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
