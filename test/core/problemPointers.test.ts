import { expect, test } from 'vitest';
import { catalogue } from '../../src/core/problemCatalogue.ts';

/** The desk has no such screens; *Detect* is a request to the control API. */
const missingScreens = /\b(?:Setup|Preflight|Recipes|Detect)\b(?! \(`)/;

test('no next step points to a screen that the desk does not have', () => {
  const wrong = Object.entries(catalogue).filter(([, { nextStep }]) => missingScreens.test(nextStep));
  expect(wrong.map(([code]) => code)).toEqual([]);
});
