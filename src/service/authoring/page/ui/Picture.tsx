/** A picture or film in a black tile, in its true shape; a film shows its first frame and how long it is. */
import { Film, Play } from 'lucide-react';
import { useState } from 'react';
import type { MediaItem } from '../../../document.ts';

export type PictureFacts = { readonly width: number; readonly height: number; readonly seconds: number | null };

type PictureProps = {
  readonly media: MediaItem;
  readonly label: string;
  readonly onFacts?: (facts: PictureFacts | 'broken') => void;
};

export function Picture({ media, label, onFacts }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const fail = () => {
    setBroken(media.mediaUrl);
    onFacts?.('broken');
  };
  if (broken === media.mediaUrl) return <span className="picture is-broken">picture gone</span>;
  if (media.mediaType.startsWith('image/')) {
    return (
      <span className="picture">
        <img
          src={media.mediaUrl}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={fail}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onFacts?.({ width, height, seconds: null })
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
        onError={fail}
        onLoadedMetadata={({ currentTarget: film }) => {
          setSeconds(film.duration);
          onFacts?.({ width: film.videoWidth, height: film.videoHeight, seconds: film.duration });
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
