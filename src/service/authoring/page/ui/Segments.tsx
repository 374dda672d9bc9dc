/** A few choices side by side, one of them lit. Arrow keys move between them, as in any group of radio buttons. */
import { useId } from 'react';

type SegmentsProps = {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly words: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
};

export function Segments({ label, options, value, onChoose }: SegmentsProps) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="out-of-sight">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'is-on' : undefined}>
          <input
            type="radio"
            className="out-of-sight"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.words}
        </label>
      ))}
    </fieldset>
  );
}
