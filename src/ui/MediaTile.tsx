/** A post's first picture or video, uncropped; a video plays while its row is selected or under the pointer. */
import { ImageOff, Loader, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatVideoLength } from './time.ts';

export type TileMedia = {
  readonly mediaType: string;
  /** `null` until the file can be shown. */
  readonly url: string | null;
  readonly posterUrl: string | null;
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
      <MediaPicture medium={first} isPlaying={isPlaying} isBlocked={isBlocked} />
      {media.length > 1 && <span className="row-media-count">1 of {media.length}</span>}
    </div>
  );
}

type MediaPictureProps = {
  readonly medium: TileMedia;
  readonly isPlaying: boolean;
  /** A block deletes the stored file, which is not downloaded again while the block lasts. */
  readonly isBlocked: boolean;
};

export function MediaPicture({ medium, isPlaying, isBlocked }: MediaPictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (medium.isBroken || (medium.url !== null && medium.url === brokenUrl)) {
    return (
      <span className="picture is-unavailable">
        <ImageOff className="icon" aria-hidden="true" />
        Picture unavailable
      </span>
    );
  }
  if (medium.url === null && isBlocked) {
    return (
      <span className="picture is-unavailable">
        <ImageOff className="icon" aria-hidden="true" />
        Not stored
      </span>
    );
  }
  if (medium.url === null) return <PreparingPicture medium={medium} />;
  if (isVideo(medium))
    return <VideoPicture medium={medium} url={medium.url} isPlaying={isPlaying} onBroken={setBrokenUrl} />;
  const url = medium.url;
  return (
    <img className="picture" src={url} alt="" decoding="async" draggable={false} onError={() => setBrokenUrl(url)} />
  );
}

function PreparingPicture({ medium }: { readonly medium: TileMedia }) {
  return (
    <span className="picture is-preparing">
      <Loader className="icon" aria-hidden="true" />
      {Math.round(medium.progress * 100)} %
      <VideoDuration medium={medium} />
    </span>
  );
}

function VideoDuration({ medium }: { readonly medium: TileMedia }) {
  if (!isVideo(medium)) return null;
  return (
    <span className="picture-duration">
      <Play className="icon" aria-hidden="true" />
      {medium.durationMs === null ? 'video' : formatVideoLength(medium.durationMs)}
    </span>
  );
}

type VideoPictureProps = {
  readonly medium: TileMedia;
  readonly url: string;
  readonly isPlaying: boolean;
  readonly onBroken: (url: string) => void;
};

function VideoPicture({ medium, url, isPlaying, onBroken }: VideoPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
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
        poster={medium.posterUrl ?? undefined}
        preload="metadata"
        muted
        loop
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        onError={() => onBroken(url)}
      />
      <VideoDuration medium={medium} />
    </span>
  );
}
