/** Keeps the media cache within its quota and the disk’s free space. */
import { statfs } from 'node:fs/promises';
import { isHeldKey } from '../../core/heldMedia.ts';
import type { Clock } from '../ports.ts';
import type { FileKey } from './fileKey.ts';
import type { Files } from './files.ts';
import type { WantedMedia } from './wantedMedia.ts';

export type Quota = {
  /** Whether a file for this address may be added: media on air and live may exceed the quota, nothing may fill the disk. */
  readonly hasSpace: (url: string) => Promise<boolean>;
  /** Removes the least recently used files beyond the quota. */
  readonly enforce: () => Promise<void>;
};

export type QuotaDeps = {
  readonly files: Files;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly quotaMegabytes: () => number;
  readonly wanted: () => ReadonlyMap<string, WantedMedia>;
  readonly reportDiskLow: (isLow: boolean) => void;
  /** Called before a file is removed. */
  readonly onRemoved: (url: string) => void;
};

const megabyte = 1024 * 1024;
/** Nothing is added with less free disk space than this. */
const minFreeBytes = 1024 * megabyte;
/** Fetches fill far less than that in this time. */
const spaceCheckMs = 1000;

export function createQuota(deps: QuotaDeps): Quota {
  const { files, dataDir, clock, quotaMegabytes, wanted, reportDiskLow, onRemoved } = deps;
  let hasDiskSpace: Promise<boolean> = Promise.resolve(true);
  let checkedMs = Number.NEGATIVE_INFINITY;
  const checkDisk = async (): Promise<boolean> => {
    const space = await statfs(dataDir).catch(() => null);
    const isEnough = space === null || space.bavail * space.bsize > minFreeBytes;
    reportDiskLow(!isEnough);
    return isEnough;
  };
  const isPinned = ({ url, isOwn }: FileKey): boolean => {
    if (isOwn) return isHeldKey(url);
    const urgency = wanted().get(url)?.urgency;
    return urgency === 'onAir' || urgency === 'live';
  };
  return {
    hasSpace: async (url) => {
      const isUrgent = wanted().get(url)?.urgency !== 'staging';
      if (clock.monotonicMs() - checkedMs >= spaceCheckMs) {
        checkedMs = clock.monotonicMs();
        hasDiskSpace = checkDisk();
      }
      const maxBytes = quotaMegabytes() * megabyte;
      // Adding up the pinned files takes milliseconds when there are thousands.
      const hasQuota = isUrgent || files.totalBytes() < maxBytes || files.pinnedBytes(isPinned) < maxBytes;
      return (await hasDiskSpace) && hasQuota;
    },
    enforce: async () => {
      const removed = files.findOverflow(quotaMegabytes() * megabyte, isPinned);
      if (removed.length === 0) return;
      for (const { url, isOwn } of removed) if (!isOwn) onRemoved(url);
      await files.forgetKeys(removed);
    },
  };
}
