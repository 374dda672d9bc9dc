/** A post's first picture or video, uncropped; a video plays while its row is selected or under the pointer. */

import { ImageOff, Loader, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { say } from '../core/language/say.ts';
import { formatVideoLength } from '../core/time.ts';

export type TileMedia = {
  readonly mediaType: string;
  /** `null` until the file can be shown. */
  readonly url: string | null;
  readonly posterUrl: string | null;
  /** The picture or the poster in a small size; `null` if there is none. */
  readonly thumbnailUrl: string | null;
  readonly durationMs: number | null;
  /** 0 to 1. */
  readonly progress: number;
  readonly isBroken: boolean;
};

export function isVideo(medium: TileMedia): boolean {
  return medium.mediaType.toLowerCase().startsWith('video/');
}

/** Whether the media file is still being downloaded or prepared. */
export function isPreparing(medium: TileMedia): boolean {
  return !medium.isBroken && medium.url === null;
}

/** Sizes in pixels; `durationMs` is `null` for a picture and when it is not known. */
export type MediaDetails = { readonly width: number; readonly height: number; readonly durationMs: number | null };

type MediaTileProps = {
  readonly media: readonly TileMedia[];
  readonly isPlaying: boolean;
  readonly isBlocked: boolean;
};

export function MediaTile({ media, isPlaying, isBlocked }: MediaTileProps) {
  const first = media[0];
  if (first === undefined) return null;
  return (
    <div className="row-media">
      <MediaPicture medium={first} isSmall isPlaying={isPlaying} isBlocked={isBlocked} onDetails={null} />
      {media.length > 1 && (
        <span className="row-media-count">{say('{number} of {count}', { number: 1, count: media.length })}</span>
      )}
    </div>
  );
}

type MediaPictureProps = {
  readonly medium: TileMedia;
  /** True for a thumbnail. */
  readonly isSmall: boolean;
  readonly isPlaying: boolean;
  /** While a block lasts, its file is not served, also if it is kept for the time after. */
  readonly isBlocked: boolean;
  /** Reports what the browser finds in the file, or that it can't show it. */
  readonly onDetails: ((details: MediaDetails | 'broken') => void) | null;
};

export function MediaPicture({ medium, isSmall, isPlaying, isBlocked, onDetails }: MediaPictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { url } = medium;
  if (medium.isBroken || (url !== null && url === brokenUrl))
    return <UnavailablePicture text={say('Picture unavailable')} />;
  if (url === null && isBlocked) return <UnavailablePicture text={say('Not shown')} />;
  if (url === null) return <PreparingPicture medium={medium} />;
  const onBroken = () => {
    setBrokenUrl(url);
    onDetails?.('broken');
  };
  if (isVideo(medium))
    return (
      <VideoPicture
        medium={medium}
        isSmall={isSmall}
        url={url}
        isPlaying={isPlaying}
        onBroken={onBroken}
        onDetails={onDetails}
      />
    );
  return (
    <img
      className="picture"
      src={isSmall ? (medium.thumbnailUrl ?? url) : url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onBroken}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        onDetails?.({ width, height, durationMs: null })
      }
    />
  );
}

function UnavailablePicture({ text }: { readonly text: string }) {
  return (
    <span className="picture is-unavailable">
      <ImageOff />
      {text}
    </span>
  );
}

function PreparingPicture({ medium }: { readonly medium: TileMedia }) {
  return (
    <span className="picture is-preparing">
      <Loader />
      {Math.round(medium.progress * 100)} %{isVideo(medium) && <VideoDuration durationMs={medium.durationMs} />}
    </span>
  );
}

function VideoDuration({ durationMs }: { readonly durationMs: number | null }) {
  return (
    <span className="picture-duration">
      <Play />
      {durationMs === null ? say('video') : formatVideoLength(durationMs)}
    </span>
  );
}

type VideoPictureProps = Pick<MediaPictureProps, 'medium' | 'isSmall' | 'isPlaying' | 'onDetails'> & {
  readonly url: string;
  readonly onBroken: () => void;
};

function VideoPicture({ medium, isSmall, url, isPlaying, onBroken, onDetails }: VideoPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [measuredMs, setMeasuredMs] = useState<number | null>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    if (!isPlaying) {
      element.pause();
      return;
    }
    // If the browser refuses to play it, the poster stays.
    element.play()?.catch(() => undefined);
  }, [isPlaying]);
  return (
    <span className="picture is-video">
      <video
        ref={video}
        src={url}
        poster={(isSmall ? medium.thumbnailUrl : medium.posterUrl) ?? undefined}
        preload="metadata"
        muted
        loop
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        onError={onBroken}
        onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height, duration } }) => {
          const durationMs = Number.isFinite(duration) ? duration * 1000 : null;
          setMeasuredMs(durationMs);
          onDetails?.({ width, height, durationMs });
        }}
      />
      <VideoDuration durationMs={medium.durationMs ?? measuredMs} />
    </span>
  );
}
