/** One step of the setup: its heading, its content, and the way back and on. */
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { openStep, type SetupStep, setupSteps } from '../../stores/setupState.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';

type StepPageProps = {
  readonly step: SetupStep;
  readonly title: string;
  readonly lead: string;
  /** The buttons that lead on. */
  readonly actions: ReactNode;
  /** Shown after the buttons. */
  readonly note: string;
  readonly children: ReactNode;
};

export function StepPage({ step, title, lead, actions, note, children }: StepPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader begins with the new step.
  useEffect(() => heading.current?.focus(), []);
  const before = setupSteps[setupSteps.indexOf(step) - 1] ?? null;
  return (
    <main className="setup-main">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="setup-lead">{lead}</p>
      <div className="setup-content">{children}</div>
      <OperatorNotice />
      <footer className="setup-foot">
        {before !== null && (
          <Button disabledReason={null} onPress={() => openStep(before)}>
            <ArrowLeft />
            {say('Back||previous page')}
          </Button>
        )}
        {actions}
        <span>{note}</span>
      </footer>
    </main>
  );
}

type NextButtonProps = {
  readonly step: SetupStep;
  readonly label: string;
  readonly disabledReason: string | null;
};

/** Leads to a step. */
export function NextButton({ step, label, disabledReason }: NextButtonProps) {
  return (
    <Button className="button is-primary" disabledReason={disabledReason} onPress={() => openStep(step)}>
      {label}
    </Button>
  );
}
