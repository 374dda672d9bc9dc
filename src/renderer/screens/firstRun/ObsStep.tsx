/** The feed in OBS: the address, three clicks, and the proof that OBS reads it. */
import type { DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { listObsBrowserSteps } from '../../../core/recipes.ts';
import { CopyableValue } from '../../../ui/CopyButton.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
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
  const isServed = useDesk(({ feed }) => feed.served);
  const isKnown = !useIsDisconnected() && isServed;
  return (
    <StepPage
      step="obs"
      title={say('See it in OBS')}
      lead={
        !isKnown
          ? say('It is not known what is on air. Add this address to OBS to see it.')
          : isDemo
            ? say(
                'The demo is on air now: {count, plural, one {# post} other {# posts}}, no API key, no network. Add this address to OBS to see it.',
                { count: onAir },
              )
            : say(
                '{count, plural, =0 {Nothing on air now.} one {# post on air now.} other {# posts on air now.}} Add this address to OBS to see it.',
                { count: onAir },
              )
      }
      actions={
        <NextButton
          step="service"
          label={isConnected ? say('Continue') : say('Continue without waiting')}
          disabledReason={null}
        />
      }
      note={say('You can return to this under Recipes.')}
    >
      {feedBase === null ? (
        <div className="advice">
          {sayNode(
            '<b>The feed’s port is not open,</b> so OBS can’t read it. Choose another port in Settings, Feed server.',
            { b: (children) => <b>{children}</b> },
          )}
        </div>
      ) : (
        <>
          <CopyableValue
            label={say('Browser source')}
            value={`${feedBase}/overlay/card?feed=${encodeURIComponent(slug)}`}
            copyName={say('Copy the address for OBS')}
          />
          {isReadTokenRequired && <p className="setup-note">{say('Add &token= and the read token to the address.')}</p>}
          <div className="setup-two">
            <Steps steps={listObsBrowserSteps()} />
            <div>
              <Proof base={feedBase} slug={slug} isEmpty={isKnown && onAir === 0} isDemo={isDemo} />
              <span role="status">
                {isConnected ? (
                  <Lamp kind="good" text={say('OBS is connected.')} />
                ) : (
                  <Lamp kind="wait" text={say('Waiting for OBS to connect. This turns green by itself.')} />
                )}
              </span>
            </div>
          </div>
        </>
      )}
      <div className="advice">
        {sayNode(
          '<b>OBS on another machine?</b> Open the feed to your network in Settings, Feed server, then use this machine’s own address.',
          { b: (children) => <b>{children}</b> },
        )}
      </div>
    </StepPage>
  );
}

type ProofProps = {
  readonly base: string;
  readonly slug: string;
  readonly isEmpty: boolean;
  readonly isDemo: boolean;
};

function Proof({ base, slug, isEmpty, isDemo }: ProofProps) {
  const isRefused = useIsFrameRefused(base);
  const isTokenRequired = useDesk(({ state }) => state.isReadTokenRequired);
  return (
    <div className={`screen is-transparent${isEmpty ? ' is-blank' : ''}`}>
      <span className="screen-label">{isEmpty ? say('EMPTY') : isDemo ? say('ON AIR, demo') : say('ON AIR')}</span>
      {isRefused || isTokenRequired ? (
        <div className="screen-message">
          {isRefused ? say('Reload this page to see the picture.') : say('The picture needs the read token.')}
        </div>
      ) : (
        <OverlayFrame base={base} slug={slug} title={say('The picture on air')} />
      )}
    </div>
  );
}
