/** The Recipes screen: each program that can read the feed, its addresses and steps, and whether it reads now. */
import type { RecipeView } from '../../../contract/recipes.ts';
import { say } from '../../../core/language/say.ts';
import { Lamp } from '../../../ui/Lamp.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { describeError, useRepeatedQuery } from '../../engine/queries.ts';
import { describePull } from '../../model/words/pull.ts';
import { selectRecipe, useUiState } from '../../stores/uiState.ts';
import { useComputed, useDesk } from '../../stores/useDesk.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { OpenRecipe } from './OpenRecipe.tsx';

const refreshEveryMs = 1000;

export function Recipes() {
  const feed = useDesk(({ feed: { slug } }) => slug);
  const target = useUiState((ui) => ui.recipe);
  const { data, error } = useRepeatedQuery('recipes', { feed }, refreshEveryMs);
  const problem = describeError(error);
  const recipes = data?.recipes ?? [];
  const open = recipes.find((recipe) => recipe.target === target);
  return (
    <Page
      title={say('Recipes')}
      lead={say(
        'Feed {feed}. Set up each target once. The addresses never change, whichever collection the feed uses.',
        { feed },
      )}
      aside={<OperatorNotice />}
    >
      <div className="recipes-screen">
        {recipes.length > 0 && (
          <Segments
            className="recipe-list"
            label={say('Targets')}
            choices={recipes.map((recipe) => [recipe.target, <TargetLamp key={recipe.target} recipe={recipe} />])}
            selected={target}
            disabledReason={null}
            onSelect={selectRecipe}
            isChosenByArrows
          />
        )}
        <section className="recipe" aria-label={open?.title ?? say('Recipe')}>
          {problem !== null && <p className="page-note is-fault">{problem}</p>}
          {open === undefined ? (
            problem === null && <p className="page-note">{say('Loading…')}</p>
          ) : (
            <OpenRecipe key={`${feed} ${open.target}`} recipe={open} />
          )}
        </section>
      </div>
    </Page>
  );
}

function TargetLamp({ recipe }: { readonly recipe: RecipeView }) {
  const [kind, text] = useComputed(({ disconnectedAt }, nowMs) => describePull(recipe, nowMs, disconnectedAt !== null));
  return (
    <>
      <b>{recipe.title}</b>
      <Lamp kind={kind} text={text} />
    </>
  );
}
