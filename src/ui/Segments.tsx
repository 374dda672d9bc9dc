/** A row of choices with one selected. */
import { Button } from './Button.tsx';

type SegmentsProps<Choice extends string> = {
  readonly label: string;
  readonly choices: readonly (readonly [Choice, string])[];
  /** `null` when none is selected. */
  readonly selected: Choice | null;
  /** Why none can be chosen; `null` when they can. */
  readonly disabledReason: string | null;
  readonly onSelect: (choice: Choice) => void;
};

export function Segments<Choice extends string>({
  label,
  choices,
  selected,
  disabledReason,
  onSelect,
}: SegmentsProps<Choice>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {choices.map(([choice, text]) => (
        <Button
          key={choice}
          className={choice === selected ? 'is-on' : ''}
          aria-label={/\p{L}/u.test(text) ? undefined : `${label} ${text}`}
          aria-pressed={choice === selected}
          disabledReason={disabledReason}
          onPress={() => onSelect(choice)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
