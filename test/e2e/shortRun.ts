/** `npm test` sets `SHORT_RUN`; its browser tests then take a part of their widest matrices. CONTRIBUTING lists what is left out. */

export const isShort: boolean = process.env['SHORT_RUN'] === '1';

/** A release, or `EVERY_TEST=1`, also runs what every other run leaves out. */
export const isEveryTest: boolean = process.env['RELEASE'] === '1' || process.env['EVERY_TEST'] === '1';

/** In a short run, the mouse is used at the size of a large screen and the keys at the others. */
export const isInRun = (width: number, means: string): boolean => !isShort || (means === 'mouse') === (width === 1920);

/** All of them, or one in a short run. */
export const chooseFrom = <Value>(all: readonly Value[], inShortRun: Value): readonly Value[] =>
  isShort ? [inShortRun] : all;

/** All of them, or in a short run those whose turn it is: with two turns, every other one. */
export const takeTurn = <Value>(all: readonly Value[], turn: number, turns = 2): readonly Value[] =>
  isShort ? all.filter((_, index) => index % turns === turn) : all;
