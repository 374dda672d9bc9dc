/** In the head of a list: how many posts are selected, and the actions on all of them. */
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { SecondPressButton } from '../../ui/SecondPressButton.tsx';
import type { Several } from '../state/several.ts';
import { Button } from '../ui/Button.tsx';
import { usePage } from '../ui/usePage.ts';
import { focusRow } from './focusRow.ts';

export function SeveralTools({ several: { list, ids } }: { readonly several: Several }) {
  const { store, changes, severalPosts } = usePage();
  const count = formatNumber(ids.size);
  /** The pressed button goes with the selection. */
  const focusSelected = (): void => {
    // React may not have moved the row yet.
    requestAnimationFrame(() => {
      const { selectedId, several } = store.getState();
      if (selectedId !== null && several === null) focusRow(selectedId);
    });
  };
  const end = (): void => {
    severalPosts.end();
    focusSelected();
  };
  return (
    <div className="several-tools" role="toolbar" aria-label={say('Actions on the selected posts')}>
      <Button variant="quiet" aria-label={say('{count} posts selected. Select one', { count })} onPress={end}>
        <span role="status">{say('{count} selected', { count })}</span>
        <X />
      </Button>
      <Button onPress={() => void changes.transfer(ids, list).then(focusSelected)}>
        {list === 'staging' ? <ArrowRight /> : <ArrowLeft />}
        {list === 'staging' ? say('Promote') : say('Demote')}
      </Button>
      <SecondPressButton
        armedLabel={say('Press again')}
        sentence={say('Press again within 2 seconds to delete {count} posts.', { count })}
        disabledReason={null}
        onPress={() => void changes.deleteItems(ids, list).then(focusSelected)}
      >
        {say('Delete')}
      </SecondPressButton>
    </div>
  );
}
