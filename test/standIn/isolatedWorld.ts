/** The scripts that give the preload a world of its own in the page, with `contextBridge` and `ipcRenderer`. */

export const worldName = 'electron-preload';
export const bindingName = 'standInCall';
const exposeEvent = 'stand-in-expose';

/** Messages from the preload’s world to the main process. */
export type WorldMessage =
  | { readonly type: 'message'; readonly port: number; readonly data: unknown }
  | { readonly type: 'close'; readonly port: number }
  | { readonly type: 'navigate'; readonly url: string };

type Names = { readonly bindingName: string; readonly exposeEvent: string };
type IpcEvent = { readonly ports: readonly MessagePort[] };
type IpcListener = (event: IpcEvent, message: unknown) => void;

/** The functions of the preload’s world that the main process calls. */
export type World = {
  readonly deliver: (channel: string, message: unknown, ports: readonly number[]) => void;
  readonly send: (port: number, data: unknown) => void;
  readonly close: (port: number) => void;
};

/** For the page’s own world; runs before the preload. */
export function buildMainWorldScript(): string {
  return `(${receiveExposed})(${JSON.stringify(exposeEvent)})`;
}

/** For the preload’s world; `code` is the built CommonJS file. */
export function buildPreloadScript(code: string): string {
  const names: Names = { bindingName, exposeEvent };
  return `(${runPreload})(${JSON.stringify(names)}, function (require, module, exports) {\n${code}\n})`;
}

// The functions below run in the page as text, so they use nothing from this file.

function receiveExposed(eventName: string): void {
  if (window !== window.top) return;
  const receive = (event: Event): void => {
    const { name, value } = JSON.parse((event as CustomEvent<string>).detail);
    const freeze = (thing: unknown): unknown => {
      if (typeof thing === 'object' && thing !== null)
        for (const part of Object.values(Object.freeze(thing))) freeze(part);
      return thing;
    };
    Object.defineProperty(window, name, { value: freeze(value), enumerable: true });
  };
  window.addEventListener(eventName, receive);
  // The page’s own scripts run later and must not be able to expose anything.
  document.addEventListener('readystatechange', () => window.removeEventListener(eventName, receive));
}

function runPreload(
  { bindingName, exposeEvent }: Names,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  if (window !== window.top) return;
  const page = window as unknown as Record<string, unknown> & { standIn: World };
  const callMain = page[bindingName] as (text: string) => void;
  const call = (message: WorldMessage): void => callMain(JSON.stringify(message));
  const listeners = new Map<string, IpcListener[]>();
  const ports = new Map<number, MessagePort>();
  const loud = <Thing extends object>(name: string, thing: Thing): Thing =>
    new Proxy(thing, {
      get: (target, key) => {
        if (key in target) return Reflect.get(target, key);
        throw new Error(`the stand-in for Electron has no ${name}.${String(key)}`);
      },
    });

  const openPort = (id: number): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => call({ type: 'message', port: id, data }));
    port1.addEventListener('close', () => call({ type: 'close', port: id }));
    port1.start();
    ports.set(id, port1);
    return port2;
  };
  page.standIn = {
    deliver: (channel, message, ids) => {
      for (const listener of listeners.get(channel) ?? []) listener({ ports: ids.map(openPort) }, message);
    },
    send: (id, data) => ports.get(id)?.postMessage(data),
    close: (id) => ports.get(id)?.close(),
  };
  // Chromium’s interception does not show these.
  window.navigation.addEventListener('navigate', (event) => {
    if (!event.destination.url.startsWith('blob:') || event.destination.sameDocument) return;
    event.preventDefault();
    call({ type: 'navigate', url: event.destination.url });
  });

  const hasOnlyData = (thing: unknown): boolean =>
    typeof thing === 'object' && thing !== null
      ? Object.values(thing).every(hasOnlyData)
      : ['string', 'number', 'boolean'].includes(typeof thing) || thing === null;
  const contextBridge = loud('contextBridge', {
    exposeInMainWorld: (name: string, value: unknown) => {
      if (!hasOnlyData(value)) throw new Error('the stand-in for Electron exposes only data');
      window.dispatchEvent(new CustomEvent(exposeEvent, { detail: JSON.stringify({ name, value }) }));
    },
  });
  const ipcRenderer = loud('ipcRenderer', {
    on: (channel: string, listener: IpcListener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
  });
  preload(
    (name) => {
      if (name !== 'electron') throw new Error(`a sandboxed preload has no module ${name}`);
      return loud('electron', { contextBridge, ipcRenderer });
    },
    {},
    {},
  );
}
