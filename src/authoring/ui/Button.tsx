/** The plain button, and a button that acts on the second press. */

import { type ReactNode, useId } from 'react';
import { Button as SharedButton } from '../../ui/Button.tsx';
import { useSecondPress } from '../../ui/secondPress.ts';

type ButtonProps = {
  readonly children: ReactNode;
  /** Left out for a button that submits its form. */
  readonly onPress?: () => void;
  readonly type?: 'submit';
  readonly variant?: 'normal' | 'quiet' | 'primary';
  /** Why it can’t act; left out or `null` when it can. */
  readonly disabledReason?: string | null;
  readonly title?: string;
};

export function Button({ variant = 'normal', disabledReason = null, ...rest }: ButtonProps) {
  const className = variant === 'normal' ? 'button' : `button is-${variant}`;
  return <SharedButton className={className} disabledReason={disabledReason} {...rest} />;
}

type SecondPressButtonProps = {
  readonly children: ReactNode;
  /** Shown on the button after the first press: `Press again to delete`. */
  readonly armedLabel: string;
  /** Says in the announcer what the second press will do: `to delete the webhook Gallery 1.` */
  readonly effect: string;
  readonly onPress: () => void;
  /** Why it can’t act; left out or `null` when it can. */
  readonly disabledReason?: string | null;
};

/** Acts on the second press within 2 s. */
export function SecondPressButton({
  children,
  armedLabel,
  effect,
  onPress,
  disabledReason = null,
}: SecondPressButtonProps) {
  const id = useId();
  const { armed, press } = useSecondPress();
  const isArmed = armed?.id === id;
  const sentence = `Press again within 2 seconds ${effect}`;
  return (
    <SharedButton
      className={isArmed ? 'button is-two-press is-armed' : 'button is-two-press'}
      disabledReason={disabledReason}
      onPress={() => press({ id, target: effect, sentence }) && onPress()}
    >
      {isArmed ? <b>{armedLabel}</b> : children}
    </SharedButton>
  );
}
