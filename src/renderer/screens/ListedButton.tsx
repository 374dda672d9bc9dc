/** A button in a list whose entries come and go: a press meant for one entry never acts on the entry that takes its place. */
import { useRef } from 'react';
import { say } from '../../core/language/say.ts';
import { Button, type ButtonProps, useExplainDisabled } from '../../ui/Button.tsx';
import { usePressGuard } from '../../ui/usePressGuard.ts';

type ListedButtonProps = ButtonProps & {
  /** The entries in their order, as text. */
  readonly order: string;
  readonly onPress: () => void;
};

export function ListedButton({ order, onPress, ...rest }: ListedButtonProps) {
  const explain = useExplainDisabled();
  const { handlers, isMeant } = usePressGuard(order, useRef(order).current);
  return (
    <Button
      {...rest}
      {...handlers}
      onPress={() => {
        if (isMeant()) onPress();
        else explain(say('the key changed as you pressed'));
      }}
    />
  );
}
