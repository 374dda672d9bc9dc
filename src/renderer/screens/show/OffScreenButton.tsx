/** A person's confirmation of the first takedown that waits; a press meant for one post never confirms the next. */
import { commandTable } from '../../../core/commandTable.ts';
import { say } from '../../../core/language/say.ts';
import { Button, useExplainDisabled } from '../../../ui/Button.tsx';
import { usePressGuard } from '../../../ui/usePressGuard.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { unconfirmedBlocksOf } from '../../model/words/takedown.ts';
import { useDesk } from '../../stores/useDesk.ts';

export function OffScreenButton() {
  const slug = useDesk((desk) => desk.feed.slug);
  const block = useDesk((desk) => unconfirmedBlocksOf(desk.feed)[0] ?? null);
  const send = useCommand();
  const explain = useExplainDisabled();
  const takedown = block === null ? null : `${slug} ${block.itemId} ${block.since}`;
  const { handlers, isMeant } = usePressGuard(takedown, null);
  if (block === null) return null;

  const title = commandTable.confirm.label;
  const onPress = (): void => {
    if (!isMeant()) {
      explain(say('the alarm changed as you pressed'));
      return;
    }
    const command = { name: 'confirm', input: { feed: slug, itemId: block.itemId } } as const;
    send({ title, keyLabel: null, command });
  };
  return (
    // The next post keeps the button, and so the focus.
    <Button disabledReason={null} {...handlers} onPress={onPress}>
      {say(title)}
    </Button>
  );
}
