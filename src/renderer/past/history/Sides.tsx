/** One list as it was beside the one on air now; what is in one alone stands beside an empty place that says why. */
import { type ReactNode, useMemo } from 'react';
import type { DeskItem } from '../../../contract/deskItem.ts';
import type { PastListView } from '../../../contract/past.ts';
import type { FeedIndex } from '../../show/feedIndex.ts';
import { Row } from '../../show/Row.tsx';
import type { RowState } from '../../show/rowModel.ts';
import { Rewording } from '../../show/Waiting.tsx';
import { type Desk, useDesk } from '../../state/desk.ts';
import type { MarkIcon, MarkView } from '../../ui/Mark.tsx';
import { Windowed } from '../../ui/Windowed.tsx';
import { nameOf, plural } from '../../words/counts.ts';
import { clockTime, dayTime } from '../../words/time.ts';
import { isOtherVersion, type Pair, sharePlaces } from './sharedPlaces.ts';

type SidesProps = {
  /** Null until it is told. */
  readonly past: PastListView | null;
  readonly now: readonly DeskItem[];
  readonly revision: number;
  readonly refusal: string | null;
};

export function Sides({ past, now, revision, refusal }: SidesProps) {
  const desk = useDesk();
  const { feed, nowMs, isCompact, isCutOff } = desk;
  const pairs = useMemo(() => (past === null ? [] : sharePlaces(past.items, now)), [past, now]);
  const off = useMemo(() => new Set(past?.blockedNow ?? []), [past]);
  const placesThen = useMemo(() => new Map(past?.items.map((item, place) => [item.id, place + 1]) ?? []), [past]);
  const span =
    past === null ? '' : `${dayTime(past.at, nowMs)} to ${past.until === null ? 'now' : dayTime(past.until, nowMs)}`;
  return (
    <section className="history-sides" aria-label={`Revision ${revision} beside what is on air now`}>
      <div className="list-head">
        <h2 className="list-title">THEN {revision}</h2>
        <span className="list-note">
          {past !== null && (
            <>
              <b>{span}</b>, {plural(past.items.length, 'post', 'posts')}
            </>
          )}
        </span>
        <span className="key-caps">
          <kbd>↑</kbd>
          <kbd>↓</kbd>
        </span>
      </div>
      <div className="list-head is-now-side">
        <h2 className="list-title">
          {isCutOff ? 'WAS ON AIR' : 'ON AIR NOW'} {feed.revision}
        </h2>
        <span className="list-note">
          <b>since {clockTime(feed.onAirSince)}</b>, {plural(now.length, 'post', 'posts')}
        </span>
      </div>
      {past === null ? (
        <p className={`list-empty${refusal === null ? '' : ' is-fault'}`}>{refusal ?? 'Asking the engine.'}</p>
      ) : (
        <Windowed
          label="Both lists"
          kept={null}
          count={pairs.length}
          rowHeight={isCompact ? 51 : 84}
          render={(place) => <PairRow pair={pairs[place]} off={off} placesThen={placesThen} desk={desk} />}
        />
      )}
    </section>
  );
}

type PairRowProps = {
  readonly pair: Pair | undefined;
  readonly off: ReadonlySet<string>;
  /** Places from 1 in the list of then. */
  readonly placesThen: ReadonlyMap<string, number>;
  readonly desk: Desk;
};

function PairRow({ pair, off, placesThen, desk }: PairRowProps) {
  if (pair === undefined) return null;
  const { was, now } = pair;
  const placeThen = (id: string): number | null => (off.has(id) ? null : (placesThen.get(id) ?? null));
  const placeOnAir = (id: string): number | null => desk.index.onAir.get(id) ?? null;
  return (
    <div className="history-pair">
      {was === null ? (
        <None words={now === null ? '' : whereThen(now.item, placeThen(now.item.id))} />
      ) : (
        <Then item={was.item} place={was.place} now={now?.item ?? null} isOff={off.has(was.item.id)} desk={desk} />
      )}
      {now === null ? (
        <None words={was === null ? '' : whyNot(was.item, placeOnAir(was.item.id), desk)} />
      ) : (
        <Now item={now.item} place={now.place} isGoing={was === null && placeThen(now.item.id) === null} desk={desk} />
      )}
    </div>
  );
}

