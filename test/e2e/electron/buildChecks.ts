/** Checks of the Electron checklist on the text of the build, the packaging settings and the documentation. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Desktop } from '../desktopApp.ts';

export type BuildCheck = {
  readonly title: string;
  readonly run: (context: { readonly desktop: Desktop; readonly root: string }) => Promise<void>;
};

/** Comments may name what the code must not use. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
const read = (root: string, path: string): string => withoutComments(readFileSync(join(root, path), 'utf8'));
const readMain = (root: string): string => read(root, 'out/main/index.js');
const readPreload = (root: string): string => read(root, 'out/preload/index.cjs');

/** Faults that electronegativity reports at high severity, as far as the text of a build shows them. */
const dangerous: Readonly<Record<string, RegExp>> = {
  'a window without isolation': /nodeIntegration(?:InWorker|InSubFrames)?: true|contextIsolation: false|sandbox: false/,
  'a window without web security': /webSecurity: false|allowRunningInsecureContent|experimentalFeatures|BlinkFeatures/,
  'a webview': /webviewTag: true|WebContentsView|BrowserView\b|allowpopups/,
  'a remote module': /@electron\/remote|enableRemoteModule/,
  'script from the main process': /\.executeJavaScript\(|\.insertCSS\(|\beval\(|new Function\(/,
  'an ignored certificate':
    /certificate-error|setCertificateVerifyProc|ignore-certificate-errors|select-client-certificate/,
  'a file as page': /\.loadFile\(|\.loadURL\([^)]*file:|registerFileProtocol|interceptFileProtocol/,
  'a dangerous switch': /no-sandbox|disable-web-security|appendSwitch\("(?:remote-debugging|inspect|js-flags)/,
  'developer tools': /\.openDevTools\(|toggleDevTools|role: "viewMenu"/,
};

export const buildChecks: readonly BuildCheck[] = [
  {
    title: 'E2: the sandbox is switched on for all processes before the app is ready',
    run: async ({ desktop }) => {
      const events = [...desktop.all()].map(({ event }) => event);
      expect(events.indexOf('sandbox')).toBeGreaterThanOrEqual(0);
      expect(events.indexOf('sandbox')).toBeLessThan(events.indexOf('ready'));
    },
  },
  {
    title: 'E9: the app answers no message channel of pages; its only way to a page are ports that it opens itself',
    run: async ({ root }) => {
      expect(readMain(root)).not.toMatch(/\bipcMain\b|\.on\("ipc-message/);
      expect(readPreload(root)).not.toMatch(/ipcRenderer\.(?!on\()/);
      expect(readMain(root).match(/contents\.postMessage\(/g)).toHaveLength(1);
    },
  },
  {
    title: 'E10: the preload exposes no function and no part of Electron',
    run: async ({ root }) => {
      const exposed = [...readPreload(root).matchAll(/exposeInMainWorld\(([^;]*)\);/g)].map(([, given]) => given);
      expect(exposed).toEqual(['"greenroom", { isDesktop: true }']);
    },
  },
  {
    title: 'E14: the documentation says from whom the keychain of Windows does not protect',
    run: async ({ root }) => {
      expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toContain(
        'On Windows the keychain protects against other users, not against other programs of the same user',
      );
    },
  },
  {
    title: 'E15: every fuse has the value of the checklist',
    run: async ({ root }) => {
      const fuses = {
        ...{ runAsNode: false, enableNodeOptionsEnvironmentVariable: false, enableNodeCliInspectArguments: false },
        ...{ enableCookieEncryption: true, enableEmbeddedAsarIntegrityValidation: true, onlyLoadAppFromAsar: true },
        ...{ loadBrowserProcessSpecificV8Snapshot: false, grantFileProtocolExtraPrivileges: false },
      };
      const settings = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
      for (const [name, value] of Object.entries(fuses))
        expect(settings).toMatch(new RegExp(`^  ${name}: ${value}$`, 'm'));
    },
  },
  {
    title: 'E16: the documentation says where the packed app’s integrity is checked',
    run: async ({ root }) => {
      expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toMatch(/Windows and macOS check .*Linux relies on/);
    },
  },
  {
    title: 'E17: an update is never older, is verified, and is not installed while anything is on air',
    run: async ({ root }) => {
      const build = globSync('out/main/**/*.js', { cwd: root }).map((path) => read(root, path));
      const main = readMain(root);
      expect(main).toMatch(/updater\.allowDowngrade = false;/);
      expect(main).toMatch(/updater\.autoDownload = false;/);
      expect(main).toMatch(/updater\.autoInstallOnAppQuit = false;/);
      expect(main).not.toMatch(/updater\.(?:allowDowngrade|autoDownload|autoInstallOnAppQuit) = true/);
      // The updater compares the SHA-512 of each file, and refuses one without.
      for (const code of ['ERR_UPDATER_NO_CHECKSUM', 'ERR_CHECKSUM_MISMATCH'])
        expect(build.some((text) => new RegExp(`newError\\)\\([^;]*"${code}"\\)`).test(text))).toBe(true);
      // Looked at again after the download, before the engine stops.
      const step =
        /await use\.download\(\);\s*const uses = listUses\(\);\s*if \(findRefusal\(uses\) !== null\) return await raise\("UPDATE_ON_AIR"[\s\S]*?stopEngine/;
      expect(build.filter((text) => step.test(text))).toHaveLength(1);
      expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).not.toMatch(/verifyUpdateCodeSignature: false/);
    },
  },
  {
    title: 'E18: the release workflow compares Electron’s version with the newest',
    run: async ({ root }) => {
      const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
      expect(workflow).toMatch(/^ {6}- run: node scripts\/checkElectronAge\.ts "\$\(npm view electron version\)"$/m);
    },
  },
  {
    title: 'E23: the build has nothing that a checker of Electron apps reports at high severity',
    run: async ({ root }) => {
      const text = readMain(root) + readPreload(root);
      expect(Object.keys(dangerous).filter((name) => dangerous[name]?.test(text))).toEqual([]);
      expect(globSync('out/main/**/*.js', { cwd: root }).length).toBeGreaterThan(1);
    },
  },
  {
    title: 'E24: the version of Electron has the fix that protects its snapshot, and no snapshot of our own is loaded',
    run: async ({ root }) => {
      const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      // Fixed in 35.7.5, 36.8.1, 37.3.1 and every later major.
      expect(Number(/^\d+/.exec(devDependencies.electron)?.[0])).toBeGreaterThanOrEqual(38);
      expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toMatch(
        /^ {2}loadBrowserProcessSpecificV8Snapshot: false$/m,
      );
    },
  },
];
