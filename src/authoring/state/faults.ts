/** The faults that the page can switch on: title, effect on readers, and the setting sent for On. */

import { formatNumber } from '../../core/formatNumber.ts';
import { markMessage, say } from '../../core/language/say.ts';
import type { ActiveFault } from '../api/shapes.ts';

type FaultSetting = ActiveFault['setting'];

export type FaultDescription = { readonly title: string; readonly effect: string; readonly setting: FaultSetting };

export const faultDescriptions: readonly FaultDescription[] = [
  {
    title: 'SERVICE_UNAVAILABLE',
    effect: markMessage('503 with Retry-After'),
    setting: { fault: 'unavailable', share: 0.25, retryAfter: '10' },
  },
  {
    title: markMessage('Latency'),
    effect: markMessage('Delayed responses'),
    setting: { fault: 'latency', ms: 1500, upToMs: 3000 },
  },
  { title: 'BAD_GATEWAY', effect: '502', setting: { fault: 'badGateway' } },
  {
    title: markMessage('Drip'),
    effect: markMessage('The body in small pieces'),
    setting: { fault: 'drip', bytesPerSecond: 100 },
  },
  {
    title: markMessage('Reset||the connection'),
    effect: markMessage('The connection drops mid-body'),
    setting: { fault: 'reset', afterBytes: 100 },
  },
  {
    title: markMessage('Truncation'),
    effect: markMessage('Half the body with the full length'),
    setting: { fault: 'truncation' },
  },
  {
    title: markMessage('Wrong ETag'),
    effect: markMessage('A new ETag for the same body'),
    setting: { fault: 'wrongEtag' },
  },
  {
    title: markMessage('Unchanged ETag'),
    effect: markMessage('The old ETag for a new body'),
    setting: { fault: 'sameEtag' },
  },
  {
    title: markMessage('Flapping replicas'),
    effect: markMessage('Old and new responses alternately'),
    setting: { fault: 'flapping' },
  },
  { title: markMessage('Rewind'), effect: markMessage('An older list as the newest'), setting: { fault: 'rewind' } },
  {
    title: markMessage('Empty with a count'),
    effect: markMessage('No items, liveContentCount unchanged'),
    setting: { fault: 'emptyWithCount' },
  },
  {
    title: markMessage('HTML'),
    effect: markMessage('A proxy’s HTML page instead of JSON'),
    setting: { fault: 'html' },
  },
  {
    title: markMessage('Wrong id'),
    effect: markMessage('A collection other than the one requested'),
    setting: { fault: 'wrongId' },
  },
];

/** `1 of 4 requests, 10 s, 3 hits`; empty for a fault without amounts or hits. */
export function formatAmount({ setting, hits }: ActiveFault): string {
  const { share, ms, upToMs, retryAfter, bytesPerSecond, afterBytes } = setting;
  const parts = [
    typeof share === 'number' && share < 1 ? say('1 of {count} requests', { count: Math.round(1 / share) }) : null,
    typeof ms === 'number' ? formatDelay(ms, typeof upToMs === 'number' ? upToMs : null) : null,
    typeof retryAfter === 'string' ? `${retryAfter} s` : null,
    typeof bytesPerSecond === 'number' ? say('{count} bytes/s', { count: bytesPerSecond }) : null,
    typeof afterBytes === 'number' ? say('after {count} bytes', { count: afterBytes }) : null,
    hits === 0 ? null : say('{count, plural, one {# hit} other {# hits}}', { count: hits }),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function formatDelay(ms: number, upToMs: number | null): string {
  const seconds = formatNumber(ms / 1000);
  return upToMs === null
    ? `${seconds} s`
    : say('{seconds} s, up to {longest} s', { seconds, longest: formatNumber(upToMs / 1000) });
}
