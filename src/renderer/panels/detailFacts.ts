/** The facts of a post that the detail panel tells besides its words. */
import type { DeskMedia } from '../../contract/deskItem.ts';
import type { AsRunRow } from '../../contract/past.ts';
import { deedWords } from '../../core/deedWords.ts';
import type { RowView } from '../show/rowModel.ts';
import type { Desk } from '../state/desk.ts';
import { clockTime, filmLength } from '../words/time.ts';

export function detailFacts(
  { item }: RowView,
  { index, feed }: Pick<Desk, 'index' | 'feed'>,
  /** Its line of the as-run log; null: it has none, or it is not known yet. */
  aired: AsRunRow | null,
): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [];
  const { mark } = item;
  if (mark?.arrivedAt != null) facts.push(['Arrived', `${clockTime(mark.arrivedAt)} by the service`]);
  if (mark?.wentLiveAt != null) facts.push(['Live', `${clockTime(mark.wentLiveAt)} by the service`]);
  if (mark?.editedAt != null) facts.push(['Edited', `${clockTime(mark.editedAt)} by the service`]);
  const place = index.onAir.get(item.id);
  facts.push(['On air', place === undefined ? 'no' : airWords(place, feed, aired)]);
  const block = index.blocked.get(item.id);
  if (block !== undefined) facts.push(['Blocked', blockWords(block)]);
  const rule = index.guarded.get(item.id);
  if (rule !== undefined) facts.push(['Guard', `held back by “${rule}”`]);
  item.media.forEach((medium, at) => {
    facts.push([item.media.length === 1 ? 'Media' : `Media ${at + 1}`, mediaWords(medium, block !== undefined)]);
  });
  facts.push(['Id', item.id]);
  return facts;
}

/** 20:42:07 by the service, revision 128, place 5, 41 ms to the last screen */
function airWords(place: number, feed: Desk['feed'], aired: AsRunRow | null): string {
  if (aired === null) return `place ${place}, revision ${feed.revision}`;
  const deed = deedWords({ verb: aired.onVerb, about: aired.onAbout });
  const who =
    aired.onCause === 'service' ? 'the service' : (aired.onBy ?? (aired.onCause === 'rule' ? 'a rule' : 'hand'));
  const what = deed === null ? '' : `, ${deed.charAt(0).toLowerCase()}${deed.slice(1)}`;
  const painted = feed.consumers.map(({ paintedRevision, paintedInMs }) =>
    paintedRevision === aired.revision ? paintedInMs : null,
  );
  const slowest = painted.includes(null) || painted.length === 0 ? null : Math.max(...painted.map((ms) => ms ?? 0));
  const shown = slowest === null ? '' : `, ${Math.round(slowest)} ms to the last screen`;
  return `${clockTime(aired.on)} by ${who}${what}, revision ${aired.revision}, place ${place}${shown}`;
}

function blockWords(block: Desk['feed']['blocked'][number]): string {
  const since = `since ${clockTime(block.since)}`;
  const reason = block.reason === null ? '' : `, ${block.reason}`;
  if (block.waitingFor.length > 0) return `${since}${reason}. Not confirmed by ${block.waitingFor.join(', ')}`;
  if (block.confirmedInMs !== null)
    return `${since}${reason}. Confirmed off air in ${Math.round(block.confirmedInMs)} ms`;
  return `${since}${reason}`;
}

function mediaWords(medium: DeskMedia, isBlocked: boolean): string {
  if (medium.isBroken) return 'Picture gone: it could not be fetched or read';
  const { width, height } = medium;
  const shape =
    width === null || height === null
      ? ''
      : width > height
        ? 'Landscape, '
        : width < height
          ? 'Portrait, '
          : 'Square, ';
  const size = width === null || height === null ? '' : `${width} × ${height}, `;
  const length = medium.durationMs === null ? '' : `, ${filmLength(medium.durationMs)}`;
  const type = medium.mediaType.split('/').at(-1)?.toUpperCase() ?? medium.mediaType;
  const kept =
    medium.url !== null
      ? '. Kept on this machine'
      : isBlocked
        ? '. Not kept while it is blocked'
        : `. Being fetched, ${Math.round(medium.progress * 100)} %`;
  return `${shape}${size}${type}${length}${kept}`;
}
