/** A test whose pages must stay silent: no console error or warning, no refused content, no request off the machine. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

type PageOptions = Pick<BrowserContextOptions, 'colorScheme' | 'userAgent'> & {
  readonly size?: { readonly width: number; readonly height: number };
  /** The operator’s name at a desk. */
  readonly name?: string;
  /** Called before the address is opened. */
  readonly prepare?: (page: Page) => void;
};

export type OpenPage = (address: string, options?: PageOptions) => Promise<Page>;

type Fixtures = {
  readonly lastly: (end: () => Promise<void>) => void;
  readonly openPage: OpenPage;
  /** Writes a numbered picture to the test’s folder in `out/test/e2e`. */
  readonly takePicture: (page: Page, name: string, options?: { readonly fullPage?: boolean }) => Promise<void>;
  /** Patterns of console messages that the browser itself writes when a server is away or refuses; no faults from when they are added. */
  readonly expectedMessages: RegExp[];
};

/** `lastly` takes what ends after the pages. `openPage` opens an address in a browser profile of its own, at 1920×1080 unless a size is given. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from a pattern.
  lastly: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use((end) => void ends.push(end));
    for (const end of ends.reverse()) await end();
  },
  // biome-ignore lint/correctness/noEmptyPattern: As above.
  expectedMessages: async ({}, use) => use([]),
  /** The test’s own page is watched, too. A test can end its servers before it. */
  // It ends before what `lastly` ends.
  context: async ({ context, expectedMessages, lastly: _ }, use) => {
    const faults: string[] = [];
    watch(context, faults, expectedMessages, failedConnections);
    await use(context);
    expect(faults).toEqual([]);
  },
  openPage: async ({ browser, expectedMessages, lastly: _ }, use) => {
    const faults: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (address, { size = { width: 1920, height: 1080 }, name, prepare, ...options } = {}) => {
      const context = await browser.newContext({ viewport: size, ...options });
      contexts.push(context);
      watch(context, faults, expectedMessages);
      const page = await context.newPage();
      await page.clock.install();
      if (name !== undefined)
        await page.addInitScript((stored) => localStorage.setItem('greenroom.name', stored), name);
      prepare?.(page);
      await page.goto(address);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(faults).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from a pattern.
  takePicture: async ({}, use, info) => {
    let count = 0;
    await use(async (page, name, options = {}) => {
      count += 1;
      const numbered = `${String(count).padStart(2, '0')} ${name}`;
      const path = info.outputPath(`${numbered}.png`);
      await page.screenshot({ path, ...options });
      info.attachments.push({ name: numbered, path, contentType: 'image/png' });
    });
  },
});

/** Messages of a browser about connections that fail while the engine stops or is replaced. */
export const failedConnections: readonly RegExp[] = [
  /WebSocket connection to '.*' failed: /,
  /net::ERR_(?:CONNECTION_(?:REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)/,
];

/** axe requests the results of each frame, and the overlay’s frame is of another origin. */
const isOfAxe = (text: string): boolean => /'postMessage' on 'DOMWindow': The target origin provided/.test(text);

/** Adds what its pages must not do to `faults`. */
export function watch(context: BrowserContext, faults: string[], ...expected: readonly (readonly RegExp[])[]): void {
  context.on('console', (message) => {
    const text = message.text();
    const isExpected = isOfAxe(text) || expected.flat().some((pattern) => pattern.test(text));
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(`console: ${text}`);
  });
  context.on('weberror', (error) => faults.push(`page: ${error.error()}`));
  const checkAddress = (url: string): void => {
    if (!/^(?:data|blob):|^(?:http|ws):\/\/127\.0\.0\.1[:/]/.test(url)) faults.push(`request: ${url}`);
  };
  context.on('request', (request) => checkAddress(request.url()));
  context.on('page', (page) => page.on('websocket', (socket) => checkAddress(socket.url())));
  // Not every refusal is a message of the console.
  void context.exposeFunction('reportRefusedContent', (what: string) => void faults.push(`policy: ${what}`));
  void context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { reportRefusedContent: (what: string) => void }).reportRefusedContent(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
}
