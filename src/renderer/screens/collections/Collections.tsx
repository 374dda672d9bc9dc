/** The Collections screen: the service's collections, and the effect of using one for a feed. */
import { CircleCheck, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CollectionRow } from '../../../contract/queries.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { formatDuration } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { useActionState, useComputed, useDesk } from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';
import { DayTime } from '../DayTime.tsx';
import { KeyCap } from '../KeyCap.tsx';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { PageSearch } from '../PageSearch.tsx';
import { PageTurner } from '../PageTurner.tsx';
import { useFeedTally } from '../top/TopLine.tsx';
import { SelectedCollection } from './SelectedCollection.tsx';

export function Collections() {
  const feeds = useDesk(({ state }) => state.feeds);
  const collectionId = useDesk(({ feed }) => feed.collectionId);
  const today = useComputed((_, nowMs) => new Date(nowMs).toDateString());
  const { press } = useDeskControls();
  const { disabledReason: checkDisabledReason } = useActionState('checkNow');
  const [search, setSearch] = useState('');
  /** Counted from 0, as in the service's API. */
  const [page, setPage] = useState(0);
  const [filter, setFilter] = useState<Filter>('all');
  const [selectedId, setSelectedId] = useState<string | null>(collectionId);
  const result = useEngineQuery('collections', { search, page }, null);
  const { rows = [], totalPages = 1 } = result.data ?? {};
  const usedCollectionIds = new Set(feeds.flatMap(({ collectionId: used }) => used ?? []));
  const rowMatches = (row: CollectionRow, choice: Filter): boolean =>
    matchesFilter(row, choice, usedCollectionIds, today);
  const shownRows = rows.filter((row) => rowMatches(row, filter));
  const selected = rows.find((row) => row.id === selectedId) ?? null;
  return (
    <Page
      title={say('Collections')}
      lead={say('Browsing and searching change nothing on air.')}
      aside={
        <>
          <OperatorNotice />
          <Button
            disabledReason={checkDisabledReason}
            onPress={() => press('checkNow')}
            onDisabledPress={() => press('checkNow')}
          >
            <RefreshCw />
            {say('Check now')} <KeyCap action="checkNow" />
          </Button>
        </>
      }
    >
      <div className="collections-screen">
        <div className="collections-list">
          <div className="filters">
            <PageSearch
              value={search}
              placeholder={say('Name or id')}
              label={say('Find a collection by name or id')}
              onChange={(text) => {
                setSearch(text);
                setPage(0);
              }}
            />
            <Segments
              className="chips"
              label={totalPages > 1 ? say('Filter, counts this page only') : say('Filter')}
              choices={filterChoices.map(([name, text]) => [
                name,
                // Without an answer, the counts are not known.
                result.data === undefined
                  ? say(text)
                  : `${say(text)} ${rows.filter((row) => rowMatches(row, name)).length}`,
              ])}
              selected={filter}
              disabledReason={null}
              onSelect={setFilter}
            />
          </div>
          <CollectionTable rows={shownRows} selectedId={selectedId} onSelect={setSelectedId} />
          <ListStatus
            isPending={result.isPending}
            error={describeError(result.error)}
            count={shownRows.length}
            hiddenCount={rows.length - shownRows.length}
            search={search}
            checkedAtMs={result.dataUpdatedAt}
            totalPages={totalPages}
          />
          <PageTurner page={page} totalPages={totalPages} onTurn={setPage} />
        </div>
        <SelectedCollection row={selected} />
      </div>
    </Page>
  );
}

const filterChoices = [
  ['all', markMessage('All')],
  ['today', markMessage('Changed today')],
  ['live', markMessage('With live posts')],
  ['used', markMessage('Used by a feed')],
] as const;

type Filter = (typeof filterChoices)[number][0];

