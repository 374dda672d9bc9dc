/** Starts Chromium and speaks the DevTools protocol with it. */
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import { WebSocket } from 'ws';
import { launchOptions } from '../../scripts/findBrowser.ts';
import { endChromium } from './endChromium.ts';
import { report } from './test.ts';

export type Parameters = Readonly<Record<string, unknown>>;
export type Result = Readonly<Record<string, unknown>>;
export type Listener = (method: string, params: Parameters, sessionId: string | null) => void;

export type Chromium = {
  /** Sends to the browser, or with a session id to a page. Rejects with the protocol’s error. */
  readonly send: (method: string, params: Parameters, sessionId: string | null) => Promise<Result>;
  readonly listen: (listener: Listener) => void;
};

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Parameters;
  readonly sessionId?: string;
  readonly result?: Result;
  readonly error?: { readonly message: string };
};

/** Starts Chromium with this profile; it ends with this process. `proxyPort` receives every connection that it makes. */
export async function startChromium(profile: string, proxyPort: number): Promise<Chromium> {
  const { executablePath, args = [] } = launchOptions();
  const child = spawn(
    executablePath ?? chromium.executablePath(),
    [
      ...args,
      '--headless',
      '--remote-debugging-port=0',
      // Without a message on it; Chromium ends when this pipe closes, also when nothing here could end it.
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--block-new-web-contents',
      `--proxy-server=127.0.0.1:${proxyPort}`,
      // Chromium’s own exception for this machine would hide connections from the proxy.
      '--proxy-bypass-list=<-loopback>',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--use-fake-device-for-media-stream',
      'about:blank',
    ],
    // Debian’s Chromium is a script that starts the browser, so only their group ends both.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32' },
  );
  process.once('exit', () => void endChromium(Number(child.pid)));
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`Chromium exited with ${code}: ${text}`)));
    child.stderr?.on('data', (chunk) => {
      text += String(chunk);
      const found = /ws:\/\/\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  report('chromium', { address, pid: child.pid });
  return connect(address);
}

async function connect(address: string): Promise<Chromium> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const pending = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  const listeners: Listener[] = [];
  let lastId = 0;
  socket.on('message', (bytes) => {
    const { id, method, params, sessionId, result, error }: Message = JSON.parse(String(bytes));
    if (id === undefined) {
      for (const listener of listeners) listener(method ?? '', params ?? {}, sessionId ?? null);
      return;
    }
    if (error === undefined) pending.get(id)?.resolve(result ?? {});
    else pending.get(id)?.reject(new Error(error.message));
    pending.delete(id);
  });
  return {
    send: (method, params, sessionId) => {
      lastId += 1;
      const id = lastId;
      socket.send(JSON.stringify({ id, method, params, ...(sessionId !== null && { sessionId }) }));
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    },
    listen: (listener) => void listeners.push(listener),
  };
}
