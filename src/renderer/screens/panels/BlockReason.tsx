/** Blocks a post with an optional reason, which is later shown with the block. */

import { Ban } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import type { RowView } from '../../model/rowModel.ts';
import { nameOf } from '../../model/words/counts.ts';
import { useActionState, useDesk } from '../../stores/useDesk.ts';
import { KeyCap } from '../KeyCap.tsx';

const maxReasonLength = 200;

export function BlockReason({ row }: { readonly row: RowView }) {
  const slug = useDesk((desk) => desk.feed.slug);
  const send = useCommand();
  const [reason, setReason] = useState('');
  const { disabledReason } = useActionState('block');
  const block = (): void => {
    if (disabledReason !== null) return;
    const trimmed = reason.trim();
    const input = { feed: slug, itemId: row.item.id, reason: trimmed === '' ? null : trimmed };
    send({ title: 'Block', keyLabel: null, command: { name: 'block', input } });
    document.getElementById('list-live')?.focus({ preventScroll: true });
  };
  return (
    <form
      className="block-reason"
      onSubmit={(event) => {
        event.preventDefault();
        block();
      }}
    >
      <input
        id="block-reason"
        value={reason}
        maxLength={maxReasonLength}
        placeholder="Reason (optional)"
        aria-label={`Reason for blocking ${nameOf(row.item)}`}
        disabled={disabledReason !== null}
        onChange={(event) => setReason(event.target.value)}
      />
      <KeyCap action="blockReason" />
      <Button type="submit" disabledReason={disabledReason}>
        <Ban />
        Block: off air now
      </Button>
    </form>
  );
}
