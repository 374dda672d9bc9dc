/** Blocks the post of the details with an optional reason, which is later shown with the block. */
import { Ban } from 'lucide-react';
import { useRef, useState } from 'react';
import { markMessage, say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { useCommand, useIsSending } from '../../engine/useCommand.ts';
import type { RowView } from '../../model/rowModel.ts';
import { nameOf } from '../../model/words/counts.ts';
import { useActionState, useDesk } from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';
import { focusSelectedList } from '../focusSelectedList.ts';
import { KeyCap } from '../KeyCap.tsx';

const maxReasonLength = 200;

const title = markMessage('Block');

/** Stays open while it has the focus, even if another desk blocks the post: what is typed must not become shortcuts. */
export function BlockReason({ row }: { readonly row: RowView }) {
  const isBlocked = useDesk(({ index }) => index.blocked.has(row.item.id));
  const [hasFocus, setHasFocus] = useState(false);
  if (isBlocked && !hasFocus) return null;
  return <ReasonForm row={row} onFocusChange={setHasFocus} />;
}

type ReasonFormProps = { readonly row: RowView; readonly onFocusChange: (hasFocus: boolean) => void };

function ReasonForm({ row, onFocusChange }: ReasonFormProps) {
  const send = useCommand();
  const isSending = useIsSending(title);
  const form = useRef<HTMLFormElement>(null);
  const { press } = useDeskControls();
  const [reason, setReason] = useState('');
  const { disabledReason, command } = useActionState('block');
  const disabledField = useDisabledField(disabledReason);
  const block = (): void => {
    if (command?.name !== 'block' || isSending) return;
    const because = { name: 'block', input: { ...command.input, reason: reason.trim() || null } } as const;
    // If it is refused, the next word typed is another reason, and must not become shortcuts.
    const onDone = (): void => {
      const { activeElement, body } = document;
      const isHere = form.current === null ? activeElement === body : form.current.contains(activeElement);
      if (isHere) focusSelectedList();
    };
    send({ title, keyLabel: null, command: because, onDone });
  };
  return (
    <form
      ref={form}
      className="block-reason"
      onFocus={() => onFocusChange(true)}
      onBlur={({ currentTarget, relatedTarget }) => onFocusChange(currentTarget.contains(relatedTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        block();
      }}
    >
      <input
        id="block-reason"
        value={reason}
        maxLength={maxReasonLength}
        placeholder={say('Reason (optional)')}
        aria-label={say('Reason for blocking {name}', { name: nameOf(row.item) })}
        {...disabledField}
        onChange={(event) => setReason(event.target.value)}
      />
      <KeyCap action="blockReason" />
      <Button type="submit" disabledReason={disabledReason} onDisabledPress={() => press('block')}>
        <Ban />
        {say('Block: off air now')}
      </Button>
    </form>
  );
}
