/** Describes how another service would affect what is on air. */
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import type { ShowState } from '../../core/show.ts';
import type { OtherOwner } from './keyOwner.ts';
import { secretVariables } from './secretStore.ts';

export type AirEffect = {
  readonly onAir: string;
  readonly changesAir: boolean;
  readonly works: 'atOnce' | 'nextStart';
};

/** Names the feeds that change, so that the effect is another one as soon as they are others. `keyOwner` is the service that keeps the API key. */
export function serviceEffectOf({ feeds }: Pick<ShowState, 'feeds'>, keyOwner: OtherOwner | null): AirEffect {
  const following = feeds.filter(({ collectionId, gate }) => collectionId !== null && gate === 'following');
  if (following.length > 0) {
    const names = listNames(following.map(({ slug }) => slug));
    return withAirChange(
      keyOwner === null
        ? say('the last good list of {feeds} stays until the other service responds; then its live list goes on air', {
            feeds: names,
          })
        : describeKept(keyOwner, names),
    );
  }
  if (keyOwner !== null) return withoutAirChange(describeKept(keyOwner, null));
  if (feeds.every(({ collectionId }) => collectionId === null))
    return withoutAirChange(say('none until a feed uses a collection'));
  return withoutAirChange(say('none; no feed follows live, so the live list of the other service waits'));
}

/** `feeds` follow live; `null` if none does. */
function describeKept({ owner, isFixed }: OtherOwner, feeds: string | null): string {
  const facts = { service: owner, variable: secretVariables.apiKey };
  if (feeds === null)
    return isFixed
      ? say(
          'none; the API key in {variable} belongs to {service} and is not sent to the other service: set {variable} to its key and restart Greenroom',
          facts,
        )
      : say('none; the saved API key belongs to {service} and is not sent to the other service: enter its key', facts);
  return isFixed
    ? say(
        'the API key in {variable} belongs to {service} and is not sent to the other service; the last good list of {feeds} stays until you set {variable} to the key of the other service and restart Greenroom, then its live list goes on air',
        { ...facts, feeds },
      )
    : say(
        'the saved API key belongs to {service} and is not sent to the other service; the last good list of {feeds} stays until you enter its key, then its live list goes on air',
        { ...facts, feeds },
      );
}

export function withoutAirChange(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'atOnce' };
}

export function withAirChange(onAir: string): AirEffect {
  return { onAir, changesAir: true, works: 'atOnce' };
}
