/** Four desks whose last presses have long names, beside a long text in the waiting list. */
import type { DeskPresence } from '../../../src/contract/deskState.ts';
import { ago } from './posts.ts';
import { type Scene, scenes } from './show.ts';

const desk = (
  name: string,
  address: string,
  verb: NonNullable<DeskPresence['lastAction']>['verb'],
  agoSeconds: number,
): DeskPresence => ({
  ...{ name, address, lastSeenAt: ago(1) },
  lastAction: { verb, only: null, at: ago(agoSeconds), outcome: 'done' },
});

export function fourDesks(): Scene {
  const { state, lists } = scenes.guarded;
  return {
    state: {
      ...state,
      desks: [
        desk('Marit Lund', '127.0.0.1', 'confirm', 754),
        desk('Ines Halvorsen', '10.0.0.7', 'runPreflight', 90),
        desk('Tom Okafor', '10.0.0.8', 'used', 1234),
        desk('Jonas Weber', '10.0.0.9', 'hold', 5),
      ],
    },
    lists,
  };
}
