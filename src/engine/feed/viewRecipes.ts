/** Joins the recipes of a feed with what is known of the programs that read it. */
import type { RecipeView } from '../../contract/recipes.ts';
import { listRecipes, type RecipeFacts } from '../../core/recipes.ts';
import type { Pulls } from './pulls.ts';

/** The addresses never contain the read token. */
export function viewRecipes(facts: Omit<RecipeFacts, 'token'>, pulls: Pick<Pulls, 'list'>): readonly RecipeView[] {
  const read = new Map(pulls.list().map((pull) => [pull.target, pull]));
  return listRecipes({ ...facts, token: null }).map((recipe) => {
    const pull = read.get(recipe.target);
    return { ...recipe, pulledAt: pull?.pulledAt ?? null, consumer: pull?.consumer ?? null };
  });
}
