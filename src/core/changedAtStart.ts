/** Changes of a feed’s settings while Greenroom was stopped, and their description. */
import { say } from './language/say.ts';

/** `added`: the feed was removed before. */
export const startChanges = ['collection', 'noCollection', 'service', 'added'] as const;
export type StartChange = (typeof startChanges)[number];

/** For example `main uses another collection`. */
export function describeStartChange(feed: string, change: StartChange): string {
  switch (change) {
    case 'collection':
      return say('{feed} uses another collection', { feed });
    case 'noCollection':
      return say('{feed} uses no collection', { feed });
    case 'service':
      return say('the service has another address');
    case 'added':
      return say('{feed} was added again', { feed });
    default:
      return change satisfies never;
  }
}
