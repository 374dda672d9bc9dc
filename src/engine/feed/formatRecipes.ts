/** Formats the setup steps on the feed's page for each program that reads the feed itself. */

import { escapeMarkup } from '../../core/feed/markup.ts';
import { say } from '../../core/language/say.ts';
import { listRecipes, type Recipe, type RecipeFacts, splitStep } from '../../core/recipes.ts';

/** The page lists the addresses for everything else above, and Companion reads the control API. */
const isElsewhere = ({ target }: Recipe): boolean => target === 'http' || target === 'companion';

export function formatRecipes({ feed, feedBase, token }: Pick<RecipeFacts, 'feed' | 'feedBase' | 'token'>): string {
  const recipes = listRecipes({ feed, feedBase, token, controlBase: null, requiresToken: false });
  const parts = recipes
    .filter((recipe) => !isElsewhere(recipe))
    .map(
      ({ title, steps, addresses }, index) => `<details${index === 0 ? ' open' : ''}><summary>${title}</summary>
<ul class="recipe-addresses">${addresses.map(formatAddress).join('')}</ul>
<ol class="steps">${steps.map(formatStep).join('')}</ol></details>`,
    );
  return `<h3>${say('Set up')}</h3>\n${parts.join('\n')}`;
}

function formatAddress({ label, value }: Recipe['addresses'][number]): string {
  return `<li>${label}: <code>${escapeMarkup(value)}</code></li>`;
}

const tags = { text: null, name: 'b', typed: 'code' } as const;

function formatStep(step: string): string {
  const parts = splitStep(step).map(({ kind, text }) => {
    const tag = tags[kind];
    return tag === null ? escapeMarkup(text) : `<${tag}>${escapeMarkup(text)}</${tag}>`;
  });
  return `<li>${parts.join('')}</li>`;
}
