/** The label of a button before and after its first press. The button has room for both, so that the second press lands on it. */
import type { ReactNode } from 'react';

type TwoLabelsProps = {
  readonly isArmed: boolean;
  readonly children: ReactNode;
  /** Shown after the first press: `Press again to delete`. */
  readonly armedLabel: ReactNode;
};

export function TwoLabels({ isArmed, children, armedLabel }: TwoLabelsProps) {
  return (
    <span className="two-labels">
      <span className={isArmed ? 'is-unseen' : undefined} aria-hidden={isArmed || undefined}>
        {children}
      </span>
      <b className={isArmed ? undefined : 'is-unseen'} aria-hidden={isArmed ? undefined : true}>
        {armedLabel}
      </b>
    </span>
  );
}
