/** Checks of the Electron checklist on the running page: what its scripts can do, see and reach. */
import { expect, type Page } from '@playwright/test';
import { deskPage } from '../desktopApp.ts';
import { apiKeyCanary, type PageCheck, settle, webhookCanary } from './check.ts';

export const pageChecks: readonly PageCheck[] = [
  {
    title: 'E1: the window is sandboxed and isolated, and its page has nothing of Node',
    onlyReads: true,
    run: async ({ desktop, page }) => {
      const all = (await desktop.call('preferences')) as readonly Readonly<Record<string, unknown>>[];
      expect(all.length).toBeGreaterThan(0);
      const safe = {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
      };
      for (const preferences of all) {
        expect(preferences).toMatchObject(safe);
        for (const name of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures'])
          expect(preferences).not.toHaveProperty(name);
      }
      const seen = await page.evaluate(() =>
        ['require', 'process', 'module', 'Buffer', 'global', 'standIn', 'standInCall'].filter((name) => name in window),
      );
      expect(seen).toEqual([]);
    },
  },
  {
    title: 'E3: everything in the window comes from the app’s own scheme, and 1,000 paths lead to no other file',
    onlyReads: true,
    run: async ({ desktop, page }) => {
      const schemes = desktop.reports('schemes')[0]?.['schemes'];
      expect(schemes).toMatchObject([{ scheme: 'greenroom', privileges: { standard: true, secure: true } }]);
      const addresses = await page.evaluate(() => [
        location.href,
        ...performance.getEntriesByType('resource').map(({ name }) => name),
      ]);
      expect(
        addresses.filter(
          (address) => !address.startsWith(deskPage) && !/^http:\/\/127\.0\.0\.1:\d+\/overlay\//.test(address),
        ),
      ).toEqual([]);
      const pieces = [
        '..',
        '.',
        'assets',
        '%2e%2e',
        '..%2f',
        '%2F..',
        '..%5c',
        'package.json',
        'etc/passwd',
        'C:',
        '%00',
      ];
      const paths = Array.from({ length: 1000 }, (_, index) =>
        Array.from(
          { length: 1 + (index % 4) },
          (__, part) => pieces[(index * 7 + part * (3 + (index % 5))) % pieces.length],
        ).join(index % 2 === 0 ? '/' : '%2f'),
      );
      const up = ['..%2f..%2fpackage.json', '..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd', '..%2fmain%2findex.js'];
      const served = await page.evaluate(async (all) => {
        const found: string[] = [];
        for (const path of all) if ((await fetch(`/${path}`)).ok) found.push(path);
        return found;
      }, up);
      expect(served).toEqual([]);
      const answers = (await desktop.call(
        'requestAll',
        'persist:desk',
        paths.map((path) => `greenroom://desk/${path}`),
      )) as readonly {
        readonly status: number;
        readonly text: string;
      }[];
      expect(answers).toHaveLength(1000);
      for (const { status, text } of answers)
        expect([200, 404]).toContain(text.includes('<div id="desk">') ? 200 : status === 200 ? 0 : status);
    },
  },
  {
    title: 'E4: the content policy is a header of the page',
    onlyReads: true,
    run: async ({ page }) => {
      const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
      const needed = [
        "default-src 'none'",
        "script-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "object-src 'none'",
      ];
      for (const directive of [...needed, "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
        expect(policy?.split('; ')).toContain(directive);
    },
  },
  {
    title: 'E4: of 12 ways to run injected script or load a picture none works',
    run: async ({ page, outside }) => {
      await page.evaluate(injectScripts, outside.url);
      await settle(page);
      expect(await page.evaluate(() => Reflect.get(window, 'injected'))).toEqual([]);
      expect(outside.readHits()).toBe(0);
    },
  },
  {
    title: 'E7: every permission and device is refused, asked for or looked up',
    run: async ({ desktop, page }) => {
      expect(await page.evaluate(usePermissions)).toEqual([]);
      expect(await desktop.call('isDeviceGranted', 'persist:desk')).toBe(false);
    },
  },
  {
    title: 'E8: no address of the page opens in another program, except the service’s own page',
    run: async ({ desktop, page }) => {
      const addresses = [
        'file:///etc/passwd',
        'smb://a/b',
        'ms-msdt:/id',
        'javascript:alert(1)',
        'https://external.example/',
      ];
      for (const address of addresses) await page.evaluate((url) => void window.open(url), address);
      await settle(page);
      await expect.poll(() => desktop.reports('windowOpen').length).toBeGreaterThan(2);
      expect(desktop.reports('openExternal')).toEqual([]);
      await page.getByRole('button', { name: 'Service' }).click();
      await expect.poll(() => desktop.reports('openExternal').length).toBe(1);
      expect(desktop.reports('openExternal')[0]?.['url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    },
  },
  {
    title: 'E9: the overlay’s frame has no way to the main process, and a port that it offers is not used',
    run: async ({ desktop, page }) => {
      // The desk removes its own frame when it is not connected.
      const address = `${desktop.feed()}/overlay/card?feed=main&preview=1&attempt=1`;
      await page.evaluate((src) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src }));
      }, address);
      await expect.poll(() => page.frame({ url: address }) !== null).toBe(true);
      const frame = page.frame({ url: address });
      expect(
        await frame?.evaluate(() => ['greenroom', 'standIn', 'standInCall'].filter((name) => name in window)),
      ).toEqual([]);
      await frame?.evaluate(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => Reflect.set(window, 'wasUsed', true);
        window.parent.postMessage({ type: 'greenroom-port' }, '*', [port2]);
      });
      await settle(page);
      // Now the desk connects again, and would take a port that it had accepted.
      await desktop.call('closePorts');
      await page.getByText('No connection').first().waitFor();
      // It connects again within nine seconds. A frame out of sight has no animation frames to wait for.
      let isUsed = false;
      for (let tries = 0; tries < 24 && !isUsed; tries += 1) {
        await page.waitForTimeout(500);
        isUsed = (await frame?.evaluate(() => Reflect.get(window, 'wasUsed') === true)) === true;
      }
      expect(isUsed).toBe(false);
    },
  },
  {
    title: 'E10: the preload gives the page only one fact, which the page can’t change',
    onlyReads: true,
    run: async ({ page }) => {
      expect(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'greenroom')))).toBe('{"isDesktop":true}');
    },
  },
  {
    title: 'E11: neither the API key nor the webhook secret is in any message to the page',
    onlyReads: true,
    run: async ({ desktop }) => {
      const messages = desktop.reports('toPage');
      expect(messages.length).toBeGreaterThan(3);
      expect(messages.filter(({ leaked }) => String(leaked) !== '')).toEqual([]);
    },
  },
  {
    title: 'E11: neither the API key nor the webhook secret is in the page’s HTML, storage or memory',
    run: async ({ page }) => {
      const text = await page.evaluate(
        () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
      );
      const heap = await takeHeapSnapshot(page);
      expect(heap, 'the snapshot has texts of the page').toContain('Mira Solberg');
      for (const secret of [apiKeyCanary, webhookCanary])
        expect([text.includes(secret), heap.includes(secret)]).toEqual([false, false]);
    },
  },
  {
    title: 'E12: the page reaches no address outside, with its content policy or without it',
    run: async ({ desktop, page, outside }) => {
      await page.evaluate(reachOut, outside.url);
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setBypassCSP', { enabled: true });
      await page.reload();
      await page.evaluate(reachOut, outside.url);
      await settle(page);
      await session.send('Page.setBypassCSP', { enabled: false });
      await page.reload();
      expect(outside.readHits()).toBe(0);
      const refused = desktop.reports('cancelled').filter(({ url }) => String(url).startsWith(outside.url));
      expect(refused.length, 'without the policy, the session refuses').toBeGreaterThan(0);
      const allowed = desktop.reports('connection').filter(({ isAllowed }) => isAllowed !== false);
      const feed = new URL(desktop.feed()).host;
      expect(allowed.filter(({ url }) => new URL(String(url)).host !== feed)).toEqual([]);
    },
  },
];

