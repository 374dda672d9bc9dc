/** Tests that the token is read from the address bar and removed from it. */
import { expect, it } from 'vitest';
import { takeToken } from '../../../src/renderer/engine/token.ts';

function page(hash: string, storedToken: string | null) {
  const stored = new Map<string, string>(storedToken === null ? [] : [['greenroom.token', storedToken]]);
  const addresses: string[] = [];
  return {
    addresses,
    stored,
    location: { hash, pathname: '/desk', search: '?x=1' },
    history: { replaceState: (_: unknown, __: string, url: string) => void addresses.push(url) },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  };
}

it('reads the token from the address bar, clears it and stores the token for the tab', () => {
  const fakePage = page('#token=abc%2B1', null);
  expect(takeToken(fakePage)).toBe('abc+1');
  expect(fakePage.addresses).toEqual(['/desk?x=1']);
  expect([...fakePage.stored.values()]).toEqual(['abc+1']);
});

it('uses the stored token when the address has none, and leaves the address unchanged', () => {
  const fakePage = page('', 'stored');
  expect(takeToken(fakePage)).toBe('stored');
  expect(fakePage.addresses).toEqual([]);
});

it('returns null without a token', () => {
  expect(takeToken(page('#other=1', null))).toBeNull();
});
