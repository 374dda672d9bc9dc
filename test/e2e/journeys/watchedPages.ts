/** A test whose pages must stay silent: no console error or warning, no refused content, no request off the machine. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

type PageOptions = {
  readonly size?: { readonly width: number; readonly height: number };
  /** The operator’s name at a desk. */
  readonly name?: string;
};

export type OpenPage = (address: string, options?: PageOptions) => Promise<Page>;

type Fixtures = {
  readonly lastly: (end: () => Promise<void>) => void;
  readonly openPage: OpenPage;
  readonly takePicture: (page: Page, name: string) => Promise<void>;
};

/** `lastly` takes what ends after the pages. `openPage` opens an address in a browser profile of its own, at 1920×1080 unless a size is given. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from a pattern.
  lastly: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use((end) => void ends.push(end));
    for (const end of ends.reverse()) await end();
  },
  /** The test’s own page is watched, too. */
  // It ends before what `lastly` ends.
  context: async ({ context, lastly: _ }, use) => {
    const faults: string[] = [];
    watch(context, faults);
    await use(context);
    expect(faults).toEqual([]);
  },
  openPage: async ({ browser, lastly: _ }, use) => {
    const faults: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (address, { size = { width: 1920, height: 1080 }, name } = {}) => {
      const context = await browser.newContext({ viewport: size });
      contexts.push(context);
      watch(context, faults);
      const page = await context.newPage();
      await page.clock.install();
      if (name !== undefined)
        await page.addInitScript((stored) => localStorage.setItem('greenroom.name', stored), name);
      await page.goto(address);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(faults).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from a pattern.
  takePicture: async ({}, use, info) => {
    let count = 0;
    await use(async (page, name) => {
      count += 1;
      const body = await page.screenshot();
      await info.attach(`${String(count).padStart(2, '0')} ${name}`, { body, contentType: 'image/png' });
    });
  },
});

/** axe requests the results of each frame, and the overlay’s frame is of another origin. */
const isOfAxe = (text: string): boolean => /'postMessage' on 'DOMWindow': The target origin provided/.test(text);

function watch(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !isOfAxe(text)) faults.push(`console: ${text}`);
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
