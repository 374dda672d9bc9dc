/** The recipes of the desk's states: the feed's addresses, and when each program last read it. */
import type { RecipeConsumer, RecipeView } from '../../../src/contract/recipes.ts';
import { listRecipes, type RecipeTarget } from '../../../src/core/recipes.ts';
import { ago } from './posts.ts';

const facts = {
  feed: 'main',
  feedBase: 'http://127.0.0.1:7411',
  controlBase: 'http://127.0.0.1:7413',
  token: null,
  requiresToken: false,
};

const reads = (name: string, read: string, everyMs: number | null): RecipeConsumer => ({
  ...{ name, read, everyMs, address: '127.0.0.1', revision: 128 },
  protocol: read === 'socket' ? 'socket' : 'poll',
});

const pulls: Readonly<Partial<Record<RecipeTarget, readonly [secondsAgo: number, RecipeConsumer]>>> = {
  obs: [2, reads('OBS main', 'socket', null)],
  'vmix-data': [0.4, reads('vMix', 'vmix.json', 1000)],
  casparcg: [1, reads('CasparCG 1', 'socket', null)],
  companion: [12 * 60, reads('Companion', 'panel', 1000)],
  http: [4, reads('Foyer wall', 'live.json', 5000)],
};

export const recipes: readonly RecipeView[] = listRecipes(facts).map((recipe) => {
  const [secondsAgo, consumer] = pulls[recipe.target] ?? [0, null];
  return { ...recipe, pulledAt: consumer === null ? null : ago(secondsAgo), consumer };
});
