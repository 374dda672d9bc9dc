/** The problems that name consumers which show an older list for too long. */
export const lateCodes = ['FEED_CONSUMER_BEHIND', 'FEED_CONSUMER_LOST'] as const;

/** `FEED_CONSUMER_LOST` if it disconnected before it could follow, so that it may show nothing at all. */
export type LateCode = (typeof lateCodes)[number];

export function isLateCode(code: string): code is LateCode {
  return (lateCodes as readonly string[]).includes(code);
}
