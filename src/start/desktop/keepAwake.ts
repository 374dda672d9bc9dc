/** Keeps this machine from sleeping while posts are on air. */

/** The part of Electron’s powerSaveBlocker that is used. */
export type SaveBlocker = {
  readonly start: (type: 'prevent-app-suspension') => number;
  readonly stop: (id: number) => unknown;
};

export function createKeepAwake(blocker: SaveBlocker): (isWanted: boolean) => void {
  let id: number | null = null;
  return (isWanted) => {
    if (isWanted && id === null) id = blocker.start('prevent-app-suspension');
    else if (!isWanted && id !== null) {
      blocker.stop(id);
      id = null;
    }
  };
}