function matchesFilter(
  row: CollectionRow,
  filter: Filter,
  usedCollectionIds: ReadonlySet<string>,
  /** The date as `toDateString` writes it. */
  today: string,
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'today':
      return new Date(row.lastModifiedDate).toDateString() === today;
    case 'live':
      return row.liveCount > 0;
    case 'used':
      return usedCollectionIds.has(row.id);
    default:
      return filter satisfies never;
  }
}

type TableProps = {
  readonly rows: readonly CollectionRow[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
};

function CollectionTable({ rows, selectedId, onSelect }: TableProps) {
  const feeds = useDesk(({ state }) => state.feeds);
  if (rows.length === 0) return null;
  return (
    <table className="data-table collections">
      <thead>
        <tr>
          <th>{say('Name')}</th>
          <th>{say('Id')}</th>
          <th>{say('Content type')}</th>
          <th className="is-number">{say('Staging')}</th>
          <th className="is-number">{say('Live')}</th>
          <th>{say('Last changed')}</th>
          <th>{say('Used by')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.id === selectedId ? 'is-selected' : ''} onClick={() => onSelect(row.id)}>
            <th scope="row">
              <button
                type="button"
                className="plain-button is-outside"
                aria-pressed={row.id === selectedId}
                onClick={() => onSelect(row.id)}
                dir="auto"
                title={removeDirections(row.name)}
              >
                {removeDirections(row.name)}
              </button>
            </th>
            <td className="mono is-outside" title={row.id}>
              {row.id}
            </td>
            <td className="is-outside" title={row.contentType}>
              {row.contentType}
            </td>
            <td className="is-number is-staging">{row.stagingCount}</td>
            <td className="is-number">{row.liveCount}</td>
            <td>
              <DayTime at={row.lastModifiedDate} />
            </td>
            <td>
              <div className="used-by">
                {feeds
                  .filter((feed) => feed.collectionId === row.id)
                  .map((feed) => (
                    <UsedByTag key={feed.slug} slug={feed.slug} />
                  ))}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UsedByTag({ slug }: { readonly slug: string }) {
  const tally = useFeedTally(slug);
  return (
    <span className={`tally is-outside ${tally?.className ?? 'is-none'}`} title={slug}>
      {slug}
    </span>
  );
}

/** `atMs` is this machine's time, in epoch milliseconds. */
function CheckedAge({ atMs }: { readonly atMs: number }) {
  return useComputed(() => formatDuration(Date.now() - atMs));
}

type ListStatusProps = {
  readonly isPending: boolean;
  readonly error: string | null;
  readonly count: number;
  /** Rows hidden by the filter. */
  readonly hiddenCount: number;
  readonly search: string;
  /** Epoch milliseconds of this machine. */
  readonly checkedAtMs: number;
  readonly totalPages: number;
};

function ListStatus({ isPending, error, count, hiddenCount, search, checkedAtMs, totalPages }: ListStatusProps) {
  if (isPending) return <p className="page-note">{say('Loading…')}</p>;
  if (error !== null) return <p className="page-note is-fault">{error}</p>;
  if (count === 0 && search !== '')
    return <p className="page-note">{say('No collection has “{search}” in its name or id.', { search })}</p>;
  return (
    <>
      {count === 0 && hiddenCount > 0 && <p className="page-note">{say('No matches on this page.')}</p>}
      <p className="page-note is-checked">
        <CircleCheck />
        {describeCoverage(<CheckedAge atMs={checkedAtMs} />, totalPages, count + hiddenCount)}
      </p>
      <div className="advice page-note">
        {sayNode('<b>Is a collection missing?</b> An API key sees only its own organisation’s collections.', {
          b: (children) => <b>{children}</b>,
        })}
      </div>
    </>
  );
}

function describeCoverage(age: ReactNode, totalPages: number, count: number): ReactNode {
  if (totalPages > 1) return sayNode('List checked {age} ago. One request covers this page.', { age });
  return count > 1
    ? sayNode('List checked {age} ago. One request covers all {count}.', { age, count })
    : sayNode('List checked {age} ago. One request covers the whole list.', { age });
}
