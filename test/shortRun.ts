/** `npm test` sets `SHORT_RUN`; its browser tests then take a part of their widest matrices. CONTRIBUTING lists what is left out. */

export const isShort: boolean = process.env['SHORT_RUN'] === '1';

/** A release, or `EVERY_TEST=1`, also runs what every other run leaves out. */
export const isEveryTest: boolean = process.env['RELEASE'] === '1' || process.env['EVERY_TEST'] === '1';

/** In a short run, one of two by turns: the mouse at the size of a large screen, or the keys at a smaller one. */
export const isInRun = (width: number, means: string, turn: number): boolean =>
  !isShort || (turn % 2 === 0 ? means === 'mouse' && width === 1920 : means === 'keys' && width !== 1920);

/** All of them, or one in a short run. */
export const chooseFrom = <Value>(all: readonly Value[], inShortRun: Value): readonly Value[] =>
  isShort ? [inShortRun] : all;

/** All of them, or in a short run those whose turn it is: with two turns, every other one. */
export const takeTurn = <Value>(all: readonly Value[], turn: number, turns = 2): readonly Value[] =>
  all.filter((_, index) => isTurn(index + turns - turn, turns));

/** Whether it is the turn of the one with this index, in a short run; otherwise it always is. */
export const isTurn = (index: number, turns = 2): boolean => !isShort || index % turns === 0;

/** Marks a test that a short run leaves out, because others do much of the same; `npm run test:e2e -- -g @full` runs these only. */
export const full = { tag: '@full' } as const;
