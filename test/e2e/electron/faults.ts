/** Removes one protection for each row of the Electron checklist. */
import type { Fault } from './plantFaults.ts';

export const faults: readonly Fault[] = [
  // E1, E23
  { find: /contextIsolation: true/, replace: 'contextIsolation: false' },
  // E2, E9
  { find: /app\.enableSandbox\(\);/, replace: 'globalThis.ipcMain?.handle("x", () => 1);' },
  // E3
  { find: /relativePath\.startsWith\(`\.\.\$\{sep\}`\)/, replace: 'false' },
  // E4
  {
    find: /"content-security-policy": buildDeskContentPolicy\(feedBase/,
    replace: '"x-policy": buildDeskContentPolicy(feedBase',
  },
  // E5
  { find: /const checkNavigation = \(event\) => \{/, replace: '$& return;' },
  { find: /return \{ action: "deny" \}/, replace: 'return { action: "allow" }' },
  // E6
  { find: /contents\.on\("will-attach-webview", [^;]*\);/, replace: '' },
  // E7
  { find: /session\.setPermissionRequestHandler\(/, replace: '((handler) => void handler)(' },
  { find: /setDevicePermissionHandler\(\(\) => false\)/, replace: 'setDevicePermissionHandler(() => true)' },
  // E8
  { find: /canOpenOutside: \(url\) => url === servicePage\(\)/, replace: 'canOpenOutside: () => true' },
  // E9
  { find: /\w+\.source===\w+&&(?=\w+!==void 0)/, replace: '' },
  // E10
  { find: /\{ isDesktop: true \}/, replace: '{ isDesktop: true, ipcRenderer: "all of it" }' },
  // E11
  {
    find: /if \(!isClosed\) port\.postMessage\(message\)/,
    replace: 'if (message.type === "state") message.state.key = process.env.GREENROOM_API_KEY; $&',
  },
  // E12
  { find: /respond\(\{ cancel: !canReach\(url\) \}\)/, replace: 'respond({ cancel: false })' },
  // E13
  { find: /\["basic_text", "unknown"\]/, replace: '[]' },
  // E19
  { find: /app\.on\("second-instance", /, replace: 'app.on("none", ' },
  // E20
  { find: /app\.commandLine\.removeSwitch\(/, replace: 'app.commandLine.hasSwitch(' },
  // E21
  { find: /("persist:desk", )\{ cache: false \}/, replace: '$1{ cache: true }' },
  // E22
  { find: /if \(!window\.isDestroyed\(\)\) window\.webContents\.reload\(\);/, replace: '' },
  // E14, E16
  { find: /other programs of the same user\./, replace: 'nothing.' },
  { find: /Linux relies on/, replace: 'Linux has' },
  // E15, E24
  { find: /loadBrowserProcessSpecificV8Snapshot: false/, replace: 'loadBrowserProcessSpecificV8Snapshot: true' },
  // E17
  { find: /updater\.allowDowngrade = false;/, replace: 'updater.allowDowngrade = true;' },
  // E18
  { find: /- run: node scripts\/checkElectronAge\.ts/, replace: '# run: node scripts/checkElectronAge.ts' },
];
