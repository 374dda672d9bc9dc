/** A person's confirmation of the first takedown that waits; a press meant for one post never confirms the next. */
import { useLayoutEffect, useRef } from 'react';
import { commandTable } from '../../../core/commandTable.ts';
import { say } from '../../../core/language/say.ts';
import { Button, useExplainDisabled } from '../../../ui/Button.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import { unconfirmedBlocksOf } from '../../model/words/takedown.ts';
import { useDesk } from '../../stores/useDesk.ts';

/** Longer than a double click, and shorter than anyone needs to read another alarm. */
const unreadForMs = 700;

export function OffScreenButton() {
  const slug = useDesk((desk) => desk.feed.slug);
  const block = useDesk((desk) => unconfirmedBlocksOf(desk.feed)[0] ?? null);
  const send = useCommand();
  const explain = useExplainDisabled();
  const takedown = block === null ? null : `${slug} ${block.itemId} ${block.since}`;
  const shownAtMs = useRef(0);
  /** The takedown on which the press began; `null` if nothing began it, as with a screen reader's click. */
  const begunOn = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (takedown !== null) shownAtMs.current = performance.now();
  }, [takedown]);
  if (block === null) return null;

  const begin = (): void => {
    begunOn.current = takedown;
  };
  const title = commandTable.confirm.label;
  const onPress = (): void => {
    const isSame = begunOn.current === null || begunOn.current === takedown;
    begunOn.current = null;
    if (!isSame || performance.now() - shownAtMs.current < unreadForMs) {
      explain(say('the alarm changed as you pressed'));
      return;
    }
    const command = { name: 'confirm', input: { feed: slug, itemId: block.itemId } } as const;
    send({ title, keyLabel: null, command });
  };
  return (
    // The next post keeps the button, and so the focus.
    <Button
      disabledReason={null}
      onPointerDown={begin}
      onKeyDown={(event) => {
        // A key that is held down would confirm each post in turn.
        if (event.repeat) event.preventDefault();
        else begin();
      }}
      onPress={onPress}
    >
      {say(title)}
    </Button>
  );
}
