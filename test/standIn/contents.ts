/** WebContents of the stand-in: passes on what the app calls, and emits what the page does. */
import { EventEmitter } from 'node:events';
import { app, emitPreventable } from './app.ts';
import { openPage, type Page } from './page.ts';
import type { MessagePortMain } from './ports.ts';
import { stateOf } from './session.ts';
import { report } from './test.ts';

type OpenHandler = (opened: { readonly url: string }) => { readonly action: 'allow' | 'deny' };
export type WebPreferences = Readonly<Record<string, unknown>> & {
  readonly preload?: string;
  readonly partition?: string;
};

let lastId = 0;

export class WebContents extends EventEmitter {
  readonly id: number;
  readonly preferences: WebPreferences;
  readonly page: Promise<Page>;
  url = '';
  isGone = false;
  openHandler: OpenHandler | null = null;

  constructor(preferences: WebPreferences, size: { readonly width: number; readonly height: number }) {
    super();
    lastId += 1;
    this.id = lastId;
    this.preferences = preferences;
    this.page = openPage(stateOf(preferences.partition ?? 'default'), {
      ...size,
      contents: this,
      preload: preferences.preload ?? null,
      onLoaded: () => {
        report('loaded', { url: this.url });
        this.emit('dom-ready');
        this.emit('did-finish-load');
      },
      onCrashed: () => {
        this.isGone = true;
        report('crashed', {});
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
      },
      refusesNavigation: (url, isMainFrame, isRedirect) => this.refusesNavigation(url, isMainFrame, isRedirect),
      onOpen: (url) => this.open(url),
    });
    // Used by the first call, which reports it.
    this.page.catch(() => undefined);
  }

  async loadURL(url: string): Promise<void> {
    this.url = url;
    const isLoaded = new Promise((resolve) => this.once('did-finish-load', resolve));
    try {
      await (await this.page).navigate(url);
    } catch (error) {
      this.emit('did-fail-load', {}, -2, String(error), url, true);
      throw error;
    }
    await isLoaded;
  }

  reload(): void {
    this.isGone = false;
    report('reload', {});
    void this.page.then((page) => page.reload());
  }

  forcefullyCrashRenderer(): void {
    void this.page.then((page) => page.crash());
  }

  postMessage(channel: string, message: unknown, ports: readonly MessagePortMain[] = []): void {
    void this.page.then((page) => page.deliver(channel, message, ports));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  getURL(): string {
    return this.url;
  }

  isCrashed(): boolean {
    return this.isGone;
  }

  isDestroyed(): boolean {
    return false;
  }

  getLastWebPreferences(): WebPreferences {
    return this.preferences;
  }

  /** The frame’s navigation comes first, as in Electron. */
  refusesNavigation(url: string, isMainFrame: boolean, isRedirect: boolean): boolean {
    const names = [
      isRedirect ? 'will-redirect' : 'will-frame-navigate',
      ...(isMainFrame && !isRedirect ? ['will-navigate'] : []),
    ];
    const isRefused = names.map((name) =>
      emitPreventable(this, name, { url, isMainFrame, isSameDocument: false }, url),
    );
    report('navigation', { url, isMainFrame, isRefused: isRefused.includes(true) });
    return isRefused.includes(true);
  }

  /** Without a handler, Electron opens the window. */
  open(url: string): void {
    const action = this.openHandler?.({ url }).action ?? 'allow';
    report('windowOpen', { url, action });
    if (action === 'allow') app.emit('stand-in-open', url, this.preferences);
  }
}
