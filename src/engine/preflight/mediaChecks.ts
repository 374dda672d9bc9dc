/** Checks the pictures and videos of a feed's posts: whether they are stored, and whether the target plays them. */

import type { Item } from '../../core/collection.ts';
import { say, speakPhrases } from '../../core/language/say.ts';
import { authorOf } from '../../core/postLabel.ts';
import type { MediaFacts } from '../../core/show.ts';
import { codecNameOf, playbackOf, type Target, targetNameOf } from '../../core/targets.ts';
import { formatVideoLength } from '../../core/time.ts';
import type { FetchFailure } from '../media/fetchFile.ts';
import { type Finding, fault, good, joinFindings, warning } from './findings.ts';

export type CheckedMedium = {
  /** Author of the post. */
  readonly name: string;
  readonly isVideo: boolean;
  readonly facts: MediaFacts | null;
  /** Why it is broken; `null` if it is not, or if that is not known. */
  readonly failure: FetchFailure | null;
};

export function mediaOf(
  items: readonly Item[],
  facts: ReadonlyMap<string, MediaFacts>,
  failureOf: (url: string) => FetchFailure | null,
): readonly CheckedMedium[] {
  return items.flatMap((item) =>
    item.media.map(({ mediaUrl, mediaType }) => ({
      name: authorOf(item),
      isVideo: mediaType.toLowerCase().startsWith('video/'),
      facts: facts.get(mediaUrl) ?? null,
      failure: failureOf(mediaUrl),
    })),
  );
}

/** The avatars that can't be shown. Graphics leave their place empty. */
export function findBrokenAvatars(
  items: readonly Item[],
  facts: ReadonlyMap<string, MediaFacts>,
  failureOf: (url: string) => FetchFailure | null,
): readonly Finding[] {
  const authors = new Map(items.map((item) => [item.profileImageUrl ?? '', authorOf(item)]));
  return [...authors].flatMap(([url, name]) => {
    if (facts.get(url)?.isBroken !== true) return [];
    const failure = failureOf(url);
    const message =
      failure === null
        ? say('{name}: the avatar couldn’t be fetched or read', { name })
        : say('{name}: the avatar is not stored, {what}', { name, ...speakPhrases({ what: failure.reason }) });
    return [warning(message, nextStepOf('picture', failure))];
  });
}

/** `avatars` are findings about the avatars of the same posts. */
export function withAvatars(pictures: Finding, avatars: readonly Finding[]): Finding {
  return joinFindings(pictures.verdict === 'good' ? avatars : [pictures, ...avatars], pictures);
}

export function checkStored(media: readonly CheckedMedium[], kind: 'picture' | 'video'): Finding {
  const findings = media.flatMap(({ name, facts, failure }) => {
    if (facts?.isBroken === true) return [describeBroken(name, kind, failure)];
    if (facts?.name != null) return [];
    const percent = Math.round((facts?.progress ?? 0) * 100);
    return [
      warning(
        say('{name}: still being prepared, {percent} %', { name, percent: String(percent) }),
        say('Wait until it is stored, then test again. Until then, the post is shown without it.'),
      ),
    ];
  });
  return joinFindings(
    findings,
    good(media.length === 0 ? say('None||no pictures or videos') : say('All stored, all readable')),
  );
}

function describeBroken(name: string, kind: 'picture' | 'video', failure: FetchFailure | null): Finding {
  const message =
    failure !== null
      ? say('{name}: not stored, {what}', { name, ...speakPhrases({ what: failure.reason }) })
      : kind === 'video'
        ? say('{name}: the video couldn’t be fetched or read', { name })
        : say('{name}: the picture couldn’t be fetched or read', { name });
  return fault(message, nextStepOf(kind, failure));
}

function nextStepOf(kind: 'picture' | 'video', failure: FetchFailure | null): string {
  if (failure?.outcome === 'failed')
    return failure.isDiskFull === true
      ? say('Free space on the disk, or raise the storage for media in Settings, Media. Then test again.')
      : say('Check the post at the service and this machine’s network connection, then test again.');
  if (failure !== null && failure.allowedBy.length > 0)
    return say('Allow it in Settings, Media, if you trust its host, or leave the post off air.');
  return kind === 'video'
    ? say('Replace the video at the service, or leave the post off air.')
    : say('Replace the picture at the service, or leave the post off air.');
}

/** The overlays draw this size. */
const frameWidth = 1920;
const frameHeight = 1080;

/** `rotateSeconds` is `null` while nothing rotates. */
export function checkPlayback(
  videos: readonly CheckedMedium[],
  targets: readonly Target[],
  rotateSeconds: number | null,
): Finding {
  const stored = videos.filter(({ facts }) => facts?.name != null);
  const findings = stored.flatMap((video) => [
    ...targets.flatMap((target) => checkCodec(video, target)),
    ...checkSize(video),
    ...checkLength(video, rotateSeconds),
  ]);
  const played = targets.map(targetNameOf).join(', ');
  if (stored.length > 0 && targets.length === 0)
    findings.push(
      warning(
        say('Codecs were not checked: no program known to show videos reads this feed'),
        say('Choose the target, or start the graphics. Then test again.'),
      ),
    );
  return joinFindings(
    findings,
    good(
      stored.length === 0
        ? say('No videos')
        : say('{count, plural, one {# plays in {programs}} other {# play in {programs}}}', {
            count: stored.length,
            programs: played,
          }),
    ),
  );
}

function checkCodec({ name, facts }: CheckedMedium, target: Target): readonly Finding[] {
  const codec = facts?.codec ?? null;
  if (codec === null) return [];
  const values = { name, codec: codecNameOf(codec), program: targetNameOf(target) };
  switch (playbackOf(target, codec)) {
    case 'plays':
      return [];
    case 'cannot':
      return [
        warning(
          say('{name}: {codec}, which {program} can’t play', values),
          say(
            'Its poster is shown there. Replace it at the service with a VP9 video in MP4, or leave the post off air.',
          ),
        ),
      ];
    default:
      return [
        warning(
          say('{name}: {codec}, and it is not known whether {program} plays it', values),
          say('Play it there once before the show.'),
        ),
      ];
  }
}

function checkSize({ name, facts }: CheckedMedium): readonly Finding[] {
  const { width, height } = facts ?? { width: null, height: null };
  if (width === null || height === null) return [];
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long <= frameWidth && short <= frameHeight) return [];
  return [
    warning(
      say('{name}: {width} × {height} is larger than the frame', { name, width, height }),
      say('Play it once before the show: a slow machine drops frames. Replace it with one of 1920 × 1080.'),
    ),
  ];
}

function checkLength({ name, facts }: CheckedMedium, rotateSeconds: number | null): readonly Finding[] {
  const durationMs = facts?.durationMs ?? null;
  if (durationMs === null || rotateSeconds === null || durationMs <= rotateSeconds * 1000) return [];
  return [
    warning(
      say('{name}: {length}, and the rotation moves on after {seconds} s', {
        name,
        length: formatVideoLength(durationMs),
        seconds: rotateSeconds,
      }),
      say('Pin the post while it plays, or rotate more slowly.'),
    ),
  ];
}
