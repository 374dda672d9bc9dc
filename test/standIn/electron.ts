/**
 * A stand-in for the `electron` module: the built desktop app, unmodified, in plain Node with a real page in Chromium.
 * A test tool that ships in nothing. It replaces Electron’s binary; every policy comes from the app’s own handlers.
 *
 * To add a member, write it in its object. A missing member throws and fails the test (`loud.ts`); a missing export stops the app
 * from loading.
 *
 * Where it differs from Electron:
 * - Chromium does not know the app’s scheme: the page is at `https://desk.greenroom.test/`. Only the app sees `greenroom://desk/`.
 *   No name is resolved, so the host exists nowhere else.
 * - Requests are answered through `Fetch`, whole and not as streams. It does not show WebSockets, which go through a proxy of ours
 *   instead (it knows only their host), or `blob:` navigations, which the preload’s world stops and reports.
 * - Chromium refuses `window.open`, then the app decides. If the app allows it, a new window without opener appears.
 * - The app decides about permissions when a document loads, not when a page requests one. One handler is enough to grant it.
 * - The port’s messages travel as JSON, as in a browser. Structured values would lose their type.
 * - The sandbox flags are recorded, not enforced: Chromium’s renderer has no Node in any case. Fuses, ASAR, installers, the
 *   system’s tray, menus, dialogs, keychain and power events exist only on a real system (docs/manual-checks.md).
 */
// biome-ignore-all lint/performance/noBarrelFile: it takes the place of one module.
export { app } from './app.ts';
export { MessageChannelMain } from './ports.ts';
export { protocol, session } from './session.ts';
export {
  autoUpdater,
  clipboard,
  crashReporter,
  dialog,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
  Tray,
} from './system.ts';
export { BrowserWindow } from './window.ts';
