/** Why the overlay cannot be shown in a frame of this page: told by the browser, or by the engine's settings. */
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { takeToken } from '../control/token.ts';

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

const askEveryMs = 5000;

/** Whether the feed asks for a token that the overlay in the frame has not. In the window nobody tells: false. */
export function useAsksForToken(base: string | null): boolean {
  const token = window.greenroom?.isDesktop === true ? null : takeToken(window);
  const { data } = useQuery({
    queryKey: ['asksForToken', base],
    queryFn: () => readAsksForToken(token ?? ''),
    enabled: token !== null && base !== null,
    refetchInterval: askEveryMs,
  });
  return data ?? false;
}

async function readAsksForToken(token: string): Promise<boolean> {
  const answer = await fetch('/api/settings', { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) return false;
  const settings: unknown = await answer.json();
  return (
    typeof settings === 'object' && settings !== null && 'hasReadToken' in settings && settings.hasReadToken === true
  );
}
