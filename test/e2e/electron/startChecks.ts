/** Checks of the Electron checklist that each need a start of their own. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { type Desktop, type DesktopSettings, startDesktop } from '../desktopApp.ts';

export type StartCheck = { readonly title: string; readonly run: (root: string) => Promise<void> };

async function withDesktop(
  root: string,
  settings: DesktopSettings,
  work: (desktop: Desktop, folder: string) => Promise<void>,
): Promise<void> {
  const folder = createTemporaryFolder('checklist');
  const desktop = await startDesktop(folder, { root, ...settings });
  try {
    await work(desktop, folder);
  } finally {
    await desktop.stop();
  }
}

export const startChecks: readonly StartCheck[] = [
  {
    title: 'E13: secrets are written encrypted and for the owner alone, and not at all without a trustworthy keychain',
    run: async (root) => {
      await withDesktop(root, { keychain: 'gnome_libsecret' }, async (desktop, folder) => {
        await desktop.waitFor('loaded');
        const file = join(folder, 'keychain.json');
        const { sealed } = JSON.parse(readFileSync(file, 'utf8'));
        expect(Object.keys(sealed)).toEqual(['deskToken']);
        expect(Buffer.from(sealed.deskToken, 'base64').toString()).not.toMatch(/^[\w-]{32}$/);
        // Windows has no such rights for files.
        if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
      });
      for (const keychain of ['basic_text', 'locked'] as const) {
        if (keychain === 'basic_text' && process.platform !== 'linux') continue;
        await withDesktop(root, { keychain }, async (desktop, folder) => {
          await desktop.waitFor('loaded');
          expect(existsSync(join(folder, 'keychain.json')), keychain).toBe(false);
          expect(desktop.readLog()).toContain('ENGINE_KEYCHAIN_MISSING');
        });
      }
    },
  },
  {
    title: 'E19: a second start ends, and brings the window of the first to the front',
    run: (root) =>
      withDesktop(root, {}, async (desktop, folder) => {
        await desktop.waitFor('loaded');
        await desktop.call('minimizeWindow');
        const feed = desktop.feed();
        const second = await startDesktop(folder, { root });
        expect(await second.exited).toBe(0);
        expect(second.reports('window')).toEqual([]);
        await expect.poll(() => desktop.reports('windowState').map(({ change }) => change)).toContain('focus');
        expect((await fetch(`${feed}/healthz`)).status).toBe(200);
      }),
  },
  {
    title: 'E20: an installed app has no developer tools and ignores the switches for debugging',
    run: (root) => {
      const switches = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'force-dark-mode'];
      return withDesktop(root, { isPackaged: true, switches }, async (desktop) => {
        expect((await desktop.waitFor('ready'))['switches']).toEqual(['force-dark-mode']);
        await desktop.waitFor('loaded');
        expect(await desktop.call('preferences')).toMatchObject([{ devTools: false }]);
      });
    },
  },
  {
    title: 'E21: nothing that the window has shown is on disk in its profile',
    run: async (root) => {
      const folder = createTemporaryFolder('checklist');
      const desktop = await startDesktop(folder, { root });
      const page = await desktop.openDesk();
      // The overlay in its frame loads its files from the feed, over the network.
      await page.frameLocator('iframe[src*="/overlay/card"]').getByText('Mira Solberg').first().waitFor();
      await page.frameLocator('iframe[src*="/overlay/card"]').locator('img, video').first().waitFor();
      await page.waitForTimeout(1500);
      await desktop.stop();
      const profile = join(folder, 'desktop', 'Partitions', 'desk');
      const files = globSync('**/*', { cwd: profile, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(files.length, 'the profile is in the app’s folder').toBeGreaterThan(5);
      const media = globSync('resources/demo/media/*').map((file) => readFileSync(file));
      const payloads = [Buffer.from('The whole quay'), ...media.map((bytes) => bytes.subarray(200, 264))];
      const leaks = files
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((file) => payloads.some((payload) => readFileSync(file).includes(payload)));
      expect(leaks.map((file) => file.slice(profile.length))).toEqual([]);
    },
  },
  {
    title: 'E22: a page that crashed is loaded again, and the feed has not noticed',
    run: (root) =>
      withDesktop(root, {}, async (desktop) => {
        const page = await desktop.openDesk();
        // The demo’s own posts go on air meanwhile, so the revision may rise; the run of the engine stays.
        const readRun = async (): Promise<string | undefined> => {
          const response = await fetch(`${desktop.feed()}/feeds/main/live.json`);
          expect(((await response.json()) as { readonly items: readonly unknown[] }).items).not.toEqual([]);
          return response.headers.get('etag')?.split('.')[0];
        };
        const run = await readRun();
        const crash = await page.context().newCDPSession(page);
        void crash.send('Page.crash').catch(() => undefined);
        await desktop.waitFor('crashed');
        expect(await readRun()).toBe(run);
        await expect.poll(() => desktop.reports('loaded').length).toBeGreaterThan(1);
        expect(await readRun()).toBe(run);
      }),
  },
];
