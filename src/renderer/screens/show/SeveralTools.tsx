/** In the foot of a list: how many posts are selected, and the actions on all of them. Block is on its key. */
import { X } from 'lucide-react';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import type { SentAction } from '../../model/actions.ts';
import { useUiState } from '../../stores/uiState.ts';
import { useActionState } from '../../stores/useDesk.ts';
import { ActionButton } from '../ActionButton.tsx';

export function SeveralTools({ count }: { readonly count: number }) {
  return (
    <div className="several-tools" role="toolbar" aria-label={say('Actions on the selected posts')}>
      <button
        type="button"
        className="list-head-button"
        aria-label={say('{count} posts selected. Select one', { count: formatNumber(count) })}
        onClick={() => useUiState.setState({ several: null })}
      >
        <span role="status">{say('{count} selected', { count: formatNumber(count) })}</span>
        <X />
      </button>
      <SeveralAction action="markUsed" label={say('Mark used||several posts')} />
      <SeveralAction action="unblock" label={say('Unblock')} />
      <SeveralAction action="allow" label={say('Allow')} />
    </div>
  );
}

/** Hidden while it can do nothing with any of the posts. */
function SeveralAction({ action, label }: { readonly action: SentAction; readonly label: string }) {
  const { disabledReason } = useActionState(action);
  if (disabledReason !== null) return null;
  return <ActionButton action={action} label={label} confirmLabel={say('Press again')} className="play-key" />;
}
