/** Compares two versions of a post. */
import type { DeskItem } from '../../contract/deskItem.ts';

/** Whether viewers would see a difference. */
export function isOtherVersion(a: DeskItem, b: DeskItem): boolean {
  return isEdited(a, b) || hasOtherPictures(a, b);
}

/** Without the paths of pictures, which also change when a file is stored. */
export function isEdited(before: DeskItem | undefined, after: DeskItem | undefined): boolean {
  if (before === undefined || after === undefined || before === after) return false;
  return (['fullName', 'username', 'source', 'message', 'publishedAt', 'lastModifiedDate'] as const).some(
    (field) => before[field] !== after[field],
  );
}

function hasOtherPictures(a: DeskItem, b: DeskItem): boolean {
  if (a.avatarUrl !== b.avatarUrl || a.media.length !== b.media.length) return true;
  return a.media.some(
    ({ url, host, mediaType }, index) =>
      url !== b.media[index]?.url || host !== b.media[index]?.host || mediaType !== b.media[index]?.mediaType,
  );
}
