/** Chooses where a desk keeps what only this desk has. */

import { createSafeStorage, type SafeStorage } from '../../ui/safeStorage.ts';

/** A reload of this tab keeps it, but a new tab is another desk. The window of the desktop app has no other, also after a restart. */
export const storageOf = (page: Window): SafeStorage =>
  createSafeStorage(() => (page.greenroom?.isDesktop === true ? page.localStorage : page.sessionStorage));
