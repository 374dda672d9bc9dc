/** A button for an action, with its key; after the first of two presses it says what the second does. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useSecondPress } from '../../ui/secondPress.ts';
import { TwoLabels } from '../../ui/TwoLabels.tsx';
import type { SentAction } from '../model/actions.ts';
import { useActionState } from '../stores/useDesk.ts';
import { useDeskControls } from './controls.ts';
import { KeyCap } from './KeyCap.tsx';

type ActionButtonProps = {
  readonly action: SentAction;
  readonly label: string;
  /** Shown after the first press of an action that needs two. */
  readonly confirmLabel?: string;
  readonly className?: string;
  /** The icon. */
  readonly children?: ReactNode;
};

export function ActionButton(props: ActionButtonProps) {
  const { action, label, confirmLabel, className = 'button', children } = props;
  const { press } = useDeskControls();
  const { armed } = useSecondPress();
  const { disabledReason, confirm, target } = useActionState(action);
  const isArmed = armed?.id === action && armed.target === target;
  return (
    <Button
      className={`${className}${confirm === null ? '' : ' is-two-press'}${isArmed ? ' is-armed' : ''}`}
      disabledReason={disabledReason}
      title={label}
      onPress={() => press(action)}
      onDisabledPress={() => press(action)}
    >
      {confirm === null || confirmLabel === undefined ? (
        <>
          {children}
          {label}
        </>
      ) : (
        <TwoLabels isArmed={isArmed} armedLabel={confirmLabel}>
          {children}
          {label}
        </TwoLabels>
      )}{' '}
      <KeyCap action={action} />
    </Button>
  );
}
