/** The line under staging: how many of its posts can go on air as they are. */
import type { DeskItem } from '../../../contract/deskItem.ts';
import { say } from '../../../core/language/say.ts';
import { isPreparing, isVideo } from '../../../ui/MediaTile.tsx';
import type { FeedIndex } from '../feedIndex.ts';

/** For example *6 ready for air, 1 without its picture, 1 video being prepared*. Blocked and guarded posts are not counted: they would stay off air. */
export function describeReadiness(
  staging: readonly DeskItem[],
  blocked: FeedIndex['blocked'],
  guarded: FeedIndex['guarded'],
): string {
  if (staging.length === 0) return '';
  const allowed = staging.filter(({ id }) => !blocked.has(id) && !guarded.has(id));
  const isBroken = (item: DeskItem) => item.media.some((medium) => medium.isBroken);
  const brokenCount = allowed.filter(isBroken).length;
  const preparing = allowed.filter((item) => !isBroken(item) && item.media.some(isPreparing));
  const parts = [
    say('{count, plural, one {# ready for air} other {# ready for air}}', {
      count: allowed.length - brokenCount - preparing.length,
    }),
  ];
  if (brokenCount > 0)
    parts.push(
      say('{count, plural, one {# without its picture} other {# without their pictures}}', { count: brokenCount }),
    );
  if (preparing.length > 0) parts.push(describePreparing(preparing));
  return parts.join(', ');
}

function describePreparing(items: readonly DeskItem[]): string {
  const count = items.length;
  return items.every((item) => item.media.some(isVideo))
    ? say('{count, plural, one {# video being prepared} other {# videos being prepared}}', { count })
    : say('{count, plural, one {# picture being prepared} other {# pictures being prepared}}', { count });
}
