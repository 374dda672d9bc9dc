/** Every on-air list of the feed, newest first: when, by whom or what, what changed, and for how long it stood. */
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { HistoryRow } from '../../../contract/past.ts';
import { capOf, useKeymap } from '../../keys/keymap.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { lookAtRevision } from '../../state/hand.ts';
import { useQuestion } from '../../state/queries.ts';
import { Mark, type MarkView } from '../../ui/Mark.tsx';
import { figures, plural } from '../../words/counts.ts';
import { dayTime, duration } from '../../words/time.ts';
import { causeMark } from '../causeMark.ts';
import { revisionWords } from './historyWords.ts';

const askEveryMs = 2000;
/** So many revisions are shown at once; older ones are a press away. */
const pageSize = 200;

export function Revisions({ revision }: { readonly revision: number }) {
  const { feed, index, state, nowMs } = useDesk();
  const { client } = useHands();
  const keymap = useKeymap();
  const [find, setFind] = useState('');
  /** Null: from the present one on. */
  const [before, setBefore] = useState<number | null>(null);
  const question = useQuestion(client, 'history', { feed: feed.slug, before, limit: pageSize }, askEveryMs);
  const rows = question.data?.ok === true ? question.data.value.rows : [];
  const kept = question.data?.ok === true ? question.data.value.kept : null;
  const refusal = question.data?.ok === false ? `${question.data.message} ${question.data.nextStep}` : null;
  const nameOfPost = (id: string): string | null => {
    const item = index.liveItems.get(id) ?? index.servedItems.get(id) ?? index.stagedItems.get(id);
    return item === undefined ? null : (item.fullName ?? 'No name given');
  };
  const wanted = find.trim().toLowerCase();
  const shown = rows
    .map((row) => ({ row, words: revisionWords(row, nameOfPost) }))
    .filter(({ row, words }) => `${row.revision} ${row.by ?? ''} ${words}`.toLowerCase().includes(wanted));
  useArrows(
    shown.map(({ row }) => row.revision),
    revision,
  );
  const oldest = rows.at(-1)?.revision ?? null;
  const older = rows.length === pageSize && oldest !== null;
  return (
    <section className="list" aria-label="Revisions">
      <div className="list-head">
        <h2 className="list-title">REVISIONS {feed.revision.toLocaleString('en')}</h2>
        <span className="list-note">{before === null ? 'newest first' : `below ${before}`}</span>
        <label className="find">
          <Search className="icon" aria-hidden="true" />
          <input
            id="find-page"
            value={find}
            placeholder="Post, name"
            aria-label="Find a revision by post, name or number"
            spellCheck={false}
            onChange={(event) => setFind(event.target.value)}
          />
          <kbd>{capOf(keymap, 'find')}</kbd>
        </label>
      </div>
      <div className="list-rows" role="listbox" aria-label="Revisions, newest first" tabIndex={0}>
        {refusal !== null && <p className="list-empty is-fault">{refusal}</p>}
        {refusal === null && shown.length === 0 && (
          <p className="list-empty">
            {question.isPending
              ? 'Asking the engine.'
              : wanted === ''
                ? 'Nothing was on air yet.'
                : 'None fits what you look for.'}
          </p>
        )}
        {shown.map(({ row, words }) => (
          <Revision
            key={row.revision}
            row={row}
            words={words}
            isChosen={row.revision === revision}
            isPresent={row.revision === feed.revision}
            mark={causeMark(row.cause, row.by, state.you)}
            nowMs={nowMs}
          />
        ))}
      </div>
      <div className="list-foot">
        {older && (
          <button type="button" className="button is-quiet" onClick={() => setBefore(oldest)}>
            Older than {oldest}
          </button>
        )}
        {before !== null && (
          <button type="button" className="button is-quiet" onClick={() => setBefore(null)}>
            Newest
          </button>
        )}
        {kept !== null && (
          <span>
            Kept: {plural(kept.revisions, 'revision', 'revisions')} or {kept.megabytes.toLocaleString('en')} MB; the
            oldest go first
          </span>
        )}
      </div>
    </section>
  );
}

/** Up and down choose; the keys are read where the hand is, unless somebody types. */
function useArrows(revisions: readonly number[], chosen: number): void {
  const known = useRef({ revisions, chosen });
  useEffect(() => {
    known.current = { revisions, chosen };
  });
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9 }[event.key];
      if (step === undefined || event.target instanceof HTMLInputElement) return;
      const { revisions: all, chosen: from } = known.current;
      const at = all.indexOf(from);
      const next = all[Math.min(all.length - 1, Math.max(0, (at < 0 ? 0 : at) + step))];
      event.preventDefault();
      if (next === undefined) return;
      lookAtRevision(next);
      document.getElementById(`revision-${next}`)?.scrollIntoView?.({ block: 'nearest' });
    };
    window.addEventListener('keydown', move);
    return () => window.removeEventListener('keydown', move);
  }, []);
}

type RevisionProps = {
  readonly row: HistoryRow;
  readonly words: string;
  readonly isChosen: boolean;
  readonly isPresent: boolean;
  readonly mark: MarkView;
  readonly nowMs: number;
};

function Revision({ row, words, isChosen, isPresent, mark, nowMs }: RevisionProps) {
  const heldMs = (row.until === null ? nowMs : Date.parse(row.until)) - Date.parse(row.at);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list is the one tab stop, and its arrows choose
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows choose, from anywhere on this screen
    <div
      id={`revision-${row.revision}`}
      role="option"
      aria-selected={isChosen}
      className={`revision${isChosen ? ' is-chosen' : ''}`}
      onClick={() => lookAtRevision(row.revision)}
    >
      <b className="revision-number">{row.revision}</b>
      <span className="revision-time">{dayTime(row.at, nowMs)}</span>
      <Mark mark={mark} />
      <span className="revision-words" dir="auto">
        {words}
      </span>
      <b className="revision-difference">{figures(row)}</b>
      <span className="revision-held">
        {isPresent ? <Mark mark={{ kind: 'air', icon: null, words: 'ON AIR' }} /> : duration(heldMs)}
      </span>
    </div>
  );
}
