/** The numbered steps of a recipe, with the program's own words in bold. */
import { createElement } from 'react';
import { splitStep } from '../../../core/recipes.ts';

export function Steps({ steps }: { readonly steps: readonly string[] }) {
  return <ol className="clicks">{steps.map(drawStep)}</ol>;
}

function drawStep(step: string) {
  const parts = splitStep(step).map(({ kind, text }) =>
    kind === 'text' ? text : createElement(kind === 'name' ? 'b' : 'code', null, text),
  );
  // As arguments, parts need no keys: a step may name the same thing twice.
  return createElement('li', { key: step }, ...parts);
}
