/** The first step: the demo, with one press, and back to it later. */
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useSetupState } from '../../stores/setupState.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { NextButton, StepPage } from './StepPage.tsx';
import { SwitchFailure } from './SwitchFailure.tsx';
import { useShowSwitch } from './useShowSwitch.ts';

export function DemoStep() {
  const isDemo = useDesk(({ state }) => state.isDemo);
  // The show is replaced on all feeds.
  const onAir = useDesk(({ state }) => state.feeds.reduce((sum, { counts }) => sum + counts.onAir, 0));
  const isServed = useDesk(({ state }) => state.feeds.every(({ served }) => served));
  const isKnown = !useIsDisconnected() && isServed;
  const isFirstStart = useDesk(({ state }) => state.isFirstStart);
  if (isDemo)
    return (
      <StepPage
        step="demo"
        title={say('The demo is running')}
        lead={say(
          'Invented posts are on air, without an API key or a network. Nothing that you do here reaches another machine.',
        )}
        actions={<NextButton step="obs" label={say('Continue')} disabledReason={null} />}
        note={say('{count, plural, one {# post on air.} other {# posts on air.}}', { count: onAir })}
      >
        <div className="advice">
          {sayNode(
            '<b>Everything can be tried.</b> The demo has its own settings and history. Your own show begins without them.',
            { b: (children) => <b>{children}</b> },
          )}
        </div>
      </StepPage>
    );
  return (
    <StepPage
      step="demo"
      title={isFirstStart ? say('Start with the demo') : say('Back to the demo')}
      lead={
        isFirstStart
          ? say('The demo puts invented posts on air, without an API key or a network.')
          : describeOwnShow(onAir, isKnown)
      }
      actions={<StartDemoButton hasPosts={onAir > 0 || !isKnown} />}
      note={say('The feed keeps its address.')}
    >
      <SwitchFailure />
      <div className="button-row">
        <NextButton step="service" label={say('Continue without the demo')} disabledReason={null} />
      </div>
    </StepPage>
  );
}

function describeOwnShow(onAir: number, isKnown: boolean): string {
  if (!isKnown)
    return say(
      'It is not known what is on air. The demo replaces the show until the next start. Your settings and your API key stay.',
    );
  return onAir > 0
    ? say('Your own show is on air. The demo replaces it until the next start. Your settings and your API key stay.')
    : say(
        'Nothing of your own show is on air. The demo replaces the show until the next start. Your settings and your API key stay.',
      );
}

function StartDemoButton({ hasPosts }: { readonly hasPosts: boolean }) {
  const run = useShowSwitch();
  const isDisconnected = useIsDisconnected();
  const isSwitching = useSetupState((setup) => setup.switching !== null);
  const disabledReason = isDisconnected ? say('not connected') : isSwitching ? say('it is starting') : null;
  const start = (): void => run({ name: 'useDemo', input: {} });
  return hasPosts ? (
    <SecondPressButton
      armedLabel={say('Press again to start')}
      sentence={say('Press again within 2 seconds to replace the posts on air by the demo.')}
      disabledReason={disabledReason}
      onPress={start}
    >
      {say('Start the demo')}
    </SecondPressButton>
  ) : (
    <Button className="button is-primary" disabledReason={disabledReason} onPress={start}>
      {say('Start the demo')}
    </Button>
  );
}
