/** The facts of a post that the detail panel tells besides its words. */
import type { DeskMedia } from '../../contract/deskItem.ts';
import type { RowView } from '../show/rowModel.ts';
import type { Desk } from '../state/desk.ts';
import { clockTime, filmLength } from '../words/time.ts';

export function detailFacts(
  { item }: RowView,
  { index, feed }: Pick<Desk, 'index' | 'feed'>,
): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [];
  const { mark } = item;
  if (mark?.arrivedAt != null) facts.push(['Arrived', `${clockTime(mark.arrivedAt)} by the service`]);
  if (mark?.wentLiveAt != null) facts.push(['Live', `${clockTime(mark.wentLiveAt)} by the service`]);
  if (mark?.editedAt != null) facts.push(['Edited', `${clockTime(mark.editedAt)} by the service`]);
  const place = index.onAir.get(item.id);
  facts.push(['On air', place === undefined ? 'no' : `place ${place}, revision ${feed.revision}`]);
  const block = index.blocked.get(item.id);
  if (block !== undefined) facts.push(['Blocked', blockWords(block)]);
  const rule = index.guarded.get(item.id);
  if (rule !== undefined) facts.push(['Guard', `held back by “${rule}”`]);
  item.media.forEach((medium, at) => {
    facts.push([item.media.length === 1 ? 'Media' : `Media ${at + 1}`, mediaWords(medium)]);
  });
  facts.push(['Id', item.id]);
  return facts;
}

function blockWords(block: Desk['feed']['blocked'][number]): string {
  const since = `since ${clockTime(block.since)}`;
  const reason = block.reason === null ? '' : `, ${block.reason}`;
  if (block.waitingFor.length > 0) return `${since}${reason}. Not confirmed by ${block.waitingFor.join(', ')}`;
  if (block.confirmedInMs !== null)
    return `${since}${reason}. Confirmed off air in ${Math.round(block.confirmedInMs)} ms`;
  return `${since}${reason}`;
}

function mediaWords(medium: DeskMedia): string {
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
    medium.url === null ? `. Being fetched, ${Math.round(medium.progress * 100)} %` : '. Kept on this machine';
  return `${shape}${size}${type}${length}${kept}`;
}
