/** The posts on air at this point of the recorded show, hatched because they are not on air now. */

import type { RehearsalView, RehearsedList, RehearsedRow } from '../../../../contract/history.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { gateNames } from '../../../../core/gateNames.ts';
import { say } from '../../../../core/language/say.ts';
import { formatDayTime } from '../../../../core/time.ts';
import type { BadgeView } from '../../../../ui/Badge.tsx';
import { sayNode } from '../../../../ui/sayNode.ts';
import type { RowState } from '../../../model/rowModel.ts';
import { useIsCompact } from '../../../stores/useDesk.ts';
import { Row } from '../../show/Row.tsx';
import { VirtualList } from '../../VirtualList.tsx';

type RehearsedPostsProps = {
  readonly rehearsal: RehearsalView;
  readonly list: RehearsedList | null;
  /** Shown while `list` is `null`. */
  readonly missingText: string;
};

export function RehearsedPosts({ rehearsal, list, missingText }: RehearsedPostsProps) {
  const isCompact = useIsCompact();
  const rows = list?.rows ?? [];
  const positions = positionsOf(rows);
  const startMs = Date.parse(rehearsal.startedAt);
  const onAirCount = rows.filter(({ keptOff }) => keptOff === null).length;
  return (
    <section className="list is-rehearsed" aria-label={say('Rehearsal list')}>
      <div className="list-head">
        <h2 className="list-title">{say('REHEARSAL {count}', { count: formatNumber(onAirCount) })}</h2>
        <span className="list-note">
          {list !== null &&
            sayNode('<b>{gate}</b>, revision {revision}', {
              b: (children) => <b>{children}</b>,
              gate: say(gateNames[list.gate]),
              revision: list.revision,
            })}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="list-empty">
          {list === null
            ? missingText
            : rehearsal.step === 0
              ? say('The rehearsal has not started.')
              : say('Nothing was on air at this time.')}
        </p>
      ) : (
        <VirtualList
          label={say('Rehearsal posts')}
          items={rows}
          rowHeight={isCompact ? 70 : 88}
          scrollToIndex={null}
          render={(row, index) => (
            <Row
              row={{ key: row.item.id, item: row.item, state: stateOf(row), position: positions[index] ?? null }}
              badges={badgesOf(row, startMs)}
              isSelected={false}
              isHovered={false}
              text={null}
              tooltip={row.item.message}
            />
          )}
        />
      )}
    </section>
  );
}

function stateOf({ keptOff }: RehearsedRow): RowState {
  return keptOff === null ? 'rehearsed' : keptOff === 'block' ? 'blocked' : 'guarded';
}

function badgesOf({ since }: RehearsedRow, startMs: number): readonly BadgeView[] {
  return since === null ? [] : [{ kind: 'quiet', icon: null, text: formatDayTime(since, startMs) }];
}

/** Positions from 1; `null` for a post that is kept off. */
function positionsOf(rows: readonly RehearsedRow[]): readonly (number | null)[] {
  let position = 0;
  return rows.map(({ keptOff }) => {
    if (keptOff !== null) return null;
    position += 1;
    return position;
  });
}
