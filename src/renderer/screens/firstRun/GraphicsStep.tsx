/** The last step: the addresses for other graphics, and the proof that one reads the feed. */
import { say } from '../../../core/language/say.ts';
import { listRecipes, type RecipeTarget } from '../../../core/recipes.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyableValue } from '../../../ui/CopyButton.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { StepPage } from './StepPage.tsx';

const shownTargets: readonly RecipeTarget[] = ['vmix-data', 'vmix-browser', 'casparcg', 'http'];

type ProgramAddress = { readonly title: string; readonly value: string };

function listAddresses(feed: string, feedBase: string): readonly ProgramAddress[] {
  const recipes = listRecipes({ feed, feedBase, controlBase: null, token: null, requiresToken: false });
  return shownTargets.flatMap((target) => {
    const recipe = recipes.find((other) => other.target === target);
    // CasparCG’s commands come before its address.
    const address = recipe?.addresses.find(({ value }) => value.startsWith('http'));
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
      title={say('Your graphics')}
      lead={say('Set up each target once. The addresses never change, whichever collection the feed uses.')}
      actions={
        <Button className="button is-primary" disabledReason={null} onPress={onDone}>
          {say('Open the show')}
        </Button>
      }
      note={say('The steps for each program are under Recipes. Everything can be changed later in Settings.')}
    >
      {base === null ? (
        <div className="advice">
          {sayNode('<b>The feed’s port is not open.</b> Choose another port in Settings, Feed server.', {
            b: (children) => <b>{children}</b>,
          })}
        </div>
      ) : (
        listAddresses(encodeURIComponent(slug), base).map(({ title, value }) => (
          <CopyableValue
            key={title}
            label={title}
            value={value}
            copyName={say('Copy the address for {program}', { program: title })}
          />
        ))
      )}
      <p role="status">
        {readers.length === 0 ? (
          <Lamp kind="wait" text={say('No consumers yet. This turns green when a graphics program reads the feed.')} />
        ) : (
          <Lamp kind="good" text={say('Reading now: {names}.', { names: readers.join(', ') })} />
        )}
      </p>
      {startFlag !== null && !isDemo && (
        <div className="advice">
          {sayNode(
            '<b>Greenroom was started with {flag}.</b> The next start with this flag runs the demo again. Start it without the flag to use your service.',
            { flag: startFlag, b: (children) => <b>{children}</b> },
          )}
        </div>
      )}
    </StepPage>
  );
}
