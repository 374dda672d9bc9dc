/** The numbered steps of a recipe, with the program's own words in bold. */
import { splitStep } from '../../../core/recipes.ts';

export function Steps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className="clicks">
      {steps.map((step) => (
        <li key={step}>
          {splitStep(step).map(({ kind, text }) =>
            kind === 'text' ? text : kind === 'name' ? <b key={text}>{text}</b> : <code key={text}>{text}</code>,
          )}
        </li>
      ))}
    </ol>
  );
}
