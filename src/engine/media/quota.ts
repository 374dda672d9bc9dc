/** Keeps the media cache within its quota and the disk’s free space. */
import { statfs } from 'node:fs/promises';
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
  readonly quotaMegabytes: () => number;
  readonly wanted: () => ReadonlyMap<string, WantedMedia>;
  readonly reportDiskLow: (isLow: boolean) => void;
  /** Called before a file is removed. */
  readonly onRemoved: (url: string) => void;
};

const megabyte = 1024 * 1024;
/** Nothing is added with less free disk space than this. */
const minFreeBytes = 1024 * megabyte;

export function createQuota({ files, dataDir, quotaMegabytes, wanted, reportDiskLow, onRemoved }: QuotaDeps): Quota {
  const isPinned = (url: string): boolean => {
    const urgency = wanted().get(url)?.urgency;
    return urgency === 'onAir' || urgency === 'live';
  };
  return {
    hasSpace: async (url) => {
      const isUrgent = wanted().get(url)?.urgency !== 'staging';
      const space = await statfs(dataDir).catch(() => null);
      const hasDiskSpace = space === null || space.bavail * space.bsize > minFreeBytes;
      reportDiskLow(!hasDiskSpace);
      const maxBytes = quotaMegabytes() * megabyte;
      // Adding up the pinned files takes milliseconds when there are thousands.
      const hasQuota = isUrgent || files.totalBytes() < maxBytes || files.pinnedBytes(isPinned) < maxBytes;
      return hasDiskSpace && hasQuota;
    },
    enforce: async () => {
      const removed = files.findOverflow(quotaMegabytes() * megabyte, isPinned);
      if (removed.length === 0) return;
      removed.forEach(onRemoved);
      await files.forget(removed);
    },
  };
}
