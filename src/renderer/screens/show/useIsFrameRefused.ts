/** Detects when the browser refuses to load the overlay into a frame of this page. */
import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** Origins that the page's content security policy refuses; a reload may allow them. */
export const useRefusedFrames = create<{ readonly origins: ReadonlySet<string> }>()(() => ({ origins: new Set() }));

type Violation = Pick<SecurityPolicyViolationEvent, 'effectiveDirective' | 'blockedURI'>;

function recordRefusedOrigin({ effectiveDirective, blockedURI }: Violation): void {
  const origin = URL.parse(blockedURI)?.origin;
  if (effectiveDirective !== 'frame-src' || origin === undefined) return;
  useRefusedFrames.setState(({ origins }) => ({ origins: new Set([...origins, origin]) }));
}

/** Whether the browser refused to frame this address, because the feed moved there after the page was loaded. */
export function useIsFrameRefused(base: string | null): boolean {
  // A layout effect listens before the frame can be refused.
  useLayoutEffect(() => {
    document.addEventListener('securitypolicyviolation', recordRefusedOrigin);
    return () => document.removeEventListener('securitypolicyviolation', recordRefusedOrigin);
  }, []);
  const origin = base === null ? null : (URL.parse(base)?.origin ?? null);
  return useRefusedFrames(({ origins }) => origin !== null && origins.has(origin));
}
