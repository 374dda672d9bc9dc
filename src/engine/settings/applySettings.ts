/** How changed settings are applied to a running engine. */
import type { FeedsSeen } from '../../core/feedsSeen.ts';
import type { Settings } from './settings.ts';

/**
 * Applies the changes from `before` to `after`. Rejects with PortTaken or the system's error after reverting everything, with the
 * code AIR_CHANGED if a feed that gets another collection was changed since `seen`, and with the code FEED_NEEDED if
 * `mayRemoveFeeds` returns false directly before the feeds change.
 */
export type ApplySettings = (
  before: Settings,
  after: Settings,
  by: string | null,
  seen: FeedsSeen,
  mayRemoveFeeds: () => boolean,
) => Promise<void>;
