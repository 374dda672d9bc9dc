/** What the recorded show would have on air at this time: hatched on each row, and red on none. */
import type { RehearsalView, RehearsedList, RehearsedRow } from '../../../contract/past.ts';
import { Row } from '../../show/Row.tsx';
import type { RowState } from '../../show/rowModel.ts';
import { useDesk } from '../../state/desk.ts';
import type { MarkView } from '../../ui/Mark.tsx';
import { Windowed } from '../../ui/Windowed.tsx';
import { clockTime } from '../../words/time.ts';

type RehearsedProps = {
  readonly rehearsal: RehearsalView;
  /** Null: the recorded show has no such feed, or it is not known yet. */
  readonly list: RehearsedList | null;
};

export function Rehearsed({ rehearsal, list }: RehearsedProps) {
  const { feed, nowMs, isCompact } = useDesk();
  const rows = list?.rows ?? [];
  const places = placesOf(rows);
  const onAir = rows.filter(({ keptOff }) => keptOff === null).length;
  const gate = { following: 'Following', held: 'Held', cleared: 'Cleared' };
  return (
    <section className="list is-rehearsed" aria-label="Rehearsed list">
      <div className="list-head">
        <h2 className="list-title">REHEARSED {onAir.toLocaleString('en')}</h2>
        <span className="list-note">
          {list !== null && (
            <>
              <b>{gate[list.gate]}</b>, revision {list.revision} again
            </>
          )}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="list-empty">
          {list === null
            ? `The recorded show has no feed ${feed.slug}.`
            : rehearsal.step === 0
              ? 'Nothing yet: it has not begun.'
              : 'Nothing was on air at this time.'}
        </p>
      ) : (
        <Windowed
          label="Rehearsed posts"
          count={rows.length}
          rowHeight={isCompact ? 70 : 88}
          kept={null}
          render={(at) => {
            const row = rows[at];
            if (row === undefined) return null;
            const { item } = row;
            return (
              <Row
                row={{ key: item.id, item, state: stateOf(row), place: places[at] ?? null }}
                marks={marksOf(row)}
                nowMs={nowMs}
                isCompact={isCompact}
                isSelected={false}
                isAimed={false}
                text={null}
                placeNow={null}
              />
            );
          }}
        />
      )}
    </section>
  );
}

function stateOf({ keptOff }: RehearsedRow): RowState {
  return keptOff === null ? 'rehearsed' : keptOff === 'block' ? 'blocked' : 'guarded';
}

function marksOf({ since }: RehearsedRow): readonly MarkView[] {
  return since === null ? [] : [{ kind: 'quiet', icon: null, words: clockTime(since) }];
}

/** Places from 1 of what is on air there; what is kept off has none. */
function placesOf(rows: readonly RehearsedRow[]): readonly (number | null)[] {
  let place = 0;
  return rows.map(({ keptOff }) => {
    if (keptOff !== null) return null;
    place += 1;
    return place;
  });
}
