/** The facts shown in the post details. */
import type { DeskItem, DeskMedia } from '../../../contract/deskItem.ts';
import type { DeskFeed } from '../../../contract/deskState.ts';
import type { AsRunRow } from '../../../contract/history.ts';
import { describeAction } from '../../../core/describeAction.ts';
import { describePlayback, fitFaultsOf, type MeasuredFit } from '../../../core/fit.ts';
import { formatFileSize } from '../../../core/formatFileSize.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { startInSentence } from '../../../core/language/startInSentence.ts';
import { listNames } from '../../../core/listNames.ts';
import { formatMediaType } from '../../../core/mediaKind.ts';
import { codecNameOf, targets as everyTarget, type Target } from '../../../core/targets.ts';
import { formatAge, formatDayTime, formatShortDuration, formatVideoLength } from '../../../core/time.ts';
import { isVideo } from '../../../ui/MediaTile.tsx';
import type { FeedIndex } from '../../model/feedIndex.ts';
import type { RowView } from '../../model/rowModel.ts';
import { describeConfirmation } from '../../model/words/takedown.ts';

/** A name, and lines of text. */
export type PostFact = readonly [name: string, lines: readonly string[]];

export function detailFactsOf(
  { item }: RowView,
  index: FeedIndex,
  /** `null` when the post is not on air or its entry is not loaded yet. */
  asRunRow: AsRunRow | null,
  collectionNames: Readonly<Record<string, string>>,
  fits: readonly string[],
  nowMs: number,
): readonly PostFact[] {
  const facts: PostFact[] = [];
  const { mark } = item;
  // In staging, or directly in live.
  const service = (at: string): string => say('{time} by the service', { time: formatDayTime(at, nowMs) });
  if (mark?.arrivedAt != null)
    facts.push([say('Arrived'), [say('{time} from the service', { time: formatDayTime(mark.arrivedAt, nowMs) })]]);
  if (mark?.wentLiveAt != null) facts.push([say('Live'), [service(mark.wentLiveAt)]]);
  if (mark?.editedAt != null) facts.push([say('Edited'), [service(mark.editedAt)]]);
  const position = index.onAir.get(item.id);
  facts.push([
    say('On air'),
    [
      !index.feed.served
        ? say('not known')
        : position === undefined
          ? say('no')
          : describeOnAir(position, index.feed, asRunRow, collectionNames, nowMs),
    ],
  ]);
  const block = index.blocked.get(item.id);
  if (block !== undefined) facts.push([say('Blocked||a post'), [describeBlock(block, nowMs)]]);
  const rule = index.guarded.get(item.id);
  if (rule !== undefined)
    facts.push([
      say('Guard'),
      [
        position === undefined
          ? say('kept off air by “{rule}”', { rule })
          : say('“{rule}” matches, old text on air', { rule }),
      ],
    ]);
  item.media.forEach((medium, index) => {
    facts.push([
      item.media.length === 1 ? say('Media') : say('Media {number}', { number: index + 1 }),
      [describeMedia(medium, block !== undefined), ...describeOrigin(medium)],
    ]);
  });
  facts.push([say('Fits'), fits], [say('Id'), [item.id]]);
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
  nowMs: number,
): string {
  if (asRunRow === null)
    return say('position {position}, revision {revision}', {
      position: formatNumber(position),
      revision: feed.revision,
    });
  const { onCause, onBy, onVerb, onAbout, on, revision } = asRunRow;
  const action = describeAction({ verb: onVerb, about: onAbout }, collectionNames);
  const who = onBy ?? (onCause === 'rule' ? say('rule') : say('operator'));
  const paintTimesMs = feed.consumers.map(({ state, paintedRevision, paintedInMs }) =>
    state === 'reading' && paintedRevision === revision ? paintedInMs : null,
  );
  const slowestMs =
    paintTimesMs.includes(null) || paintTimesMs.length === 0 ? null : Math.max(...paintTimesMs.map((ms) => ms ?? 0));
  return [
    formatDayTime(on, nowMs),
    ...(onCause === 'service' ? [] : [who]),
    ...(action === null ? [] : [startInSentence(action)]),
    say('revision {revision}', { revision }),
    ...(slowestMs === null
      ? []
      : [say('confirmed by every consumer in {time}', { time: formatShortDuration(slowestMs) })]),
  ].join(', ');
}

function describeBlock(block: DeskFeed['blocked'][number], nowMs: number): string {
  const since = say('since {time}', { time: formatDayTime(block.since, nowMs) });
  const reason = block.reason === null ? '' : `, ${block.reason}`;
  return `${since}${reason}. ${describeConfirmation(block, nowMs)}`;
}

function describeMedia(medium: DeskMedia, isBlocked: boolean): string {
  if (medium.isBroken) return say('Picture unavailable: it couldn’t be downloaded or read');
  const { width, height, durationMs, mediaType, bytes, codec, url, progress } = medium;
  const type = formatMediaType(mediaType);
  const facts = [
    ...(width === null || height === null ? [] : [describeShape(width, height), `${width} × ${height}`]),
    codec === null ? type : `${type} (${codecNameOf(codec)})`,
    ...(durationMs === null ? [] : [formatVideoLength(durationMs)]),
    ...(bytes === null ? [] : [formatFileSize(bytes)]),
  ].join(', ');
  const storage =
    url !== null
      ? say('Stored on this machine')
      : isBlocked
        ? say('Not shown while blocked')
        : say('Downloading, {percent} %', { percent: Math.round(progress * 100) });
  return `${facts}. ${storage}`;
}

function describeOrigin({ host, sizes }: DeskMedia): readonly string[] {
  return [
    ...(host === null ? [] : [say('From {host}', { host })]),
    ...(sizes.length === 0 ? [] : [say('Also {widths} px wide', { widths: listNames(sizes.map(String)) })]),
  ];
}

function describeShape(width: number, height: number): string {
  if (width === height) return say('Square');
  return width > height ? say('Landscape') : say('Portrait');
}

/** For example `17:55:03, 12 min ago`; over an hour, the age is the time itself. */
export function describePosted(at: string, nowMs: number): string {
  return [...new Set([formatDayTime(at, nowMs), formatAge(at, nowMs, true)])].join(', ');
}

/** A line for the overlays, for example `card, ticker and wall in full`, and for a video one for each target, or for all if none is known. */
export function describeFits(item: DeskItem, fit: MeasuredFit | null, targets: readonly Target[]): readonly string[] {
  const faults = fitFaultsOf({ media: [] }, fit, []);
  const overlays =
    faults.length > 0
      ? faults.map(({ text }) => text).join('. ')
      : fit === null
        ? say('not measured')
        : say('card, ticker and wall in full');
  const isUnknown = item.media.some((medium) => isVideo(medium) && !medium.isBroken && medium.codec === null);
  return [
    overlays,
    ...describePlayback(item, targets.length === 0 ? everyTarget : targets),
    ...(isUnknown ? [say('codec of a video not known')] : []),
  ];
}
