/** The collections browser: what the service has, and what each feed would do if it were pointed at the chosen one. */
import { CircleCheck, RefreshCw, Search } from 'lucide-react';
import { useState } from 'react';
import type { CollectionRow } from '../../contract/questions.ts';
import { capOf, useKeymap } from '../keys/keymap.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { useQuestion } from '../state/queries.ts';
import { HandNotice } from '../ui/HandNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { dayTime, duration } from '../words/time.ts';
import { ChosenCollection } from './ChosenCollection.tsx';

/** The list is asked for again so often while it is shown. Milliseconds. */
const askEveryMs = 5000;

export function Collections() {
  const { state, feed, nowMs } = useDesk();
  const { client, press } = useHands();
  const keymap = useKeymap();
  const [search, setSearch] = useState('');
  /** From 0, as the service counts. */
  const [page, setPage] = useState(0);
  const [filter, setFilter] = useState<Filter>('all');
  const [chosenId, setChosenId] = useState<string | null>(feed.collection?.id ?? null);
  const question = useQuestion(client, 'collections', { search, page }, askEveryMs);
  const answer = question.data;
  const rows = answer?.ok === true ? answer.value.rows : [];
  const readIds = new Set(state.feeds.flatMap(({ collection }) => collection?.id ?? []));
  const isShown = (row: CollectionRow, by: Filter): boolean => fits(row, by, readIds, nowMs);
  const shown = rows.filter((row) => isShown(row, filter));
  const chosen = rows.find((row) => row.id === chosenId) ?? null;
  const totalPages = answer?.ok === true ? answer.value.totalPages : 1;
  return (
    <Page
      title="Collections"
      lead="Looking and searching change nothing on air."
      aside={
        <>
          <HandNotice />
          <button
            type="button"
            className="button"
            onClick={() => {
              press('checkNow');
              question.refetch().catch(() => undefined);
            }}
          >
            <RefreshCw className="icon" aria-hidden="true" />
            Check now <kbd>{capOf(keymap, 'checkNow')}</kbd>
          </button>
        </>
      }
    >
      <div className="browser">
        <div className="browser-list">
          <div className="filters">
            <label className="find is-wide">
              <Search className="icon" aria-hidden="true" />
              <input
                id="find-page"
                value={search}
                placeholder="Name or id"
                aria-label="Find a collection by name or id"
                spellCheck={false}
                onChange={(event) => {
                  setSearch(event.target.value);
                  setPage(0);
                }}
              />
              <kbd>{capOf(keymap, 'find')}</kbd>
            </label>
            {filters.map(([name, words]) => (
              <button
                type="button"
                key={name}
                className={`chip${filter === name ? ' is-on' : ''}`}
                aria-pressed={filter === name}
                title={totalPages > 1 ? 'Of the collections on this page' : undefined}
                onClick={() => setFilter(name)}
              >
                {words} {rows.filter((row) => isShown(row, name)).length}
              </button>
            ))}
          </div>
          <Table rows={shown} chosenId={chosenId} nowMs={nowMs} onChoose={setChosenId} />
          <Below
            isAsking={question.isPending}
            refusal={answer?.ok === false ? `${answer.message} ${answer.nextStep}` : null}
            count={shown.length}
            hidden={rows.length - shown.length}
            search={search}
            checkedAt={question.dataUpdatedAt}
          />
          {totalPages > 1 && (
            <div className="row-of-buttons">
              <button type="button" className="button" disabled={page <= 0} onClick={() => setPage(page - 1)}>
                Page before
              </button>
              <span className="browser-page">
                Page {page + 1} of {totalPages}
              </span>
              <button
                type="button"
                className="button"
                disabled={page >= totalPages - 1}
                onClick={() => setPage(page + 1)}
              >
                Page after
              </button>
            </div>
          )}
        </div>
        <ChosenCollection row={chosen} />
      </div>
    </Page>
  );
}

type Filter = 'all' | 'today' | 'live' | 'read';

const filters: readonly (readonly [Filter, string])[] = [
  ['all', 'All'],
  ['today', 'Changed today'],
  ['live', 'Something live'],
  ['read', 'Read by a feed'],
];

function fits(row: CollectionRow, filter: Filter, readIds: ReadonlySet<string>, nowMs: number): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'today':
      return new Date(row.lastModifiedDate).toDateString() === new Date(nowMs).toDateString();
    case 'live':
      return row.liveCount > 0;
    case 'read':
      return readIds.has(row.id);
    default:
      return filter satisfies never;
  }
}

type TableProps = {
  readonly rows: readonly CollectionRow[];
  readonly chosenId: string | null;
  readonly nowMs: number;
  readonly onChoose: (id: string) => void;
};

function Table({ rows, chosenId, nowMs, onChoose }: TableProps) {
  const { state } = useDesk();
  if (rows.length === 0) return null;
  return (
    <table className="checks collections">
      <thead>
        <tr>
          <th>Name</th>
          <th>Id</th>
          <th>Content</th>
          <th className="is-figure">Staging</th>
          <th className="is-figure">Live</th>
          <th>Last change</th>
          <th>Read by</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.id === chosenId ? 'is-chosen' : ''} onClick={() => onChoose(row.id)}>
            <th scope="row">
              <button
                type="button"
                className="plain-button"
                aria-pressed={row.id === chosenId}
                onClick={() => onChoose(row.id)}
                dir="auto"
              >
                {row.name}
              </button>
            </th>
            <td className="mono">{row.id}</td>
            <td>{row.contentType}</td>
            <td className="is-figure is-stage">{row.stagingCount}</td>
            <td className="is-figure">{row.liveCount}</td>
            <td>{dayTime(row.lastModifiedDate, nowMs)}</td>
            <td>
              {state.feeds
                .filter((feed) => feed.collection?.id === row.id)
                .map((feed) => (
                  <span
                    key={feed.slug}
                    className={`tally ${feed.counts.onAir === 0 ? 'is-none' : feed.gate === 'held' ? 'is-held' : 'is-air'}`}
                  >
                    {feed.slug}
                  </span>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type BelowProps = {
  readonly isAsking: boolean;
  readonly refusal: string | null;
  readonly count: number;
  /** Rows that the filter leaves out. */
  readonly hidden: number;
  readonly search: string;
  /** When the answer came; epoch milliseconds of this machine. */
  readonly checkedAt: number;
};

function Below({ isAsking, refusal, count, hidden, search, checkedAt }: BelowProps) {
  if (isAsking) return <p className="browser-note">Asking the service.</p>;
  if (refusal !== null) return <p className="browser-note is-fault">{refusal}</p>;
  if (count === 0 && search !== '')
    return <p className="browser-note">No collection has “{search}” in its name or id.</p>;
  return (
    <>
      {count === 0 && hidden > 0 && <p className="browser-note">None on this page fits the filter.</p>}
      <p className="browser-note is-checked">
        <CircleCheck className="icon" aria-hidden="true" />
        List checked {duration(Date.now() - checkedAt)} ago. One request covers this page.
      </p>
      <div className="advice browser-note">
        <b>Nothing here that should be?</b> A key sees the collections of its own organisation only.
      </div>
    </>
  );
}
