/** A button that acts on the second press within 2 s; the double border says so before the first. */
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { useSecondPress } from './secondPress.ts';
import { TwoLabels } from './TwoLabels.tsx';

type SecondPressButtonProps = {
  readonly children: ReactNode;
  /** Shown on the button after the first press: `Press again to delete`. */
  readonly armedLabel: string;
  /** Shown in the announcer after the first press: `Press again within 2 seconds to delete the webhook Gallery 1.` */
  readonly sentence: string;
  /** The subject of the press, as in `secondPress.ts`; left out if the sentence says it. */
  readonly target?: string;
  readonly disabledReason: string | null;
  readonly onPress: () => void;
};

export function SecondPressButton(props: SecondPressButtonProps) {
  const { children, armedLabel, sentence, target = sentence, disabledReason, onPress } = props;
  const id = useId();
  const { armed, press } = useSecondPress();
  const isArmed = armed?.id === id;
  return (
    <Button
      className={isArmed ? 'button is-two-press is-armed' : 'button is-two-press'}
      disabledReason={disabledReason}
      onPress={() => press({ id, target, sentence }) && onPress()}
    >
      <TwoLabels isArmed={isArmed} armedLabel={armedLabel}>
        {children}
      </TwoLabels>
    </Button>
  );
}
