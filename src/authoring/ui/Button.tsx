/** The plain button, and a button that acts on the second press. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

type ButtonProps = {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly variant?: 'normal' | 'quiet' | 'main';
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

const armedDurationMs = 2000;
/** A second press sooner than this is ignored as a bounce or double click. */
const minGapMs = 150;

type SecondPressButtonProps = {
  readonly children: ReactNode;
  /** Shown after the first press: `Press again to delete`. */
  readonly armedLabel: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly onArmed?: (isArmed: boolean) => void;
};

/** Arms on the first press and acts on a second press within 2 s. Escape or losing focus disarms it. */
export function SecondPressButton({
  children,
  armedLabel,
  onPress,
  isDisabled = false,
  onArmed,
}: SecondPressButtonProps) {
  const [armedAt, setArmedAt] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const armOrDisarm = (at: number | null) => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = at === null ? null : setTimeout(() => armOrDisarm(null), armedDurationMs);
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
    if (armedAt === null) return armOrDisarm(now);
    if (now - armedAt < minGapMs) return;
    armOrDisarm(null);
    onPress();
  };

  const isArmed = armedAt !== null;
  return (
    <button
      type="button"
      className={isArmed ? 'button is-second-press is-armed' : 'button is-second-press'}
      disabled={isDisabled}
      onClick={press}
      onBlur={() => isArmed && armOrDisarm(null)}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
        if (event.key !== 'Escape' || !isArmed) return;
        event.stopPropagation();
        armOrDisarm(null);
      }}
    >
      {isArmed ? <b aria-live="assertive">{armedLabel}</b> : children}
    </button>
  );
}
