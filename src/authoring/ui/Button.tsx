/** The plain button, and a button that acts on the second press. */
import { type ReactNode, useId } from 'react';
import { useSecondPress } from '../../ui/secondPress.ts';

type ButtonProps = {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly variant?: 'normal' | 'quiet' | 'primary';
  readonly isDisabled?: boolean;
  readonly title?: string;
};

export function Button({ children, onPress, variant = 'normal', isDisabled = false, title }: ButtonProps) {
  const className = variant === 'normal' ? 'button' : `button is-${variant}`;
  return (
    <button type="button" className={className} disabled={isDisabled} onClick={onPress} title={title}>
      {children}
    </button>
  );
}

type SecondPressButtonProps = {
  readonly children: ReactNode;
  /** Shown on the button after the first press: `Press again to delete`. */
  readonly armedLabel: string;
  /** Says in the announcer what the second press will do: `to delete the webhook Gallery 1.` */
  readonly effect: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
};

/** Acts on the second press within 2 s. */
export function SecondPressButton({
  children,
  armedLabel,
  effect,
  onPress,
  isDisabled = false,
}: SecondPressButtonProps) {
  const id = useId();
  const { armed, press } = useSecondPress();
  const isArmed = armed?.id === id;
  const sentence = `Press again within 2 seconds ${effect}`;
  return (
    <button
      type="button"
      className={isArmed ? 'button is-two-press is-armed' : 'button is-two-press'}
      disabled={isDisabled}
      onClick={() => press({ id, target: effect, sentence }) && onPress()}
    >
      {isArmed ? <b aria-live="assertive">{armedLabel}</b> : children}
    </button>
  );
}
