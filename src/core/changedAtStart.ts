/** Changes of a feed’s settings while Greenroom was stopped, and their description. */

/** `added`: the feed was removed before. */
export const startChanges = ['collection', 'noCollection', 'service', 'added'] as const;
export type StartChange = (typeof startChanges)[number];

/** For example `main uses another collection`. */
export function describeStartChange(slug: string, change: StartChange): string {
  switch (change) {
    case 'collection':
      return `${slug} uses another collection`;
    case 'noCollection':
      return `${slug} uses no collection`;
    case 'service':
      return 'the service has another address';
    case 'added':
      return `${slug} was added again`;
    default:
      return change satisfies never;
  }
}
