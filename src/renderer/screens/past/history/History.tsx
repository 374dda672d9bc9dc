/** The History view: the revisions, the selected one compared with on air, and the Restore key. */
import { useMemo } from 'react';
import { useEngineQuery } from '../../../engine/queries.ts';
import { onAirItems } from '../../../model/feedIndex.ts';
import { useUiState } from '../../../stores/uiState.ts';
import { useDesk } from '../../../stores/useDesk.ts';
import { useDeskControls } from '../../controls.ts';
import { PastPage } from '../PastPage.tsx';
import { ListComparison } from './ListComparison.tsx';
import { RestoreBar } from './RestoreBar.tsx';
import { Revisions } from './Revisions.tsx';
import { selectedRevisionOf } from './restoreState.ts';

/** A past list never changes, but its posts can be blocked or unblocked. */
const pollIntervalMs = 3000;

export function History() {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const { client } = useDeskControls();
  const revision = selectedRevisionOf(
    feed,
    useUiState((ui) => ui.pastRevision),
  );
  const result = useEngineQuery(client, 'pastList', { feed: feed.slug, revision }, pollIntervalMs);
  const answer = result.data;
  const past = answer?.ok === true && answer.value.revision === revision ? answer.value : null;
  const error = answer?.ok === false ? `${answer.message} ${answer.nextStep}` : null;
  const onAirNow = useMemo(() => onAirItems(index, index.lists.onAir), [index]);
  return (
    <PastPage
      view="history"
      title="History"
      lead="Every list that has been on air. Browsing changes nothing."
      actions={null}
    >
      <div className="history">
        <Revisions key={feed.slug} revision={revision} />
        <ListComparison
          past={past}
          onAirNow={onAirNow}
          revision={revision}
          error={feed.revision === 0 ? 'Nothing has been on air yet.' : error}
        />
        <RestoreBar past={past} onAirNow={onAirNow} revision={revision} hasFailed={error !== null} />
      </div>
    </PastPage>
  );
}
