/** A picture or video in a black tile, uncropped; a video shows its first frame and its duration. */
import { Film, Play } from 'lucide-react';
import { useState } from 'react';
import type { MediaItem } from '../../core/serviceDocument.ts';

export type PictureDetails = { readonly width: number; readonly height: number; readonly seconds: number | null };

type PictureProps = {
  readonly media: MediaItem;
  readonly label: string;
  readonly onDetails?: (details: PictureDetails | 'broken') => void;
};

export function Picture({ media, label, onDetails }: PictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const markBroken = () => {
    setBrokenUrl(media.mediaUrl);
    onDetails?.('broken');
  };
  if (brokenUrl === media.mediaUrl) return <span className="picture is-broken">Picture unavailable</span>;
  if (media.mediaType.startsWith('image/')) {
    return (
      <span className="picture">
        <img
          src={media.mediaUrl}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={markBroken}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onDetails?.({ width, height, seconds: null })
          }
        />
      </span>
    );
  }
  if (!media.mediaType.startsWith('video/')) {
    return (
      <span className="picture is-other" title={media.mediaType}>
        <Film aria-hidden="true" />
      </span>
    );
  }
  return (
    <span className="picture">
      <video
        src={`${media.mediaUrl}#t=0.1`}
        aria-label={label}
        muted
        playsInline
        preload="metadata"
        onError={markBroken}
        onLoadedMetadata={({ currentTarget: video }) => {
          setSeconds(video.duration);
          onDetails?.({ width: video.videoWidth, height: video.videoHeight, seconds: video.duration });
        }}
      />
      {seconds === null ? null : (
        <span className="picture-duration">
          <Play aria-hidden="true" />
          {Math.floor(seconds / 60)}:{String(Math.round(seconds % 60)).padStart(2, '0')}
        </span>
      )}
    </span>
  );
}
