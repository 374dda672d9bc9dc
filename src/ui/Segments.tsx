/** A row of choices with one selected. */

type SegmentsProps<Choice extends string> = {
  readonly label: string;
  readonly choices: readonly (readonly [Choice, string])[];
  /** `null` when none is selected. */
  readonly selected: Choice | null;
  readonly isDisabled: boolean;
  readonly onSelect: (choice: Choice) => void;
};

export function Segments<Choice extends string>({
  label,
  choices,
  selected,
  isDisabled,
  onSelect,
}: SegmentsProps<Choice>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {choices.map(([choice, text]) => (
        <button
          type="button"
          key={choice}
          className={choice === selected ? 'is-on' : ''}
          aria-label={/\p{L}/u.test(text) ? undefined : `${label} ${text}`}
          aria-pressed={choice === selected}
          disabled={isDisabled}
          onClick={() => onSelect(choice)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
