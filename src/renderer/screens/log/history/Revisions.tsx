/** The feed's revisions, newest first: time, cause, changes and duration. */

import { useEffect, useEffectEvent, useState } from 'react';
import type { HistoryRow } from '../../../../contract/history.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { say } from '../../../../core/language/say.ts';
import { formatDuration } from '../../../../core/time.ts';
import { Badge, type BadgeView } from '../../../../ui/Badge.tsx';
import { describeError, useEngineQuery } from '../../../engine/queries.ts';
import { findPost } from '../../../model/feedIndex.ts';
import { formatDifference, nameOf } from '../../../model/words/counts.ts';
import { useIsYou } from '../../../stores/givenName.ts';
import { selectRevision } from '../../../stores/uiState.ts';
import { knownUntilMs, useComputed, useDesk } from '../../../stores/useDesk.ts';
import { DayTime } from '../../DayTime.tsx';
import { PageSearch } from '../../PageSearch.tsx';
import { causeBadgeOf } from '../causeBadge.ts';
import { LogMessage } from '../LogMessage.tsx';
import { OnAirBadge } from '../OnAirBadge.tsx';
import { describeRevision, hasNamesFromOutside } from './historyText.ts';

const pageSize = 200;

export function Revisions({ revision }: { readonly revision: number }) {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const isYou = useIsYou();
  const collectionNames = useDesk(({ state }) => state.collectionNames);
  const [search, setSearch] = useState('');
  /** `null` for the newest page. */
  const [before, setBefore] = useState<number | null>(null);
  // The next one says whether there are older ones, and whether revisions are missing below the last row.
  const result = useEngineQuery('history', { feed: feed.slug, before, limit: pageSize + 1 }, null);
  const { rows: read = [], kept = null } = result.data ?? {};
  const rows = read.slice(0, pageSize);
  const error = describeError(result.error);
  const nameOfPost = (id: string): string | null => {
    const item = findPost(index, id);
    return item === undefined ? null : nameOf(item);
  };
  const searchText = search.trim().toLowerCase();
  const shown = rows
    .map((row, position) => {
      const description = describeRevision(row, nameOfPost, collectionNames);
      const older = read[position + 1];
      return { row, description: older?.hasGapAfter === true ? describeAfterGap(description, older) : description };
    })
    .filter(({ row, description }) =>
      `${row.revision} ${row.by ?? ''} ${description}`.toLowerCase().includes(searchText),
    );
  useArrowKeys(
    shown.map(({ row }) => row.revision),
    revision,
  );
  const oldest = rows.at(-1)?.revision ?? null;
  const hasOlder = read.length > pageSize && oldest !== null;
  return (
    <section className="list" aria-label={say('Revisions')}>
      <div className="list-head">
        <h2 className="list-title">{say('REVISIONS {count}', { count: formatNumber(feed.revision) })}</h2>
        <span className="list-note">
          {before === null ? say('newest first') : say('before {revision}', { revision: before })}
        </span>
        <PageSearch
          value={search}
          placeholder={say('Post, name')}
          label={say('Find a revision by post, name or number')}
          onChange={setSearch}
        />
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a label */}
      <div
        className="list-rows"
        role={shown.length === 0 ? 'group' : 'listbox'}
        aria-label={say('Revisions, newest first')}
        tabIndex={0}
      >
        {error !== null && <p className="list-empty is-fault">{error}</p>}
        {error === null && shown.length === 0 && (
          <p className="list-empty">
            {result.isPending
              ? say('Connecting…')
              : searchText === ''
                ? say('The history has no revisions yet.')
                : say('No matches.')}
          </p>
        )}
        {shown.map(({ row, description }) => (
          <Revision
            key={row.revision}
            row={row}
            description={description}
            isSelected={row.revision === revision}
            isOnAir={row.revision === feed.revision}
            badge={causeBadgeOf(row.cause, row.by, isYou(row.by, row.at))}
          />
        ))}
      </div>
      <div className="list-foot">
        {hasOlder && (
          <button type="button" className="button is-quiet" onClick={() => setBefore(oldest)}>
            {say('Older than {revision}', { revision: oldest })}
          </button>
        )}
        {before !== null && (
          <button type="button" className="button is-quiet" onClick={() => setBefore(null)}>
            {say('Newest')}
          </button>
        )}
        {kept !== null && (
          <span>
            {say('Keeps the newest {count, plural, one {# revision} other {# revisions}} or {size} MB', {
              count: kept.revisions,
              size: formatNumber(kept.megabytes),
            })}
          </span>
        )}
      </div>
    </section>
  );
}

/** Moves the selection with the arrow keys from anywhere on the screen, except while typing. */
function useArrowKeys(revisions: readonly number[], selected: number): void {
  const move = useEffectEvent((event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9 }[event.key];
    if (step === undefined || event.target instanceof HTMLInputElement) return;
    const index = Math.max(0, revisions.indexOf(selected));
    const next = revisions[Math.min(revisions.length - 1, Math.max(0, index + step))];
    event.preventDefault();
    if (next === undefined) return;
    selectRevision(next);
    document.getElementById(`revision-${next}`)?.scrollIntoView?.({ block: 'nearest' });
  });
  useEffect(() => {
    window.addEventListener('keydown', move);
    return () => window.removeEventListener('keydown', move);
  }, []);
}

type RevisionProps = {
  readonly row: HistoryRow;
  readonly description: string;
  readonly isSelected: boolean;
  readonly isOnAir: boolean;
  readonly badge: BadgeView;
};

function Revision({ row, description, isSelected, isOnAir, badge }: RevisionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list is one tab stop and its arrow keys select
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys select from anywhere on this screen
    <div
      id={`revision-${row.revision}`}
      role="option"
      aria-selected={isSelected}
      className={`revision${isSelected ? ' is-selected' : ''}`}
      onClick={() => selectRevision(row.revision)}
    >
      <b className="revision-number">{row.revision}</b>
      <span className="revision-time">
        <DayTime at={row.at} />
      </span>
      <Badge badge={badge} />
      <span className={hasNamesFromOutside(row) ? 'revision-text is-outside' : 'revision-text'} title={description}>
        <LogMessage message={description} edits={row.edit === null ? [] : [row.edit]} />
      </span>
      <b className="revision-difference">{formatDifference(row)}</b>
      <span className="revision-duration">{isOnAir ? <OnAirBadge /> : <TimeOnAir row={row} />}</span>
    </div>
  );
}

function describeAfterGap(description: string, { revision }: HistoryRow): string {
  return say('{change}. Compared with revision {revision}: those between are missing.', {
    change: description,
    revision: String(revision),
  });
}

function TimeOnAir({ row }: { readonly row: HistoryRow }) {
  return useComputed((desk, nowMs) =>
    row.hasGapAfter || (row.until === null && row.revision !== desk.feed.revision)
      ? say('end unknown')
      : formatDuration((row.until === null ? knownUntilMs(desk, nowMs) : Date.parse(row.until)) - Date.parse(row.at)),
  );
}
