/** Checks of the Electron checklist that try to lead the window or one of its frames elsewhere. */
import { expect, type Page } from '@playwright/test';
import { deskPage } from '../desktopApp.ts';
import { type PageCheck, settle } from './check.ts';

export const navigationChecks: readonly PageCheck[] = [
  {
    title: 'E5: of 20 attempts to navigate none succeeds',
    run: async ({ desktop, page, outside }) => {
      const feed = desktop.feed();
      await page.evaluate(() => Reflect.set(window, 'isFirstDocument', true));
      const isStillThere = async (): Promise<boolean> =>
        page.url() === deskPage && (await page.evaluate(() => Reflect.get(window, 'isFirstDocument') === true));
      const before = desktop.reports('navigation').length;
      const attempts = listAttempts(outside.url, feed);
      expect(attempts).toHaveLength(20);
      for (const { name, run } of attempts) {
        await run(page).catch(() => undefined);
        await settle(page);
        expect(await isStillThere(), name).toBe(true);
      }
      const asked = desktop.reports('navigation').slice(before);
      expect(asked.filter(({ isRefused }) => isRefused === false)).toEqual([]);
      expect(asked.length, 'the app itself refused these').toBeGreaterThan(10);
      const isElsewhere = (url: string): boolean =>
        url !== deskPage && !url.startsWith(`${feed}/overlay/`) && !/^(?:about:|chrome-error:|$)/.test(url);
      expect(
        page
          .frames()
          .map((frame) => frame.url())
          .filter(isElsewhere),
      ).toEqual([]);
      expect(outside.readHits()).toBe(0);
    },
  },
  {
    title: 'E5: an address of the app that redirects elsewhere is not followed',
    run: async ({ desktop, page, outside }) => {
      const before = desktop.reports('navigation').filter(({ url }) => url === outside.url).length;
      await desktop.call('redirect', 'greenroom://desk/moved', outside.url);
      await page.evaluate(() => Reflect.set(window, 'isFirstDocument', true));
      await page.evaluate(() => window.location.assign('/moved'));
      const findAnswers = () => desktop.reports('navigation').filter(({ url }) => url === outside.url);
      await expect.poll(() => findAnswers().length).toBeGreaterThan(before);
      expect(findAnswers().at(-1)).toMatchObject({ isRefused: true });
      await settle(page);
      expect(await page.evaluate(() => Reflect.get(window, 'isFirstDocument'))).toBe(true);
      expect(outside.readHits()).toBe(0);
    },
  },
  {
    title: 'E5: no page opens another window',
    run: async ({ desktop, page, outside }) => {
      const before = desktop.reports('windowOpen').length;
      const opened = await page.evaluate(
        (url) => [window.open(url), window.open(url, '_blank', 'noopener'), window.open('about:blank')].map(String),
        outside.url,
      );
      expect(opened).toEqual(['null', 'null', 'null']);
      await addLink(page, outside.url, '_blank');
      await page.locator('#attempt').click();
      await page.locator('#attempt').click({ button: 'middle' });
      await page.locator('#attempt').click({ modifiers: ['Shift'] });
      await page.locator('#attempt').evaluate((link) => link.remove());
      await settle(page);
      const asked = desktop.reports('windowOpen').slice(before);
      expect(asked.length).toBeGreaterThan(3);
      expect(asked.filter(({ action }) => action !== 'deny')).toEqual([]);
      expect(desktop.reports('window')).toHaveLength(1);
      expect(outside.readHits()).toBe(0);
    },
  },
  {
    title: 'E6: no webview is attached',
    run: async ({ desktop }) => {
      expect(await desktop.call('emitContents', 'will-attach-webview', {}, { src: 'https://external.example/' })).toBe(
        true,
      );
    },
  },
];

type Attempt = { readonly name: string; readonly run: (page: Page) => Promise<unknown> };

function listAttempts(outside: string, feed: string): readonly Attempt[] {
  const toAddress = (address: string): Attempt => ({
    name: `location to ${address}`,
    run: (page) => page.evaluate((url) => window.location.assign(url), address),
  });
  const addresses = [
    ...[outside, 'https://external.example/', 'https://desk.greenroom.test.external.example/', `${feed}/feeds`],
    ...[`${feed}/overlay/card?feed=main`, 'greenroom://other/', 'file:///etc/passwd', 'data:text/html,x'],
    ...['ftp://external.example/', 'smb://external/share', 'ms-msdt:/id', 'mailto:a@external.example'],
  ];
  return [
    ...addresses.map(toAddress),
    {
      name: 'a blob',
      run: (page) =>
        page.evaluate(() => window.location.assign(URL.createObjectURL(new Blob(['<h1>x'], { type: 'text/html' })))),
    },
    { name: 'replace', run: (page) => page.evaluate((url) => window.location.replace(url), outside) },
    {
      name: 'a link',
      run: async (page) => {
        await addLink(page, outside, '_self');
        await page.locator('#attempt').click();
        await page.locator('#attempt').evaluate((link) => link.remove());
      },
    },
    {
      name: 'a window with the page’s own name',
      run: (page) => page.evaluate((url) => window.open(url, '_self'), outside),
    },
    {
      name: 'a refresh',
      run: (page) =>
        page.evaluate((url) => {
          const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${url}` });
          document.head.append(meta);
        }, outside),
    },
    { name: 'a form', run: (page) => page.evaluate(submitForm, outside) },
    { name: 'a frame to another page of the feed', run: (page) => page.evaluate(addFrame, `${feed}/feeds`) },
    {
      name: 'the overlay’s frame takes the window',
      run: async (page) =>
        page
          .frames()
          .find((frame) => frame.url().includes('/overlay/'))
          ?.evaluate((url) => {
            if (window.top !== null) window.top.location.href = url;
          }, outside),
    },
  ];
}

async function addLink(page: Page, href: string, target: string): Promise<void> {
  await page.evaluate(
    (attributes) => {
      const link = Object.assign(document.createElement('a'), { id: 'attempt', textContent: 'attempt', ...attributes });
      // Above everything, so that a click reaches it.
      Object.assign(link.style, { position: 'fixed', top: '0', left: '0', zIndex: '9999', padding: '20px' });
      document.body.append(link);
    },
    { href, target },
  );
}

// The functions below run in the page.

function submitForm(action: string): void {
  const form = Object.assign(document.createElement('form'), { action, method: 'post' });
  document.body.append(form);
  form.submit();
  form.remove();
}

function addFrame(src: string): void {
  document.body.append(Object.assign(document.createElement('iframe'), { src }));
}
