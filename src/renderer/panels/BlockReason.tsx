/** A block with a reason: one field under a post, for those who ask later why it was off. */
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { capOf, useKeymap } from '../keys/keymap.ts';
import type { RowView } from '../show/rowModel.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { say } from '../state/hand.ts';
import { nameOf } from '../words/counts.ts';

const longest = 200;

export function BlockReason({ row }: { readonly row: RowView }) {
  const { feed, offers } = useDesk();
  const { client } = useHands();
  const keymap = useKeymap();
  const [reason, setReason] = useState('');
  const { reason: rests } = offers.block;
  const block = (): void => {
    if (rests !== null) return;
    const words = reason.trim();
    const input = { feed: feed.slug, itemId: row.item.id, reason: words === '' ? null : words };
    client.command('block', input).then(
      (answer) => {
        if (answer.ok) setReason('');
        else say(`Your Block was refused: ${answer.message}`, answer.nextStep, false);
      },
      () => say('Block did not reach the engine.', 'Look at what is on air before you press again.', false),
    );
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
        maxLength={longest}
        placeholder="Why, in a word (need not be)"
        aria-label={`Reason for blocking ${nameOf(row.item)}`}
        disabled={rests !== null}
        onChange={(event) => setReason(event.target.value)}
      />
      <kbd>{capOf(keymap, 'blockReason')}</kbd>
      <button type="submit" className="button" disabled={rests !== null} title={rests ?? undefined}>
        <Ban className="icon" aria-hidden="true" />
        Block: off air now
      </button>
    </form>
  );
}
