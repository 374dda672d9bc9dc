/** A row of choices with one selected. */

type SegmentsProps<Choice extends string> = {
  readonly label: string;
  readonly choices: readonly (readonly [Choice, string])[];
  /** `null` when none is selected. */
  readonly chosen: Choice | null;
  readonly isResting: boolean;
  readonly onChoose: (choice: Choice) => void;
};

export function Segments<Choice extends string>({
  label,
  choices,
  chosen,
  isResting,
  onChoose,
}: SegmentsProps<Choice>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {choices.map(([choice, text]) => (
        <button
          type="button"
          key={choice}
          className={choice === chosen ? 'is-on' : ''}
          aria-label={/\p{L}/u.test(text) ? undefined : `${label} ${text}`}
          aria-pressed={choice === chosen}
          disabled={isResting}
          onClick={() => onChoose(choice)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
