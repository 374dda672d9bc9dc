/** Blocks a post with an optional reason, which is later shown with the block. */

import { Ban } from 'lucide-react';
import { useState } from 'react';
import { markMessage, say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { useCommand } from '../../engine/useCommand.ts';
import type { RowView } from '../../model/rowModel.ts';
import { nameOf } from '../../model/words/counts.ts';
import { useActionState, useDesk } from '../../stores/useDesk.ts';
import { KeyCap } from '../KeyCap.tsx';

const maxReasonLength = 200;

/** Stays open while it has the focus, even if another desk blocks the post: what is typed must not become shortcuts. */
export function BlockReason({ row }: { readonly row: RowView }) {
  const isBlocked = useDesk(({ index }) => index.blocked.has(row.item.id));
  const [hasFocus, setHasFocus] = useState(false);
  if (isBlocked && !hasFocus) return null;
  return <ReasonForm row={row} onFocusChange={setHasFocus} />;
}

type ReasonFormProps = { readonly row: RowView; readonly onFocusChange: (hasFocus: boolean) => void };

function ReasonForm({ row, onFocusChange }: ReasonFormProps) {
  const slug = useDesk((desk) => desk.feed.slug);
  const send = useCommand();
  const [reason, setReason] = useState('');
  const { disabledReason } = useActionState('block');
  const disabledField = useDisabledField(disabledReason);
  const block = (): void => {
    if (disabledReason !== null) return;
    const trimmed = reason.trim();
    const input = { feed: slug, itemId: row.item.id, reason: trimmed === '' ? null : trimmed };
    send({ title: markMessage('Block'), keyLabel: null, command: { name: 'block', input } });
    document.getElementById('list-live')?.focus({ preventScroll: true });
  };
  return (
    <form
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
      <Button type="submit" disabledReason={disabledReason}>
        <Ban />
        {say('Block: off air now')}
      </Button>
    </form>
  );
}
