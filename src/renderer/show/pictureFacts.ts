/** Why the overlay cannot be shown in a frame of this page, as the browser tells it. */
import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** Origins that this page may not frame: what it may is fixed as it is loaded. Kept, so that no broken frame is tried again. */
export const useRefusedFrames = create<{ readonly origins: ReadonlySet<string> }>()(() => ({ origins: new Set() }));

type Violation = Pick<SecurityPolicyViolationEvent, 'effectiveDirective' | 'blockedURI'>;

function noteRefused({ effectiveDirective, blockedURI }: Violation): void {
  const origin = URL.parse(blockedURI)?.origin;
  if (effectiveDirective !== 'frame-src' || origin === undefined) return;
  useRefusedFrames.setState(({ origins }) => ({ origins: new Set([...origins, origin]) }));
}

/** Whether the browser has refused to frame that address: the feed went there after this page was loaded. */
export function useIsFrameRefused(base: string | null): boolean {
  // Before the browser can tell of a frame that this very paint brought in.
  useLayoutEffect(() => {
    document.addEventListener('securitypolicyviolation', noteRefused);
    return () => document.removeEventListener('securitypolicyviolation', noteRefused);
  }, []);
  const origin = base === null ? null : (URL.parse(base)?.origin ?? null);
  return useRefusedFrames(({ origins }) => origin !== null && origins.has(origin));
}
