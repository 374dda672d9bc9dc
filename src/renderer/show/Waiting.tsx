/** What a take would change: each post with its sign, its place and its words. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { countDifference } from '../../core/compare.ts';
import { capOf, useKeymap } from '../keys/keymap.ts';
import { useDesk } from '../state/desk.ts';
import { select } from '../state/hand.ts';
import { type Cut, changedWords } from '../words/changedWords.ts';
import { figures, nameOf, plural, takeOf } from '../words/counts.ts';
import { clockTime } from '../words/time.ts';
import type { FeedIndex } from './feedIndex.ts';

export function Waiting() {
  const { feed, isCutOff } = useDesk();
  const change = takeOf(feed);
  const count = countDifference(change);
  if (isCutOff || count === 0 || feed.gate === 'cleared') return <NothingWaits />;
  const guarded = feed.guarded.length === 0 ? '' : `, ${feed.guarded.length} guarded`;
  return (
    <section className="panel is-waiting" id="waiting" tabIndex={-1} aria-label={`Waiting: ${count}`}>
      <h3 className="panel-head">
        WAITING {count}
        <span className="panel-aside">
          {figures(change)}
          {guarded}
        </span>
      </h3>
      <Changes />
    </section>
  );
}

function NothingWaits() {
  const keymap = useKeymap();
  const { feed, index, isCutOff, knownAt } = useDesk();
  const blockedIds = feed.blocked.map((block) => block.itemId).filter((id) => index.liveItems.has(id));
  const names = blockedIds.map((id) => nameOf(index.liveItems.get(id)));
  const stays = (one: string, many: string): string =>
    names.length === 0 ? '' : names.length === 1 ? ` ${names[0]} ${one}` : ` ${names.length} posts ${many}`;
  const held = feed.guarded.length;
  const guarded =
    held === 0
      ? ''
      : ` A guard holds ${plural(held, 'post', 'posts')} back: select it, then ${capOf(keymap, 'allow') ?? 'Let it go'} twice lets it go.`;
  const change = takeOf(feed);
  const waits = change.added.length;
  const changes = countDifference(change);
  const words = isCutOff
    ? `${changes === 0 ? 'Live and on air were the same' : `${plural(changes, 'change', 'changes')} waited`} at ${clockTime(knownAt)}. What came since is not known here. Back by itself as soon as the engine answers.`
    : feed.gate === 'cleared'
      ? `Live has ${plural(waits, 'post', 'posts')} that would go on air.${stays('stays blocked.', 'stay blocked.')}${guarded}`
      : `Live and on air are the same${held === 0 ? '.' : ', less what a guard holds.'}${stays('is blocked and stays off.', 'are blocked and stay off.')}${guarded}`;
  return (
    <section className="panel" id="waiting" tabIndex={-1} aria-label="Waiting">
      <h3 className="panel-head">WAITING {isCutOff ? '?' : feed.gate === 'cleared' ? waits : feed.guarded.length}</h3>
      <p className="panel-empty">{words}</p>
    </section>
  );
}

/** More than this and the figures in the head say it. */
const most = 200;

function Changes() {
  const { feed, index } = useDesk();
  const { removed, edited, moved } = takeOf(feed);
  const { added } = feed.pending;
  const isCaught = (id: string): boolean => !feed.pending.removed.includes(id);
  const livePlace = wouldBePlaces(index);
  const lines = [
    ...added.map((id) => ({
      id,
      sign: '+',
      word: index.guarded.has(id) ? 'guarded' : `to place ${livePlace.get(id) ?? '?'}`,
      item: index.liveItems.get(id),
    })),
    ...removed.map((id) => ({
      id,
      sign: '−',
      word: isCaught(id) ? 'guarded now' : `from place ${index.onAir.get(id) ?? '?'}`,
      item: index.servedItems.get(id),
    })),
    ...edited.map(({ id }) => ({
      id,
      sign: '±',
      word: `place ${livePlace.get(id) ?? '?'}`,
      item: index.liveItems.get(id),
    })),
    ...moved.map((id) => ({
      id,
      sign: '↕',
      word: `to place ${livePlace.get(id) ?? '?'}`,
      item: index.liveItems.get(id),
    })),
  ].slice(0, most);
  return (
    <div className="changes">
      {lines.map(({ id, sign, word, item }) => (
        <button type="button" className="change" key={`${sign} ${id}`} onClick={() => select('live', id)}>
          <span className="change-sign">{sign}</span>
          <span className="change-name" dir="auto">
            {nameOf(item)}
          </span>
          <span className="change-word">{word}</span>
          <span className="change-detail" dir="auto">
            {sign === '±' ? <Rewording before={index.servedItems.get(id)} after={item} /> : item?.message}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Places that posts would have on air after a take. */
function wouldBePlaces(index: FeedIndex): ReadonlyMap<string, number> {
  const shown = index.lists.live.filter(({ id }) => !index.blocked.has(id) && !index.guarded.has(id));
  return new Map(shown.map(({ id }, place) => [id, place + 1]));
}

/** What left the words and what came, with a little of what stands around it. */
export function Rewording({
  before,
  after,
}: {
  readonly before: DeskItem | undefined;
  readonly after: DeskItem | undefined;
}) {
  if (before === undefined || after === undefined) return null;
  const cut: Cut | null = changedWords(before.message, after.message);
  if (cut === null) return <>its name, picture or date changed</>;
  return (
    <>
      {cut.lead}
      {cut.removed !== '' && <del>{cut.removed}</del>} {cut.inserted !== '' && <ins>{cut.inserted}</ins>}
      {cut.tail}
    </>
  );
}
