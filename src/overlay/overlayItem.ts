/** The part of a post that an overlay shows. */
import type { FeedMedia, FeedPost } from '../kit/publicTypes.ts';

export type OverlayMedia = Pick<FeedMedia, 'mediaType' | 'url' | 'posterUrl' | 'width' | 'height' | 'ready'>;
export type OverlayItem = Pick<FeedPost, 'id' | 'fullName' | 'handle' | 'source' | 'message' | 'profileImage'> & {
  readonly media: readonly OverlayMedia[];
};

/** Two posts with equal results look the same on screen. */
export function toOverlayItem({ id, fullName, handle, source, message, profileImage, media }: FeedPost): OverlayItem {
  return {
    ...{ id, source, message },
    fullName: fullName || null,
    handle: handle || null,
    profileImage: profileImage || null,
    media: media.map(({ mediaType, url, posterUrl, width, height, ready }) => {
      return { mediaType, url, posterUrl, width, height, ready };
    }),
  };
}
