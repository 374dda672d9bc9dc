/** The plain button of the service’s page. */
import type { ReactNode } from 'react';
import { Button as SharedButton } from '../../ui/Button.tsx';

type ButtonProps = {
  readonly id?: string;
  readonly children: ReactNode;
  /** Left out for a button that submits its form. */
  readonly onPress?: () => void;
  readonly type?: 'submit';
  readonly variant?: 'normal' | 'quiet' | 'primary';
  /** Why it can’t act; left out or `null` when it can. */
  readonly disabledReason?: string | null;
  readonly title?: string;
  readonly 'aria-label'?: string;
};

export function Button({ variant = 'normal', disabledReason = null, ...rest }: ButtonProps) {
  const className = variant === 'normal' ? 'button' : `button is-${variant}`;
  return <SharedButton className={className} disabledReason={disabledReason} {...rest} />;
}
