/** The faults that the page can switch on: title, effect on readers, and the setting sent for On. */
import type { ActiveFault } from '../api/shapes.ts';

type FaultSetting = ActiveFault['setting'];

export type FaultDescription = { readonly title: string; readonly effect: string; readonly setting: FaultSetting };

export const faultDescriptions: readonly FaultDescription[] = [
  {
    title: 'SERVICE_UNAVAILABLE',
    effect: '503 with Retry-After',
    setting: { fault: 'unavailable', share: 0.25, retryAfter: '10' },
  },
  { title: 'Latency', effect: 'Delayed responses', setting: { fault: 'latency', ms: 1500, upToMs: 3000 } },
  { title: 'BAD_GATEWAY', effect: '502', setting: { fault: 'badGateway' } },
  { title: 'Drip', effect: 'The body in small pieces', setting: { fault: 'drip', bytesPerSecond: 100 } },
  { title: 'Reset', effect: 'The connection drops mid-body', setting: { fault: 'reset', afterBytes: 100 } },
  { title: 'Truncation', effect: 'Half the body with the full length', setting: { fault: 'truncation' } },
  { title: 'Wrong ETag', effect: 'A new ETag for the same body', setting: { fault: 'wrongEtag' } },
  { title: 'Unchanged ETag', effect: 'The old ETag for a new body', setting: { fault: 'sameEtag' } },
  { title: 'Flapping replicas', effect: 'Old and new responses alternately', setting: { fault: 'flapping' } },
  { title: 'Rewind', effect: 'An older list as the newest', setting: { fault: 'rewind' } },
  {
    title: 'Empty with a count',
    effect: 'No items, liveContentCount unchanged',
    setting: { fault: 'emptyWithCount' },
  },
  { title: 'HTML', effect: 'A proxy’s HTML page instead of JSON', setting: { fault: 'html' } },
  { title: 'Wrong id', effect: 'A collection other than the one requested', setting: { fault: 'wrongId' } },
];

/** `1 of 4 requests, 10 s, 3 hits`; empty for a fault without amounts or hits. */
export function formatAmount({ setting, hits }: ActiveFault): string {
  const { share, ms, upToMs, retryAfter, bytesPerSecond, afterBytes } = setting;
  const parts = [
    typeof share === 'number' && share < 1 ? `1 of ${Math.round(1 / share)} requests` : null,
    typeof ms === 'number' ? `${ms / 1000} s${typeof upToMs === 'number' ? `, up to ${upToMs / 1000} s` : ''}` : null,
    typeof retryAfter === 'string' ? `${retryAfter} s` : null,
    typeof bytesPerSecond === 'number' ? `${bytesPerSecond} bytes/s` : null,
    typeof afterBytes === 'number' ? `after ${afterBytes} bytes` : null,
    hits === 0 ? null : hits === 1 ? '1 hit' : `${hits} hits`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
