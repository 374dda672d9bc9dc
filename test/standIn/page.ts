/** One page in Chromium: its preload, its ports, its navigations and its crashes. */
import { readFileSync } from 'node:fs';
import { toAppAddress, toPageAddress } from './addresses.ts';
import { openChromium } from './answers.ts';
import type { Parameters as Facts } from './chromium.ts';
import {
  bindingName,
  buildMainWorldScript,
  buildPreloadScript,
  type World,
  type WorldMessage,
  worldName,
} from './isolatedWorld.ts';
import type { MessagePortMain } from './ports.ts';
import type { SessionState } from './session.ts';
import { report, settings as standIn } from './test.ts';

export type PageSettings = {
  readonly contents: object;
  readonly preload: string | null;
  readonly width: number;
  readonly height: number;
  readonly onLoaded: () => void;
  readonly onCrashed: () => void;
  /** True if the app refuses. */
  readonly refusesNavigation: (url: string, isMainFrame: boolean, isRedirect: boolean) => boolean;
  readonly onOpen: (url: string) => void;
};

export type Page = {
  /** Closes every port that was moved to the page, as if the main process had closed its ends. */
  readonly closePorts: () => void;
  readonly targetId: string;
  /** Resolves when the document is committed. Rejects with Chromium’s reason. */
  readonly navigate: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly crash: () => Promise<void>;
  readonly deliver: (channel: string, message: unknown, ports: readonly MessagePortMain[]) => void;
  readonly close: () => Promise<void>;
};

let lastPort = 0;

/** Opens an empty page; the preload runs in each document that it loads. */
export async function openPage(state: SessionState, settings: PageSettings): Promise<Page> {
  const chromium = await openChromium(state);
  const { width, height } = settings;
  const { targetId } = await chromium.send('Target.createTarget', { url: 'about:blank', width, height }, null);
  const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: true }, null);
  const send = (method: string, params: Facts) => chromium.send(method, params, String(sessionId));

  const ports = new Map<number, MessagePortMain>();
  let worldId: number | null = null;
  const closePorts = (): void => {
    worldId = null;
    for (const port of ports.values()) port.close();
    ports.clear();
  };
  const inWorld = <Name extends keyof World>(name: Name, ...args: Parameters<World[Name]>): void => {
    if (worldId === null) return;
    const leaked = standIn.canaries.filter((canary) => JSON.stringify(args).includes(canary));
    report('toPage', { name, leaked });
    const expression = `standIn.${name}(...${JSON.stringify(args)})`;
    // A world that has just gone away receives nothing.
    void send('Runtime.evaluate', { expression, contextId: worldId }).catch(() => undefined);
  };

  let isOwnNavigation = false;
  state.pages.add({
    targetId: String(targetId),
    contents: settings.contents,
    takeOwnNavigation: () => {
      const isOwn = isOwnNavigation;
      isOwnNavigation = false;
      return isOwn;
    },
    refusesNavigation: settings.refusesNavigation,
  });
  const navigate = async (url: string): Promise<void> => {
    isOwnNavigation = true;
    const { errorText } = await send('Page.navigate', { url: toPageAddress(url) });
    if (typeof errorText === 'string' && errorText !== '') throw new Error(`${errorText} (${url})`);
  };
  const receive = (message: WorldMessage): void => {
    if (message.type === 'navigate') {
      const url = toAppAddress(message.url);
      if (!settings.refusesNavigation(url, true, false)) void navigate(message.url);
    } else if (message.type === 'close') {
      ports.get(message.port)?.close();
      ports.delete(message.port);
    } else ports.get(message.port)?.other?.receive(message.data);
  };

  chromium.listen((method, params, from) => {
    if (from !== sessionId) return;
    if (method === 'Page.loadEventFired') settings.onLoaded();
    else if (method === 'Page.windowOpen') settings.onOpen(toAppAddress(String(params['url'])));
    else if (method === 'Page.frameRequestedNavigation') reportUnknownScheme(String(params['url']), settings);
    else if (method === 'Inspector.targetCrashed') {
      closePorts();
      settings.onCrashed();
    } else if (method === 'Runtime.bindingCalled') receive(JSON.parse(String(params['payload'])));
    else if (method === 'Runtime.exceptionThrown') report('pageException', params);
    else if (method === 'Runtime.executionContextCreated') {
      const { id, name, auxData } = params['context'] as {
        readonly id: number;
        readonly name: string;
        readonly auxData: { readonly frameId: string };
      };
      if (name !== worldName || auxData.frameId !== targetId) return;
      closePorts();
      worldId = id;
    }
  });
  for (const domain of ['Page', 'Runtime', 'Inspector', 'Network']) await send(`${domain}.enable`, {});
  await send('Runtime.addBinding', { name: bindingName, executionContextName: worldName });
  if (settings.preload !== null) {
    const source = buildPreloadScript(readFileSync(settings.preload, 'utf8'));
    await send('Page.addScriptToEvaluateOnNewDocument', { source: buildMainWorldScript() });
    await send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
  }
  return {
    targetId: String(targetId),
    navigate,
    closePorts: () => {
      for (const port of ports.values()) port.close();
    },
    reload: async () => {
      isOwnNavigation = true;
      await send('Page.reload', {});
    },
    // A page that hangs answers nothing, so its processes are ended; those of frames go with the page anyway.
    crash: async () => {
      const { processInfo } = await chromium.send('SystemInfo.getProcessInfo', {}, null);
      for (const { type, id } of processInfo as readonly { readonly type: string; readonly id: number }[])
        if (type === 'renderer') process.kill(id, 'SIGKILL');
    },
    deliver: (channel, message, moved) => {
      const ids = moved.map((port) => {
        lastPort += 1;
        const id = lastPort;
        ports.set(id, port);
        return id;
      });
      inWorld('deliver', channel, message, ids);
      for (const [index, port] of moved.entries()) {
        const id = ids[index] ?? 0;
        port.moveTo({ send: (data) => inWorld('send', id, data), close: () => inWorld('close', id) });
      }
    },
    close: async () => void (await chromium.send('Target.closeTarget', { targetId }, null)),
  };
}

/** Chromium has no program for other schemes, so they never become a request. In Electron, the app decides about them too. */
function reportUnknownScheme(url: string, { refusesNavigation }: PageSettings): void {
  if (!/^(?:https?|blob|about|data):/.test(url)) refusesNavigation(url, true, false);
}
