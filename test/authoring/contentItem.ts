/** A post of the built-in service for tests; the id is also its name and text. */
import type { ContentItem } from '../../src/core/serviceDocument.ts';

export function contentItem(id: string, fields: Partial<ContentItem> = {}): ContentItem {
  return {
    ...{ id, fullName: id, username: null, source: 'X', message: id, profileImageUrl: null, media: [] },
    ...{ publishedAt: '', lastModifiedDate: '' },
    ...fields,
  };
}
