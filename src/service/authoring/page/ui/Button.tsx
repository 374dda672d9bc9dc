/** Buttons: the usual one, and the one that acts at the second press only. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

type ButtonProps = {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly look?: 'usual' | 'quiet' | 'main';
  readonly isDisabled?: boolean;
  readonly title?: string;
};

export function Button({ children, onPress, look = 'usual', isDisabled = false, title }: ButtonProps) {
  const kind = look === 'usual' ? 'button' : `button is-${look}`;
  return (
    <button type="button" className={kind} disabled={isDisabled} onClick={onPress} title={title}>
      {children}
    </button>
  );
}

/** How long the first press stays armed, and how soon the second may come. */
const armedForMs = 2000;
const soonestMs = 150;

type TwiceProps = {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly onArmed?: (isArmed: boolean) => void;
};

/** Says so in its name, arms at the first press, and acts at a second one within two seconds. */
export function TwiceButton({ children, onPress, isDisabled = false, onArmed }: TwiceProps) {
  const [armedAt, setArmedAt] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const arm = (at: number | null) => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = at === null ? null : setTimeout(() => arm(null), armedForMs);
    setArmedAt(at);
    onArmed?.(at !== null);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );

  const press = () => {
    const now = performance.now();
    if (armedAt === null) return arm(now);
    if (now - armedAt < soonestMs) return;
    arm(null);
    onPress();
  };

  const isArmed = armedAt !== null;
  return (
    <button
      type="button"
      className={isArmed ? 'button is-twice is-armed' : 'button is-twice'}
      disabled={isDisabled}
      onClick={press}
      onBlur={() => isArmed && arm(null)}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
        if (event.key !== 'Escape' || !isArmed) return;
        event.stopPropagation();
        arm(null);
      }}
    >
      {isArmed ? <b aria-live="assertive">AGAIN?</b> : children}
    </button>
  );
}
