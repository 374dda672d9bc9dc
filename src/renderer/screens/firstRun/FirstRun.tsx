/** The setup, from the demo to the operator’s own posts in the graphics. Each step can be left, continued and repeated. */
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { markMessage, say } from '../../../core/language/say.ts';
import { formatVideoLength } from '../../../core/time.ts';
import { AppIcon } from '../../../ui/Icon.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { openStep, rememberSetupLeft, type SetupStep, setupSteps, useSetupState } from '../../stores/setupState.ts';
import { openScreen } from '../../stores/uiState.ts';
import { useComputed, useDesk } from '../../stores/useDesk.ts';
import { Announcer } from '../show/Announcer.tsx';
import { useServicePage } from '../top/ServiceTool.tsx';
import { CollectionStep } from './CollectionStep.tsx';
import { DemoStep } from './DemoStep.tsx';
import { GraphicsStep } from './GraphicsStep.tsx';
import { ModeStep } from './ModeStep.tsx';
import { hasObs, ObsStep } from './ObsStep.tsx';
import { ServiceStep } from './ServiceStep.tsx';
import { completeSwitch } from './useShowSwitch.ts';

const appName = 'Greenroom';

export function FirstRun() {
  const step = useSetupState((setup) => setup.step);
  const isDemo = useDesk(({ state }) => state.isDemo);
  const openService = useServicePage();
  useContinueAfterSwitch();
  return (
    <div className="setup">
      <nav className="setup-steps" aria-label={say('Steps')}>
        <div className="setup-brand">
          <AppIcon />
          <b>{appName}</b>
        </div>
        <ol>
          {setupSteps.map((name, index) => (
            <StepItem key={name} step={name} number={index + 1} isCurrent={name === step} />
          ))}
        </ol>
        {openService !== null && (
          <button type="button" className="setup-leave" onClick={openService}>
            {say('Change the posts on the service’s page')}
          </button>
        )}
        <button type="button" className="setup-leave" onClick={leave}>
          {isDemo ? say('Leave setup. The demo keeps running.') : say('Leave setup. Nothing changes.')}
        </button>
      </nav>
      <Announcer />
      <Step step={step} />
    </div>
  );
}

function leave(): void {
  rememberSetupLeft();
  openScreen('show');
}

function Step({ step }: { readonly step: SetupStep }) {
  switch (step) {
    case 'demo':
      return <DemoStep />;
    case 'obs':
      return <ObsStep />;
    case 'service':
      return <ServiceStep />;
    case 'collection':
      return <CollectionStep />;
    case 'mode':
      return <ModeStep />;
    case 'graphics':
      return <GraphicsStep onDone={leave} />;
    default:
      return step satisfies never;
  }
}

const stepTexts: Readonly<Record<SetupStep, { readonly title: string; readonly note: string }>> = {
  demo: { title: markMessage('Demo'), note: markMessage('invented posts, no API key') },
  obs: { title: markMessage('See it in OBS'), note: markMessage('one address, three clicks') },
  service: { title: markMessage('Your service'), note: markMessage('address and API key') },
  collection: { title: markMessage('Collection'), note: markMessage('what this feed shows') },
  mode: { title: markMessage('Update mode'), note: markMessage('poll, push or hybrid') },
  graphics: { title: markMessage('Your graphics'), note: markMessage('vMix, CasparCG, more') },
};

type StepItemProps = { readonly step: SetupStep; readonly number: number; readonly isCurrent: boolean };

function StepItem({ step, number, isCurrent }: StepItemProps) {
  const { title, note } = useStepText(step);
  const isDone = useIsDone(step) && !isCurrent;
  return (
    <li>
      <button
        type="button"
        className={isDone ? 'is-done' : ''}
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => openStep(step)}
      >
        <span className="setup-number">{isDone ? <Check aria-label={say('done')} role="img" /> : number}</span>
        <span>
          <b>{title}</b>
          <small>{note}</small>
        </span>
      </button>
    </li>
  );
}

function useStepText(step: SetupStep): { readonly title: string; readonly note: string } {
  const isDemo = useDesk(({ state }) => state.isDemo);
  const readyAfterMs = useEngineQuery('setup', {}, null).data?.readyAfterMs ?? null;
  const { title, note } = stepTexts[step];
  if (step !== 'demo' || !isDemo) return { title: say(title), note: say(note) };
  return {
    title: say('Demo is running'),
    note: readyAfterMs === null ? say(note) : say('done in {time}', { time: formatVideoLength(readyAfterMs) }),
  };
}

function useIsDone(step: SetupStep): boolean {
  const { visited, accepted } = useSetupState();
  return useComputed(({ state, feed }) => {
    const isOwn = !state.isDemo && state.source.baseUrl !== '';
    switch (step) {
      case 'demo':
        return state.isDemo || isOwn;
      case 'obs':
        return hasObs(state);
      case 'service':
        return isOwn || accepted !== null;
      case 'collection':
        return isOwn && feed.collection !== null;
      case 'mode':
        return isOwn && visited.includes('mode');
      case 'graphics':
        return isOwn && feed.counts.consumers > 0;
      default:
        return step satisfies never;
    }
  });
}

/** Opens the next step when the own show, or the demo, is on air. */
function useContinueAfterSwitch(): void {
  const switching = useSetupState((setup) => setup.switching);
  const isDemo = useDesk(({ state }) => state.isDemo);
  const hasFailed = useDesk(({ state }) => state.problems.some(({ code }) => code === 'SHOW_NOT_SWITCHED'));
  const isDone = switching !== null && isDemo !== switching.fromDemo;
  useEffect(() => {
    if (isDone) completeSwitch(isDemo);
    else if (hasFailed) useSetupState.setState({ switching: null });
  }, [isDone, hasFailed, isDemo]);
}
