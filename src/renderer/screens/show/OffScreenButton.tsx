/** A person's confirmation that graphics are off screen; a press meant for one alarm never confirms the next. */
import { commandTable } from '../../../core/commandTable.ts';
import { say } from '../../../core/language/say.ts';
import { Button, useExplainDisabled } from '../../../ui/Button.tsx';
import { usePressGuard } from '../../../ui/usePressGuard.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { offScreenOf } from '../../model/offScreen.ts';
import { useComputed } from '../../stores/useDesk.ts';

export function OffScreenButton() {
  const offScreen = useComputed(({ state, feed }) => offScreenOf(state, feed));
  const send = useCommand();
  const explain = useExplainDisabled();
  const { handlers, isMeant } = usePressGuard(offScreen?.subject ?? null, null);
  if (offScreen === null) return null;

  const { command } = offScreen;
  const title = commandTable[command.name].label;
  const onPress = (): void => {
    if (!isMeant()) {
      explain(say('the alarm changed as you pressed'));
      return;
    }
    send({ title, keyLabel: null, command });
  };
  return (
    // The next post keeps the button, and so the focus.
    <Button disabledReason={null} {...handlers} onPress={onPress}>
      {say(title)}
    </Button>
  );
}
