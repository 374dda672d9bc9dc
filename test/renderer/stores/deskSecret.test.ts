// @vitest-environment happy-dom
/** Tests that a desk keeps its secret over a reload, and that a duplicated tab has another. */
import { expect, it } from 'vitest';
import { takeDeskSecret } from '../../../src/renderer/stores/deskSecret.ts';

it('keeps the secret of a page over a reload, and gives a duplicated tab another', () => {
  const first = takeDeskSecret(window).current();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  // A duplicated tab gets a copy of what is stored while the first is open.
  expect(window.sessionStorage).toHaveLength(0);
  window.dispatchEvent(new Event('pagehide'));
  expect(takeDeskSecret(window).current()).toBe(first);
  expect(window.sessionStorage).toHaveLength(0);
});

it('has another secret once another page has used it', () => {
  const secret = takeDeskSecret(window);
  const first = secret.current();
  secret.renew();
  expect(secret.current()).not.toBe(first);
});
