/** The foot of a list: how many rows are below, on which side NOW is out of view, and a note or the tools for several posts. */

import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { useHiddenSide, useRowsBelow } from '../../../ui/useRowsBelow.ts';
import { type ListName, useUiState } from '../../stores/uiState.ts';
import { useDesk, useIsFollowing } from '../../stores/useDesk.ts';
import { SeveralTools } from './SeveralTools.tsx';

/** How many posts of the list are selected together, with actions on all of them. */
function useSeveralCount(list: ListName): number {
  const count = useDesk(({ several }) => several.length);
  const isActive = useUiState((ui) => ui.selection?.list === list);
  return useIsFollowing() || !isActive ? 0 : count;
}

type ListFootProps = {
  readonly list: ListName;
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly count: number;
  /** -1 if no row is NOW. */
  readonly nowIndex: number;
  readonly rowHeight: number;
  readonly paddingTop: number;
  readonly endText: string;
  readonly note: string;
};

export const ListFoot = memo(function ListFoot({
  list,
  pane,
  count,
  nowIndex,
  rowHeight,
  paddingTop,
  endText,
  note,
}: ListFootProps) {
  const severalCount = useSeveralCount(list);
  const belowCount = useRowsBelow(pane, count, rowHeight, paddingTop);
  const nowSide = useHiddenSide(pane, nowIndex, rowHeight, paddingTop);
  return (
    <div className="list-foot">
      <b>
        {belowCount > 0 ? (
          <>
            <ArrowDown /> {say('{count} more below.', { count: formatNumber(belowCount) })}
          </>
        ) : (
          endText
        )}
      </b>
      {severalCount > 0 ? (
        <SeveralTools count={severalCount} />
      ) : nowSide === null ? (
        <span>{note}</span>
      ) : (
        <NowHint side={nowSide} />
      )}
    </div>
  );
});

/** The row under the pointer, or the selected one, stays in place while the play head moves on, so NOW can leave the view. */
function NowHint({ side }: { readonly side: 'above' | 'below' }) {
  return (
    <b className="is-now">
      {side === 'above' ? <ArrowUp /> : <ArrowDown />} {side === 'above' ? say('NOW is above.') : say('NOW is below.')}
    </b>
  );
}
