/** Defines the security headers of the desk's page and API. */
import { rehearsalBase } from '../rehearsalAddress.ts';

/** Content-Security-Policy of the desk: its own files, plus the feed's and the rehearsal's overlays in frames. */
export function buildDeskContentPolicy(feedBase: string | null): string {
  return buildContentPolicy(feedBase === null ? rehearsalBase : `${feedBase} ${rehearsalBase}`);
}

export const presenterContentPolicy = buildContentPolicy("'none'");

function buildContentPolicy(frames: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};
