/** Says what a feed shows after the setup put another show or service in use. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';

export function describeShowInUse({ slug, collection, gate, counts }: DeskFeed, isDemo: boolean): string {
  const values = { feed: slug, count: counts.onAir };
  if (gate === 'cleared')
    return say('{feed} is cleared. Nothing is on air until you go back, take or release.', values);
  if (gate === 'held')
    return say(
      '{count, plural, =0 {{feed} is held. Nothing is on air until you take or release.} one {{feed} is held. # post stays on air until you take or release.} other {{feed} is held. # posts stay on air until you take or release.}}',
      values,
    );
  if (counts.onAir === 0)
    return collection === null ? say('Nothing is on air.') : say('{feed} follows live. Nothing is on air.', values);
  return isDemo ? say('The demo is on air.') : say('Your own posts are on air.');
}
