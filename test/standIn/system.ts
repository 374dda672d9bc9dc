/** The system around the stand-in’s window: dialogs, tray, menus, keychain, power, displays. It only reports. */
import { EventEmitter } from 'node:events';
import { emitPreventable } from './app.ts';
import { makeLoud } from './loud.ts';
import { answerCalls, report, settings } from './test.ts';

type Facts = Readonly<Record<string, unknown>>;
type MenuItem = Facts & {
  readonly label?: string;
  readonly click?: () => void;
  readonly submenu?: readonly MenuItem[];
};
type BuiltMenu = { readonly items: readonly MenuItem[] };
type Image = { readonly resize: () => Image };

/** Dialogs wait for an answer of the test, as for a person. */
const waitingDialogs: ((answer: unknown) => void)[] = [];
answerCalls('answerDialog', (answer: unknown) => {
  const settle = waitingDialogs.shift();
  if (settle === undefined) throw new Error('no dialog is open');
  settle(answer);
});

function askPerson(kind: string, args: readonly unknown[]): Promise<unknown> {
  report('dialog', { kind, options: args.at(-1) });
  return new Promise((resolve) => waitingDialogs.push(resolve));
}

export const dialog = makeLoud('dialog', {
  showErrorBox: (title: string, text: string) => report('errorBox', { title, text }),
  showMessageBox: (...args: unknown[]) => askPerson('message', args),
  showOpenDialog: (...args: unknown[]) => askPerson('open', args),
  showSaveDialog: (...args: unknown[]) => askPerson('save', args),
});

let currentTray: TrayMembers | null = null;

class TrayMembers extends EventEmitter {
  menu: BuiltMenu = { items: [] };
  setToolTip(text: string): void {
    report('tray', { toolTip: text });
  }
  setImage(image: Image): void {
    report('tray', { image });
  }
  setContextMenu(menu: BuiltMenu): void {
    this.menu = menu;
    report('tray', { menu: menu.items.map(({ label, type, enabled }) => label ?? { type, enabled }) });
  }
  isDestroyed(): boolean {
    return false;
  }
  destroy(): void {
    report('tray', { destroyed: true });
  }
}

export class Tray extends TrayMembers {
  constructor(image: Image) {
    super();
    report('tray', { image });
    currentTray = makeLoud('Tray', this);
    // biome-ignore lint/correctness/noConstructorReturn: the proxy refuses members that are missing.
    return currentTray;
  }
}

answerCalls('clickTray', () => void currentTray?.emit('click'));
answerCalls('chooseInTray', (label: string) => {
  const item = currentTray?.menu.items.find((entry) => entry.label === label);
  if (item?.click === undefined) throw new Error(`the tray has no entry ${label}`);
  item.click();
});

export const Menu = makeLoud('Menu', {
  buildFromTemplate: (items: readonly MenuItem[]): BuiltMenu => ({ items }),
  setApplicationMenu: () => undefined,
});

const createImage = (source: unknown): Image =>
  makeLoud('nativeImage', {
    source,
    resize: () => createImage(source),
    setTemplateImage: () => undefined,
    isEmpty: () => false,
    addRepresentation: () => undefined,
  });
export const nativeImage = makeLoud('nativeImage', {
  createFromPath: (path: string) => createImage(path),
  createFromBuffer: (bytes: Buffer) => createImage(`${bytes.length} bytes`),
  createFromBitmap: (bytes: Buffer) => createImage(`${bytes.length} bytes`),
  createFromDataURL: (url: string) => createImage(url),
  createEmpty: () => createImage(null),
});

const display = {
  ...{ id: 1, label: 'Display', scaleFactor: 1, internal: false },
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1080 },
};
export const screen = makeLoud(
  'screen',
  Object.assign(new EventEmitter(), {
    getAllDisplays: () => [display],
    getPrimaryDisplay: () => display,
    getDisplayMatching: () => display,
  }),
);

/** Inverts bits: enough to show that nothing is written in plain text. */
const scramble = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
export const safeStorage = makeLoud('safeStorage', {
  isAsyncEncryptionAvailable: async () => settings.keychain !== 'locked',
  encryptStringAsync: async (text: string) => scramble(Buffer.from(text)),
  decryptStringAsync: async (sealed: Buffer) => ({ result: scramble(sealed).toString(), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => settings.keychain,
});

export const autoUpdater = makeLoud('autoUpdater', new EventEmitter());
export const powerMonitor = makeLoud('powerMonitor', new EventEmitter());
answerCalls('emitPower', (name: string) => emitPreventable(powerMonitor, name, {}));
answerCalls('emitScreen', (name: string) => emitPreventable(screen, name, {}));

let lastBlocker = 0;
const blockers = new Set<number>();
export const powerSaveBlocker = makeLoud('powerSaveBlocker', {
  start: (type: string) => {
    lastBlocker += 1;
    blockers.add(lastBlocker);
    report('powerSave', { type, isBlocked: true });
    return lastBlocker;
  },
  stop: (id: number) => {
    report('powerSave', { isBlocked: false });
    return blockers.delete(id);
  },
  isStarted: (id: number) => blockers.has(id),
});

export const shell = makeLoud('shell', {
  openExternal: async (url: string) => report('openExternal', { url }),
  openPath: async (path: string) => {
    report('openPath', { path });
    return '';
  },
  showItemInFolder: (path: string) => report('openPath', { path }),
});
export const crashReporter = makeLoud('crashReporter', {
  start: (options: Facts) => report('crashReporter', { options }),
});
export const clipboard = makeLoud('clipboard', { writeText: (text: string) => report('clipboard', { text }) });
export const nativeTheme = makeLoud('nativeTheme', Object.assign(new EventEmitter(), { themeSource: 'system' }));
export const net = makeLoud('net', { isOnline: () => true, online: true });
export class Notification extends EventEmitter {
  readonly options: Facts;
  constructor(options: Facts) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    report('notification', this.options);
  }
}