async function takeHeapSnapshot(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

// The functions below run in the page.

/** Runs in a task of its own, because evaluated code is exempt from the content policy. */
async function injectScripts(outside: string): Promise<void> {
  const injected: string[] = [];
  Object.assign(window, { injected, note: (name: string) => injected.push(name) });
  const addScript = (attributes: Partial<HTMLScriptElement>): void =>
    void document.body.append(Object.assign(document.createElement('script'), attributes));
  const attempts: readonly (() => unknown)[] = [
    () => document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="note(\'markup\')">'),
    () => {
      const image = document.createElement('img');
      image.setAttribute('onerror', "note('attribute')");
      image.src = 'data:,';
      document.body.append(image);
    },
    () => addScript({ textContent: "note('inline')" }),
    () => addScript({ src: "data:text/javascript,note('data')" }),
    () => addScript({ src: URL.createObjectURL(new Blob(["note('blob')"], { type: 'text/javascript' })) }),
    () => addScript({ src: `${outside}script.js` }),
    // biome-ignore lint/security/noGlobalEval: the attempt itself.
    () => window.eval("note('eval')"),
    () => new Function("note('function')")(),
    () => Reflect.apply(window.setTimeout, window, ["note('timer')", 0]),
    () => {
      const link = document.createElement('a');
      Reflect.set(link, 'href', "javascript:note('link')");
      document.body.append(link);
      link.click();
    },
    () => Object.assign(new Image(), { src: `${outside}picture.png`, onload: () => injected.push('picture') }),
    () => {
      const frame = document.createElement('iframe');
      Reflect.set(frame, 'srcdoc', "<script>parent.note('frame')</script>");
      document.body.append(frame);
    },
  ];
  await new Promise<void>((done) => {
    setTimeout(() => {
      for (const attempt of attempts) {
        try {
          attempt();
        } catch {
          // Refused, as it should be.
        }
      }
      done();
    }, 0);
  });
}

/** Returns the permissions that the page has, or received on request. */
async function usePermissions(): Promise<readonly string[]> {
  const names = ['geolocation', 'notifications', 'midi', 'clipboard-read', 'camera', 'microphone', 'idle-detection'];
  const states = [...names, 'window-management', 'local-fonts', 'storage-access'].map(async (name) => {
    const { state } = await navigator.permissions.query({ name: name as PermissionName });
    return state === 'granted' ? [`${name} is granted`] : [];
  });
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    position: () =>
      new Promise((done, failed) =>
        navigator.geolocation.getCurrentPosition(done, (error) => (error.code === 1 ? failed(error) : done(error))),
      ),
    'camera and microphone': () => navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
    screen: () => navigator.mediaDevices.getDisplayMedia(),
    midi: () => navigator.requestMIDIAccess(),
    clipboard: () => navigator.clipboard.readText(),
    notification: async () => {
      if ((await Notification.requestPermission()) !== 'granted') throw new Error('refused');
    },
    usb: () =>
      (Reflect.get(navigator, 'usb') as { requestDevice: (o: object) => Promise<unknown> }).requestDevice({
        filters: [],
      }),
  };
  const given = Object.entries(attempts).map(([name, attempt]) =>
    // Given a permission, some wait for a device that is not there.
    Promise.race([attempt(), new Promise((done) => setTimeout(done, 5000))]).then(
      () => [`${name} was not refused`],
      () => [],
    ),
  );
  return (await Promise.all([...states, ...given])).flat();
}

async function reachOut(outside: string): Promise<void> {
  const socket = outside.replace('http', 'ws');
  const attempts: readonly (() => Promise<unknown>)[] = [
    () => fetch(outside, { mode: 'no-cors' }),
    async () => navigator.sendBeacon(outside, 'x'),
    () =>
      new Promise((done) => {
        const image = new Image();
        image.onload = image.onerror = done;
        image.src = `${outside}a.png`;
      }),
    () =>
      new Promise((done) => {
        const connection = new WebSocket(socket);
        connection.onerror = connection.onopen = done;
      }),
    () =>
      new Promise((done) => {
        const events = new EventSource(outside);
        events.onerror = done;
      }),
  ];
  await Promise.all(attempts.map((attempt) => attempt().catch(() => undefined)));
}
