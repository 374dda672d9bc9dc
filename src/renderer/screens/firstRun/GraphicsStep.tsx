/** The last step: the addresses for other graphics, and the proof that one reads the feed. */
import { Button } from '../../../ui/Button.tsx';
import { CopyableValue } from '../../../ui/CopyButton.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { StepPage } from './StepPage.tsx';

const addresses: readonly (readonly [string, (slug: string) => string])[] = [
  ['vMix, data', (slug) => `/feeds/${slug}/vmix.json?rows=12`],
  ['vMix, browser', (slug) => `/overlay/card?feed=${slug}`],
  ['CasparCG', (slug) => `/overlay/card?feed=${slug}`],
  ['Your template', (slug) => `/feeds/${slug}/live.json`],
];

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
      note="Everything can be changed later in Settings, without a restart, and undone for 10 seconds."
    >
      {base === null ? (
        <div className="advice">
          <b>The feed’s port is not open.</b> Choose another port in Settings, Feed server.
        </div>
      ) : (
        addresses.map(([label, pathOf]) => (
          <CopyableValue
            key={label}
            label={label}
            value={base + pathOf(encodeURIComponent(slug))}
            copyName={`Copy the address for ${label}`}
          />
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
