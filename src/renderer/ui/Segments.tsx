/** A few choices side by side, of which one is on. */

type SegmentsProps<Choice extends string> = {
  readonly label: string;
  readonly choices: readonly (readonly [Choice, string])[];
  /** Null: none is on. */
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
      {choices.map(([choice, words]) => (
        <button
          type="button"
          key={choice}
          className={choice === chosen ? 'is-on' : ''}
          aria-label={/\p{L}/u.test(words) ? undefined : `${label} ${words}`}
          aria-pressed={choice === chosen}
          disabled={isResting}
          onClick={() => onChoose(choice)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
