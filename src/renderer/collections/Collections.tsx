/** The collections browser: what the service has, and what each feed would do if it were pointed at the chosen one. */
import { RefreshCw, Search } from 'lucide-react';
import { useState } from 'react';
import type { CollectionRow } from '../../contract/questions.ts';
import { capOf, useKeymap } from '../keys/keymap.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { useQuestion } from '../state/queries.ts';
import { Page } from '../ui/Page.tsx';
import { plural } from '../words/counts.ts';
import { dayTime } from '../words/time.ts';
import { Consequence } from './Consequence.tsx';

/** The list is asked for again so often while it is shown. Milliseconds. */
const askEveryMs = 5000;

export function Collections() {
  const { feed, nowMs } = useDesk();
  const { client, press } = useHands();
  const keymap = useKeymap();
  const [search, setSearch] = useState('');
  /** From 0, as the service counts. */
  const [page, setPage] = useState(0);
  const [chosenId, setChosenId] = useState<string | null>(feed.collection?.id ?? null);
  const question = useQuestion(client, 'collections', { search, page }, askEveryMs);
  const answer = question.data;
  const rows = answer?.ok === true ? answer.value.rows : [];
  const chosen = rows.find((row) => row.id === chosenId) ?? null;
  const totalPages = answer?.ok === true ? answer.value.totalPages : 1;
  return (
    <Page
      title="Collections"
      lead="Looking and searching change nothing on air."
      aside={
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
          </div>
          <Table rows={rows} chosenId={chosenId} nowMs={nowMs} onChoose={setChosenId} />
          <Below
            isAsking={question.isPending}
            refusal={answer?.ok === false ? `${answer.message} ${answer.nextStep}` : null}
            count={rows.length}
            search={search}
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
        <Chosen row={chosen} />
      </div>
    </Page>
  );
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
  readonly search: string;
};

function Below({ isAsking, refusal, count, search }: BelowProps) {
  if (isAsking) return <p className="browser-note">Asking the service.</p>;
  if (refusal !== null) return <p className="browser-note is-fault">{refusal}</p>;
  if (count === 0 && search !== '')
    return <p className="browser-note">No collection has “{search}” in its name or id.</p>;
  return (
    <div className="advice browser-note">
      <b>Nothing here that should be?</b> A key sees the collections of its own organisation only.
    </div>
  );
}

function Chosen({ row }: { readonly row: CollectionRow | null }) {
  const { state, nowMs } = useDesk();
  if (row === null) {
    return (
      <section className="browser-pick" aria-label="Chosen collection">
        <p>Choose a collection to see what each feed would do if it read it.</p>
      </section>
    );
  }
  return (
    <section className="browser-pick" aria-label="Chosen collection">
      <h2 dir="auto">{row.name}</h2>
      <p>
        {row.liveCount} live, {row.stagingCount} staging. Last change {dayTime(row.lastModifiedDate, nowMs)}.
      </p>
      <h3>Point {plural(state.feeds.length, 'the feed', 'a feed').replace(/^\d+ /, '')} at it</h3>
      {state.feeds.map((feed) => (
        <Consequence key={feed.slug} feed={feed} row={row} />
      ))}
    </section>
  );
}
