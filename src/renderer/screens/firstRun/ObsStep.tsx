/** The feed in OBS: the address, three clicks, and the proof that OBS reads it. */
import type { DeskState } from '../../../contract/deskState.ts';
import { obsBrowserSteps } from '../../../core/recipes.ts';
import { CopyableValue } from '../../../ui/CopyButton.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { useComputed, useDesk } from '../../stores/useDesk.ts';
import { Steps } from '../recipes/Steps.tsx';
import { OverlayFrame } from '../show/OverlayFrame.tsx';
import { useIsFrameRefused } from '../show/useIsFrameRefused.ts';
import { NextButton, StepPage } from './StepPage.tsx';

/** Whether OBS reads a feed now. */
export function hasObs({ feeds }: Pick<DeskState, 'feeds'>): boolean {
  return feeds.some(({ consumers }) =>
    consumers.some(({ program, state }) => /^OBS\b/.test(program) && state !== 'silent'),
  );
}

export function ObsStep() {
  const { isDemo, feedBase, slug, onAir, isConnected, isReadTokenRequired } = useComputed(({ state, feed }) => ({
    ...{ isDemo: state.isDemo, feedBase: state.feedBase, isReadTokenRequired: state.isReadTokenRequired },
    ...{ slug: feed.slug, onAir: feed.counts.onAir, isConnected: hasObs(state) },
  }));
  const posts = `${onAir} ${onAir === 1 ? 'post' : 'posts'}`;
  return (
    <StepPage
      step="obs"
      title="See it in OBS"
      lead={
        isDemo
          ? `The demo is on air now: ${posts}, no API key, no network. Add this address to OBS to see it.`
          : `${onAir === 0 ? 'Nothing' : posts} on air now. Add this address to OBS to see it.`
      }
      actions={
        <NextButton
          step="service"
          label={isConnected ? 'Continue' : 'Continue without waiting'}
          disabledReason={null}
        />
      }
      note="You can return to this under Recipes."
    >
      {feedBase === null ? (
        <div className="advice">
          <b>The feed’s port is not open,</b> so OBS can’t read it. Choose another port in Settings, Feed server.
        </div>
      ) : (
        <>
          <CopyableValue
            label="Browser source"
            value={`${feedBase}/overlay/card?feed=${encodeURIComponent(slug)}`}
            copyName="Copy the address for OBS"
          />
          {isReadTokenRequired && <p className="setup-note">Add &token= and the read token to the address.</p>}
          <div className="setup-two">
            <Steps steps={obsBrowserSteps} />
            <div>
              <Proof base={feedBase} slug={slug} label={onAir === 0 ? 'EMPTY' : isDemo ? 'ON AIR, demo' : 'ON AIR'} />
              <span role="status">
                {isConnected ? (
                  <Lamp kind="good" text="OBS is connected." />
                ) : (
                  <Lamp kind="wait" text="Waiting for OBS to connect. This turns green by itself." />
                )}
              </span>
            </div>
          </div>
        </>
      )}
      <div className="advice">
        <b>OBS on another machine?</b> Open the feed to your network in Settings, Feed server, then use this machine’s
        own address.
      </div>
    </StepPage>
  );
}

function Proof({ base, slug, label }: { readonly base: string; readonly slug: string; readonly label: string }) {
  const isRefused = useIsFrameRefused(base);
  const isTokenRequired = useDesk(({ state }) => state.isReadTokenRequired);
  return (
    <div className={`screen is-transparent${label === 'EMPTY' ? ' is-blank' : ''}`}>
      <span className="screen-label">{label}</span>
      {isRefused || isTokenRequired ? (
        <div className="screen-message">
          {isRefused ? 'Reload this page to see the picture.' : 'The picture needs the read token.'}
        </div>
      ) : (
        <OverlayFrame base={base} slug={slug} title="The picture on air" />
      )}
    </div>
  );
}
