/** Parses and validates the socket’s frames. */
import type { FeedDocument, FeedItem, FeedMedia } from '../core/feed/document.ts';

/** The fields that an overlay shows. */
export type OverlayMedia = Pick<FeedMedia, 'mediaType' | 'url' | 'posterUrl' | 'width' | 'height' | 'ready'>;
export type OverlayItem = Pick<FeedItem, 'id' | 'fullName' | 'handle' | 'source' | 'message' | 'profileImage'> & {
  readonly media: readonly OverlayMedia[];
};
export type OverlayDocument = Pick<FeedDocument, 'revision'> & {
  /** The play head’s item; `null` when there is none. */
  readonly currentId: string | null;
  readonly items: readonly OverlayItem[];
};

/** Returns the complete state, `other` for any other frame type, or `null` for an invalid frame. */
export function parseFrame(text: string): OverlayDocument | 'other' | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(frame) || typeof frame['type'] !== 'string') return null;
  if (frame['type'] !== 'state') return 'other';
  const { revision, items, playHead } = frame;
  if (typeof revision !== 'number' || !Array.isArray(items) || !isRecord(playHead)) return null;
  return {
    revision,
    currentId: textOrNull(playHead['itemId']),
    items: items.map(parseItem).filter((item): item is OverlayItem => item !== null),
  };
}

function parseItem(item: unknown): OverlayItem | null {
  if (!isRecord(item) || typeof item['id'] !== 'string') return null;
  const media: readonly unknown[] = Array.isArray(item['media']) ? item['media'] : [];
  return {
    id: item['id'],
    fullName: textOrNull(item['fullName']),
    handle: textOrNull(item['handle']),
    source: textOrNull(item['source']) || '',
    message: textOrNull(item['message']) || '',
    profileImage: textOrNull(item['profileImage']),
    media: media.map(parseMedia).filter((medium): medium is OverlayMedia => medium !== null),
  };
}

function parseMedia(medium: unknown): OverlayMedia | null {
  if (!isRecord(medium) || typeof medium['url'] !== 'string') return null;
  return {
    url: medium['url'],
    mediaType: textOrNull(medium['mediaType']) || '',
    posterUrl: textOrNull(medium['posterUrl']),
    width: numberOrNull(medium['width']),
    height: numberOrNull(medium['height']),
    ready: medium['ready'] === true,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}
