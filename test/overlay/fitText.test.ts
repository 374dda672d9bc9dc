// @vitest-environment happy-dom
/** Fits text with a fake measure: 100 characters fit. */
import { expect, it } from 'vitest';
import { fitSizes } from '../../src/overlay/fitText.ts';

function fit(text: string): { readonly shown: string; readonly isWhole: boolean; readonly longest: number } {
  const element = document.createElement('p');
  let longest = 0;
  const isWhole = fitSizes(element, text, [58, 30], () => {
    const length = element.textContent?.length ?? 0;
    longest = Math.max(longest, length);
    return length <= 100;
  });
  return { shown: element.textContent ?? '', isWhole, longest };
}

it('shows a text whole, or cuts it to the longest part that fits', () => {
  expect(fit('short')).toMatchObject({ shown: 'short', isWhole: true });
  expect(fit('W'.repeat(500))).toMatchObject({ shown: `${'W'.repeat(99)}…`, isWhole: false });
});

it('never lays out a text of any length whole, because a browser needs seconds for a very long word', () => {
  for (const character of ['W', 'word ', '👨‍👩‍👧']) {
    const { shown, isWhole, longest } = fit(character.repeat(20_000));
    expect(isWhole).toBe(false);
    expect(longest).toBeLessThanOrEqual(3001);
    expect(shown.length).toBeGreaterThan(60);
  }
});
