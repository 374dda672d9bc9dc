/** The token comes from the address once and never stays in it. */
import { expect, it } from 'vitest';
import { takeToken } from '../../../src/renderer/control/token.ts';

function page(hash: string, kept: string | null) {
  const stored = new Map<string, string>(kept === null ? [] : [['greenroom.token', kept]]);
  const bars: string[] = [];
  return {
    bars,
    stored,
    location: { hash, pathname: '/desk', search: '?x=1' },
    history: { replaceState: (_: unknown, __: string, url: string) => void bars.push(url) },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  };
}

it('takes the token out of the address bar and keeps it for the tab', () => {
  const made = page('#token=abc%2B1', null);
  expect(takeToken(made)).toBe('abc+1');
  expect(made.bars).toEqual(['/desk?x=1']);
  expect([...made.stored.values()]).toEqual(['abc+1']);
});

it('uses the kept token when the address has none, and leaves the bar alone', () => {
  const made = page('', 'kept');
  expect(takeToken(made)).toBe('kept');
  expect(made.bars).toEqual([]);
});

it('has none when there is none', () => {
  expect(takeToken(page('#other=1', null))).toBeNull();
});
