/** Every picture and video of the selected post, one at a time; a video has a player. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { DeskItem } from '../../../contract/deskItem.ts';
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { isVideo, MediaPicture } from '../../../ui/MediaTile.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

type PostMediaProps = { readonly media: DeskItem['media']; readonly isBlocked: boolean };

export function PostMedia({ media, isBlocked }: PostMediaProps) {
  const [chosen, setChosen] = useState(0);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const index = Math.min(chosen, media.length - 1);
  const medium = media[index];
  if (medium === undefined) return null;
  const { url } = medium;
  const isPlayable = isVideo(medium) && !medium.isBroken && url !== null && url !== brokenUrl;
  return (
    <div className="detail-picture">
      {isPlayable ? (
        <VideoPlayer key={url} url={url} posterUrl={medium.posterUrl} onBroken={() => setBrokenUrl(url)} />
      ) : (
        <MediaPicture
          isSmall={false}
          medium={url === brokenUrl ? { ...medium, isBroken: true } : medium}
          isPlaying={false}
          isBlocked={isBlocked}
          onDetails={null}
        />
      )}
      {media.length > 1 && (
        <div className="detail-pages" role="toolbar" aria-label={say('Pictures and videos of this post')}>
          <Button
            className="play-key"
            aria-label={say('Previous picture or video')}
            disabledReason={index === 0 ? say('this is the first') : null}
            onPress={() => setChosen(index - 1)}
          >
            <ChevronLeft />
          </Button>
          <span role="status">{say('{number} of {count}', { number: index + 1, count: media.length })}</span>
          <Button
            className="play-key"
            aria-label={say('Next picture or video')}
            disabledReason={index === media.length - 1 ? say('this is the last') : null}
            onPress={() => setChosen(index + 1)}
          >
            <ChevronRight />
          </Button>
        </div>
      )}
    </div>
  );
}