type ThenProps = {
  readonly item: DeskItem;
  readonly place: number;
  /** Beside it; null: its place there is empty. */
  readonly now: DeskItem | null;
  readonly isOff: boolean;
  readonly desk: Desk;
};

function Then({ item, place, now, isOff, desk }: ThenProps) {
  const { index } = desk;
  const isBlocked = index.blocked.has(item.id);
  const state: RowState = !isOff ? 'past' : isBlocked ? 'blocked' : 'guarded';
  const isOld = now !== null && isOtherVersion(item, now);
  const mark: readonly MarkView[] = isOff
    ? [{ kind: 'quiet', icon: null, words: 'STAYS OFF' }]
    : isOld
      ? [warning('pencil', 'OLD WORDS')]
      : now === null && !index.onAir.has(item.id)
        ? [warning('plus', 'COMES BACK')]
        : now === null
          ? [warning('arrow', 'MOVES')]
          : [];
  const text = isOld && item.message !== now.message ? <Rewording before={now} after={item} /> : null;
  return <Post item={item} state={state} place={isOff ? null : place} marks={mark} text={text} desk={desk} />;
}

type NowProps = {
  readonly item: DeskItem;
  readonly place: number;
  readonly isGoing: boolean;
  readonly desk: Desk;
};

function Now({ item, place, isGoing, desk }: NowProps) {
  const { feed, index, isCutOff } = desk;
  const state: RowState = isCutOff
    ? 'unknown'
    : feed.playHead.itemId === item.id
      ? 'now'
      : index.nextId === item.id
        ? 'next'
        : 'air';
  const marks = isGoing ? [warning('minus', 'GOES OFF')] : [];
  return <Post item={item} state={state} place={place} marks={marks} text={null} desk={desk} />;
}

type PostProps = {
  readonly item: DeskItem;
  readonly state: RowState;
  readonly place: number | null;
  readonly marks: readonly MarkView[];
  readonly text: ReactNode | null;
  readonly desk: Desk;
};

function Post({ item, state, place, marks, text, desk }: PostProps) {
  return (
    <Row
      row={{ key: item.id, item, state, place }}
      marks={marks}
      nowMs={desk.nowMs}
      isCompact={desk.isCompact}
      isSelected={false}
      isAimed={false}
      text={text}
      placeNow={null}
    />
  );
}

function None({ words }: { readonly words: string }) {
  return (
    <div className="row is-gone has-no-media">
      <div className="row-tally" />
      <div className="row-body">
        <div className="row-line row-age">{words}</div>
      </div>
    </div>
  );
}

const warning = (icon: MarkIcon, words: string): MarkView => ({ kind: 'warning', icon, words });

/** Why a post of now is not beside it then. */
function whereThen(item: DeskItem, place: number | null): string {
  return place === null ? `${nameOf(item)} was not on air then.` : `${nameOf(item)} was at place ${place} then.`;
}

/** Why a post of then is not beside it now. */
function whyNot(item: DeskItem, placeOnAir: number | null, { index, state }: Pick<Desk, 'index' | 'state'>): string {
  const name = nameOf(item);
  if (placeOnAir !== null) return `${name} is at place ${placeOnAir} now.`;
  const block = index.blocked.get(item.id);
  if (block !== undefined) {
    const who = block.by === null || block.by === state.you ? 'you' : block.by;
    return `${name} is blocked, by ${who} at ${clockTime(block.since)}.`;
  }
  return `${name} ${whereIs(index, item.id)}`;
}

function whereIs(index: FeedIndex, id: string): string {
  const rule = index.guarded.get(id);
  if (rule !== undefined) return `is held back by “${rule}”.`;
  if (index.stagedItems.has(id)) return 'is in staging.';
  if (index.liveItems.has(id)) return 'waits in live.';
  return 'is no longer in the collection.';
}
