/** Gives each test file of a page new modules of Greenroom and an empty page, because its process has run other files. Only the libraries stay. */
import type { Window } from 'happy-dom';
import { afterAll, vi } from 'vitest';

vi.resetModules();

if (typeof document !== 'undefined') {
  const sizes = (['clientHeight', 'clientWidth'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const,
  );
  const { happyDOM } = window as unknown as Pick<Window, 'happyDOM'>;
  const address = window.location.href;
  const readClock = performance.now;
  const print = console.error;
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    performance.now = readClock;
    console.error = print;
    for (const [name, descriptor] of sizes) {
      if (descriptor === undefined) Reflect.deleteProperty(HTMLElement.prototype, name);
      else Object.defineProperty(HTMLElement.prototype, name, descriptor);
    }
    window.localStorage.clear();
    window.sessionStorage.clear();
    // A test may have followed a link.
    happyDOM.setURL(address);
    document.head.replaceChildren();
    document.body.replaceChildren();
    document.title = '';
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
  });
}
