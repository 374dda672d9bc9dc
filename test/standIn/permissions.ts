/** The permissions that both Electron and Chromium’s DevTools protocol know, with their names in each. */

type PermissionName = { readonly electron: string; readonly descriptor: Readonly<Record<string, unknown>> };

const same = (name: string): PermissionName => ({ electron: name, descriptor: { name } });

export const permissionNames: readonly PermissionName[] = [
  ...['geolocation', 'notifications', 'midi', 'clipboard-read', 'idle-detection', 'storage-access'].map(same),
  ...['top-level-storage-access', 'window-management', 'speaker-selection', 'display-capture'].map(same),
  ...['local-network-access', 'local-network', 'loopback-network', 'persistent-storage', 'screen-wake-lock'].map(same),
  { electron: 'clipboard-sanitized-write', descriptor: { name: 'clipboard-write' } },
  { electron: 'media', descriptor: { name: 'camera' } },
  { electron: 'media', descriptor: { name: 'microphone' } },
  { electron: 'midiSysex', descriptor: { name: 'midi', sysex: true } },
  { electron: 'pointerLock', descriptor: { name: 'pointer-lock' } },
  { electron: 'keyboardLock', descriptor: { name: 'keyboard-lock' } },
  { electron: 'local-fonts', descriptor: { name: 'local-fonts' } },
];
