/** Changes of a feed between its last run and a start, and their description. */
import { say } from './language/say.ts';

/** `added`: the feed was removed before. `show`: another show was open, so graphics and desks have seen its list since. The others are of the settings. */
export const startChanges = ['collection', 'noCollection', 'service', 'added', 'show'] as const;
export type StartChange = (typeof startChanges)[number];
export type SettingsChange = Exclude<StartChange, 'show'>;

/** For example `main uses another collection`. */
export function describeStartChange(feed: string, change: SettingsChange): string {
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
