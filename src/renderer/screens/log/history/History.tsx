/** The History view: the revisions, the selected one compared with on air, and the Restore key. */
import { useMemo } from 'react';
import { say } from '../../../../core/language/say.ts';
import { describeError, useEngineQuery } from '../../../engine/queries.ts';
import { onAirItems } from '../../../model/feedIndex.ts';
import { useUiState } from '../../../stores/uiState.ts';
import { useDesk } from '../../../stores/useDesk.ts';
import { ListComparison } from './ListComparison.tsx';
import { RestoreBar } from './RestoreBar.tsx';
import { Revisions } from './Revisions.tsx';
import { selectedRevisionOf } from './restoreState.ts';

export function History() {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const revision = selectedRevisionOf(
    feed,
    useUiState((ui) => ui.historyRevision),
  );
  const result = useEngineQuery('pastList', { feed: feed.slug, revision }, null);
  const past = result.data === undefined || result.isPlaceholderData ? null : result.data;
  const error = describeError(result.error);
  const onAirNow = useMemo(() => onAirItems(index, index.lists.onAir), [index]);
  return (
    <div className="history">
      <Revisions key={feed.slug} revision={revision} />
      <ListComparison
        past={past}
        onAirNow={onAirNow}
        revision={revision}
        error={feed.revision === 0 ? say('Nothing has been on air yet.') : error}
      />
      <RestoreBar past={past} onAirNow={onAirNow} revision={revision} hasFailed={error !== null} />
    </div>
  );
}
