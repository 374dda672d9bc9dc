/** Problems with the appearance of the overlays. */
import type { CatalogueEntries } from './entry.ts';

export const overlayProblems = {
  OVERLAY_FILE_UNUSABLE: {
    severity: 'warning',
    message:
      'The {kind} of the overlays can’t be used: {fault}. Overlays are drawn without it: their look changes, but posts on air are not affected.',
    nextStep:
      'Check the file {path}, or set another in Settings, Overlays (`overlay.fontFile`, `overlay.logoFile`). Overlays load it when it can be read.',
  },
} as const satisfies CatalogueEntries;
