/** Formats whole documents, as a reference for the documents that the engine assembles from unchanged rows. */
import { formatLiveHead, formatLiveRow, liveEnd } from '../../../src/core/feed/liveJson.ts';
import type { Publication } from '../../../src/core/feed/publication.ts';
import type { ListParts } from '../../../src/core/feed/tables.ts';
import { formatVmixPadding, formatVmixRowWithoutIndex } from '../../../src/core/feed/vmix.ts';

export function formatLive(publication: Publication, base: string): string {
  const lookup = { base, media: publication.media };
  const items = publication.feed.onAir.items.map((item, index) => `{"index":${index},${formatLiveRow(item, lookup)}`);
  return `${formatLiveHead(publication)}${items.join()}${liveEnd}`;
}

/** `rows` pads the list with empty rows. */
export function formatVmix(publication: Publication, base: string, rows: number): string {
  const { feed, media, formatTimeOfDay } = publication;
  const lookup = { base, media, formatTimeOfDay };
  const { items } = feed.onAir;
  const texts = items.map((item, index) => `{"index":"${index}",${formatVmixRowWithoutIndex(item, lookup)}`);
  return `[${texts.join()}${formatVmixPadding(items.length, rows)}]`;
}

export function joinParts({ feed }: Publication, { head, formatRow, end }: ListParts): string {
  return head + feed.onAir.items.map(formatRow).join('') + end;
}
