/** The first step: the demo, with one press, and back to it later. */
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { useSetupState } from '../../stores/setupState.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { NextButton, StepPage } from './StepPage.tsx';
import { SwitchFailure } from './SwitchFailure.tsx';
import { useShowSwitch } from './useShowSwitch.ts';

export function DemoStep() {
  const isDemo = useDesk(({ state }) => state.isDemo);
  const onAir = useDesk(({ feed }) => feed.counts.onAir);
  const isFirstStart = useDesk(({ state }) => state.isFirstStart);
  if (isDemo)
    return (
      <StepPage
        step="demo"
        title="The demo is running"
        lead="Invented posts are on air, without an API key or a network. Nothing that you do here reaches another machine."
        actions={<NextButton step="obs" label="Continue" disabledReason={null} />}
        note={`${onAir} ${onAir === 1 ? 'post' : 'posts'} on air.`}
      >
        <div className="advice">
          <b>Everything can be tried.</b> The demo has its own settings and history. Your own show begins without them.
        </div>
      </StepPage>
    );
  return (
    <StepPage
      step="demo"
      title={isFirstStart ? 'Start with the demo' : 'Back to the demo'}
      lead={
        isFirstStart
          ? 'The demo puts invented posts on air, without an API key or a network.'
          : 'Your own show is on air. The demo replaces it until the next start. Your settings and your API key stay.'
      }
      actions={<StartDemoButton hasPosts={onAir > 0} />}
      note="The feed keeps its address."
    >
      <SwitchFailure />
      <div className="button-row">
        <NextButton step="service" label="Continue without the demo" disabledReason={null} />
      </div>
    </StepPage>
  );
}

function StartDemoButton({ hasPosts }: { readonly hasPosts: boolean }) {
  const run = useShowSwitch();
  const isDisconnected = useIsDisconnected();
  const isSwitching = useSetupState((setup) => setup.switching !== null);
  const disabledReason = isDisconnected ? 'not connected' : isSwitching ? 'it is starting' : null;
  const start = (): void => run({ name: 'useDemo', input: {} });
  return hasPosts ? (
    <SecondPressButton
      armedLabel="Press again to start"
      sentence="Press again within 2 seconds to replace the posts on air by the demo."
      disabledReason={disabledReason}
      onPress={start}
    >
      Start the demo
    </SecondPressButton>
  ) : (
    <Button className="button is-primary" disabledReason={disabledReason} onPress={start}>
      Start the demo
    </Button>
  );
}
