/** Reads the desk's request to measure posts. It comes from another page, so nothing in it is trusted. */
import type { OverlayItem, OverlayMedia } from './overlayItem.ts';

export type FitRequest = { readonly id: number; readonly items: readonly OverlayItem[] };

type Fields = Readonly<Record<string, unknown>>;

/** Returns `null` for any other message. */
export function readFitRequest(data: unknown): FitRequest | null {
  const request = fieldsOf(fieldsOf(data)['measureFit']);
  const { id, items } = request;
  if (typeof id !== 'number' || !Array.isArray(items)) return null;
  return { id, items: items.map((item) => readItem(fieldsOf(item))) };
}

function readItem(fields: Fields): OverlayItem {
  const { media } = fields;
  return {
    id: textOf(fields['id']),
    fullName: textOf(fields['fullName']) || null,
    handle: textOf(fields['handle']) || null,
    source: textOf(fields['source']),
    message: textOf(fields['message']),
    profileImage: null,
    media: Array.isArray(media) ? media.map((medium) => readMedium(fieldsOf(medium))) : [],
  };
}

/** Its address is never loaded; whether there is a picture is enough. */
function readMedium(fields: Fields): OverlayMedia {
  return {
    mediaType: textOf(fields['mediaType']),
    url: '#',
    posterUrl: fields['hasPoster'] === true ? '#' : null,
    width: sizeOf(fields['width']),
    height: sizeOf(fields['height']),
    ready: fields['isReady'] === true,
  };
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const sizeOf = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);
