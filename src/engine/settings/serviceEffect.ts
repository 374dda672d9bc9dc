/** Describes how another service would affect what is on air. */
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import type { ShowState } from '../../core/show.ts';

export type AirEffect = {
  readonly onAir: string;
  readonly changesAir: boolean;
  readonly works: 'atOnce' | 'nextStart';
};

/** Names the feeds that change, so that the effect is another one as soon as they are others. `keyOwner` is the service that keeps the saved API key. */
export function serviceEffectOf({ feeds }: Pick<ShowState, 'feeds'>, keyOwner: string | null): AirEffect {
  const following = feeds.filter(({ collectionId, gate }) => collectionId !== null && gate === 'following');
  if (following.length > 0) {
    const names = listNames(following.map(({ slug }) => slug));
    return withAirChange(
      keyOwner === null
        ? say('the last good list of {feeds} stays until the other service responds; then its live list goes on air', {
            feeds: names,
          })
        : say(
            'the saved API key belongs to {service} and is not sent to the other service; the last good list of {feeds} stays until you enter its key, then its live list goes on air',
            { feeds: names, service: keyOwner },
          ),
    );
  }
  if (keyOwner !== null)
    return withoutAirChange(
      say('none; the saved API key belongs to {service} and is not sent to the other service: enter its key', {
        service: keyOwner,
      }),
    );
  if (feeds.every(({ collectionId }) => collectionId === null))
    return withoutAirChange(say('none until a feed uses a collection'));
  return withoutAirChange(say('none; no feed follows live, so the live list of the other service waits'));
}

export function withoutAirChange(onAir: string): AirEffect {
  return { onAir, changesAir: false, works: 'atOnce' };
}

export function withAirChange(onAir: string): AirEffect {
  return { onAir, changesAir: true, works: 'atOnce' };
}
