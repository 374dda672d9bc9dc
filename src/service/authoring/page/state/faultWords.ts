/** The faults that can be switched on, in words, each with the setting that On stands for. */
import type { FaultOn } from '../api/shapes.ts';

type FaultSetting = FaultOn['setting'];

export type FaultWords = { readonly title: string; readonly words: string; readonly setting: FaultSetting };

export const faultWords: readonly FaultWords[] = [
  {
    title: 'SERVICE_UNAVAILABLE',
    words: '503 with Retry-After',
    setting: { fault: 'unavailable', share: 0.25, retryAfter: '10' },
  },
  { title: 'Latency', words: 'Each answer later', setting: { fault: 'latency', ms: 1500, upToMs: 3000 } },
  { title: 'BAD_GATEWAY', words: '502', setting: { fault: 'badGateway' } },
  { title: 'Drip', words: 'The body in small pieces', setting: { fault: 'drip', bytesPerSecond: 100 } },
  { title: 'Reset', words: 'The connection broken in mid-body', setting: { fault: 'reset', afterBytes: 100 } },
  { title: 'Truncation', words: 'Half a body with the whole length', setting: { fault: 'truncation' } },
  { title: 'Wrong ETag', words: 'A new ETag for the same body', setting: { fault: 'wrongEtag' } },
  { title: 'Lying ETag', words: 'The old ETag for another body', setting: { fault: 'sameEtag' } },
  { title: 'Flapping replicas', words: 'Old and new answers in turn', setting: { fault: 'flapping' } },
  { title: 'Rewind', words: 'An older list as the newest', setting: { fault: 'rewind' } },
  {
    title: 'Empty with a count',
    words: 'No items, liveContentCount as it was',
    setting: { fault: 'emptyWithCount' },
  },
  { title: 'HTML', words: 'A page of a proxy instead of JSON', setting: { fault: 'html' } },
  { title: 'Wrong id', words: 'Another collection than the one asked for', setting: { fault: 'wrongId' } },
];

/** `1 of 4 requests, 10 s`; how often it struck is said too. */
export function howMuch({ setting, hits }: FaultOn): string {
  const { share, ms, upToMs, retryAfter, bytesPerSecond, afterBytes } = setting;
  const parts = [
    typeof share === 'number' && share < 1 ? `1 of ${Math.round(1 / share)} requests` : null,
    typeof ms === 'number' ? `${ms / 1000} s${typeof upToMs === 'number' ? `, up to ${upToMs / 1000} s` : ''}` : null,
    typeof retryAfter === 'string' ? `again after ${retryAfter} s` : null,
    typeof bytesPerSecond === 'number' ? `${bytesPerSecond} bytes a second` : null,
    typeof afterBytes === 'number' ? `after ${afterBytes} bytes` : null,
    `struck ${hits}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
