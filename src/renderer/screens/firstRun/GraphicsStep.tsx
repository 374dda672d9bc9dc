/** The last step: the addresses for other graphics, and the proof that one reads the feed. */
import { listRecipes, type RecipeTarget } from '../../../core/recipes.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyableValue } from '../../../ui/CopyButton.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { StepPage } from './StepPage.tsx';

/** Each program’s own address, as in its recipe. */
const shownAddresses: readonly (readonly [RecipeTarget, string])[] = [
  ['vmix-data', 'All rows'],
  ['vmix-browser', 'Web browser'],
  ['casparcg', 'Overlay'],
  ['http', 'Complete list'],
];

type ProgramAddress = { readonly title: string; readonly value: string };

function listAddresses(feed: string, feedBase: string): readonly ProgramAddress[] {
  const recipes = listRecipes({ feed, feedBase, controlBase: null, token: null, requiresToken: false });
  return shownAddresses.flatMap(([target, label]) => {
    const recipe = recipes.find((other) => other.target === target);
    const address = recipe?.addresses.find((other) => other.label === label);
    return recipe === undefined || address === undefined ? [] : { title: recipe.title, value: address.value };
  });
}

export function GraphicsStep({ onDone }: { readonly onDone: () => void }) {
  const { slug, base, readers, isDemo } = useComputed(({ state, feed }) => ({
    ...{ slug: feed.slug, base: state.feedBase, isDemo: state.isDemo },
    readers: [...new Set(feed.consumers.filter(({ state }) => state !== 'silent').map(({ name }) => name))],
  }));
  const startFlag = useEngineQuery('setup', {}, null).data?.startFlag ?? null;
  return (
    <StepPage
      step="graphics"
      title="Your graphics"
      lead="Set up each target once. The addresses never change, whichever collection the feed uses."
      actions={
        <Button className="button is-primary" disabledReason={null} onPress={onDone}>
          Open the show
        </Button>
      }
      note="The steps for each program are under Recipes. Everything can be changed later in Settings."
    >
      {base === null ? (
        <div className="advice">
          <b>The feed’s port is not open.</b> Choose another port in Settings, Feed server.
        </div>
      ) : (
        listAddresses(encodeURIComponent(slug), base).map(({ title, value }) => (
          <CopyableValue key={title} label={title} value={value} copyName={`Copy the address for ${title}`} />
        ))
      )}
      <p role="status">
        {readers.length === 0 ? (
          <Lamp kind="wait" text="No consumers yet. This turns green when a graphics program reads the feed." />
        ) : (
          <Lamp kind="good" text={`Reading now: ${readers.join(', ')}.`} />
        )}
      </p>
      {startFlag !== null && !isDemo && (
        <div className="advice">
          <b>Greenroom was started with {startFlag}.</b> The next start with this flag runs the demo again. Start it
          without the flag to use your service.
        </div>
      )}
    </StepPage>
  );
}
