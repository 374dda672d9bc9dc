/** Problems with pictures and videos. */
import type { CatalogueEntries } from './entry.ts';

export const mediaProblems = {
  MEDIA_UNREACHABLE: {
    severity: 'warning',
    message: 'A picture or video can’t be fetched ({what}). If the post is on air, it appears there without it.',
    nextStep: 'Check the post, and block it if it needs its picture.',
  },
  MEDIA_REFUSED: {
    severity: 'warning',
    message: 'A picture or video was refused: {what}. If the post is on air, it appears there without it.',
    nextStep: 'Replace the picture or video at the service.',
  },
  MEDIA_NOT_ALLOWED: {
    severity: 'warning',
    message: 'A picture or video was not fetched: {what}. If the post is on air, it appears there without it.',
    nextStep: 'Change {settings} if you trust {host}, or replace the picture or video at the service.',
  },
  MEDIA_NOT_CHECKED: {
    severity: 'warning',
    message:
      'A post was changed, but its picture or video can’t be fetched again ({what}). The stored one stays on air, and may be an earlier one.',
    nextStep: 'Check the picture on the programme monitor. If it is wrong, block the post.',
  },
  MEDIA_KEPT_LOST: {
    severity: 'needsOperator',
    message:
      'Feed {feed} has kept a picture or video whose file is now damaged or missing. It shows the newest one instead. On air could be affected.',
    nextStep: 'Check the picture on the programme monitor. If it is wrong, block the post.',
  },
  MEDIA_DISK_LOW: {
    severity: 'warning',
    message: 'The disk has no space for more media. On air is not affected.',
    nextStep: 'Free space on the disk of the data directory.',
  },
} as const satisfies CatalogueEntries;
