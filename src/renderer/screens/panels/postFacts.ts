/** The facts shown in the post details. */
import type { DeskItem, DeskMedia } from '../../../contract/deskItem.ts';
import type { DeskFeed } from '../../../contract/deskState.ts';
import type { AsRunRow } from '../../../contract/history.ts';
import { describeAction } from '../../../core/describeAction.ts';
import { fitFaultsOf, type MeasuredFit } from '../../../core/fit.ts';
import { codecNameOf, type Target } from '../../../core/targets.ts';
import { formatClockTime, formatVideoLength } from '../../../core/time.ts';
import type { FeedIndex } from '../../model/feedIndex.ts';
import type { RowView } from '../../model/rowModel.ts';
import { describeConfirmation } from '../../model/words/takedown.ts';

export function detailFactsOf(
  { item }: RowView,
  index: FeedIndex,
  /** `null` when the post is not on air or its entry is not loaded yet. */
  asRunRow: AsRunRow | null,
  collectionNames: Readonly<Record<string, string>>,
  fits: string,
): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [];
  const { mark } = item;
  // In staging, or directly in live.
  if (mark?.arrivedAt != null) facts.push(['Arrived', `${formatClockTime(mark.arrivedAt)} from the service`]);
  if (mark?.wentLiveAt != null) facts.push(['Live', `${formatClockTime(mark.wentLiveAt)} by the service`]);
  if (mark?.editedAt != null) facts.push(['Edited', `${formatClockTime(mark.editedAt)} by the service`]);
  const position = index.onAir.get(item.id);
  facts.push([
    'On air',
    position === undefined ? 'no' : describeOnAir(position, index.feed, asRunRow, collectionNames),
  ]);
  const block = index.blocked.get(item.id);
  if (block !== undefined) facts.push(['Blocked', describeBlock(block)]);
  const rule = index.guarded.get(item.id);
  if (rule !== undefined)
    facts.push(['Guard', position === undefined ? `kept off air by “${rule}”` : `“${rule}” matches, old text on air`]);
  item.media.forEach((medium, index) => {
    facts.push([item.media.length === 1 ? 'Media' : `Media ${index + 1}`, describeMedia(medium, block !== undefined)]);
  });
  facts.push(['Fits', fits], ['Id', item.id]);
  return facts;
}

/**
 * For example `20:42:07, Marit Lund, release, revision 128, confirmed by every consumer in 41 ms`. A consumer confirms a revision, not a post:
 * it may show one post at a time.
 */
function describeOnAir(
  position: number,
  feed: DeskFeed,
  asRunRow: AsRunRow | null,
  collectionNames: Readonly<Record<string, string>>,
): string {
  if (asRunRow === null) return `position ${position}, revision ${feed.revision}`;
  const action = describeAction({ verb: asRunRow.onVerb, about: asRunRow.onAbout }, collectionNames);
  const who =
    asRunRow.onCause === 'service' ? '' : `, ${asRunRow.onBy ?? (asRunRow.onCause === 'rule' ? 'rule' : 'operator')}`;
  const actionText = action === null ? '' : `, ${action.charAt(0).toLowerCase()}${action.slice(1)}`;
  const paintTimesMs = feed.consumers.map(({ state, paintedRevision, paintedInMs }) =>
    state === 'reading' && paintedRevision === asRunRow.revision ? paintedInMs : null,
  );
  const slowestMs =
    paintTimesMs.includes(null) || paintTimesMs.length === 0 ? null : Math.max(...paintTimesMs.map((ms) => ms ?? 0));
  const confirmedText = slowestMs === null ? '' : `, confirmed by every consumer in ${Math.round(slowestMs)} ms`;
  return `${formatClockTime(asRunRow.on)}${who}${actionText}, revision ${asRunRow.revision}${confirmedText}`;
}

function describeBlock(block: DeskFeed['blocked'][number]): string {
  const since = `since ${formatClockTime(block.since)}`;
  const reason = block.reason === null ? '' : `, ${block.reason}`;
  return `${since}${reason}. ${describeConfirmation(block)}`;
}

function describeMedia(medium: DeskMedia, isBlocked: boolean): string {
  if (medium.isBroken) return 'Picture unavailable: it couldn’t be downloaded or read';
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
  const length = medium.durationMs === null ? '' : `, ${formatVideoLength(medium.durationMs)}`;
  const type = medium.mediaType.split('/').at(-1)?.toUpperCase() ?? medium.mediaType;
  const bytes = medium.bytes === null ? '' : `, ${formatFileSize(medium.bytes)}`;
  const codec = medium.codec === null ? '' : ` (${codecNameOf(medium.codec)})`;
  const storage =
    medium.url !== null
      ? '. Stored on this machine'
      : isBlocked
        ? '. Not stored while blocked'
        : `. Downloading, ${Math.round(medium.progress * 100)} %`;
  return `${shape}${size}${type}${codec}${length}${bytes}${storage}`;
}

function formatFileSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** For example `card, ticker and wall in full`. */
export function describeFit(item: DeskItem, fit: MeasuredFit | null, targets: readonly Target[]): string {
  const faults = fitFaultsOf(item, fit, targets);
  if (faults.length > 0) return faults.map(({ text }) => text).join('. ');
  return fit === null ? 'not measured' : 'card, ticker and wall in full';
}
