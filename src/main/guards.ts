/** What a page in the window may not do: go elsewhere, open windows, ask for rights, or reach the network. */

type Preventable = { readonly preventDefault: () => void };
type Navigation = Preventable & { readonly url: string; readonly isMainFrame?: boolean };

/** The parts of Electron's WebContents that are guarded. */
export type ContentsLike = {
  readonly on: {
    (event: 'will-navigate', listener: (event: Navigation) => void): unknown;
    (event: 'will-redirect', listener: (event: Navigation) => void): unknown;
    (event: 'will-frame-navigate', listener: (event: Navigation) => void): unknown;
    (event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  };
  readonly setWindowOpenHandler: (handler: () => { readonly action: 'deny' }) => void;
};

export type Permission = (origin: string, permission: string) => boolean;

/** The parts of Electron's Session that are guarded. */
export type SessionLike = {
  readonly setPermissionRequestHandler: (
    handler: (
      contents: unknown,
      permission: string,
      callback: (isGranted: boolean) => void,
      details: { readonly requestingUrl: string },
    ) => void,
  ) => void;
  readonly setPermissionCheckHandler: (
    handler: (contents: unknown, permission: string, requestingOrigin: string) => boolean,
  ) => void;
  readonly setDevicePermissionHandler: (handler: () => boolean) => void;
  readonly webRequest: {
    readonly onBeforeRequest: (
      listener: (details: { readonly url: string }, answer: (response: { readonly cancel: boolean }) => void) => void,
    ) => void;
  };
};

/** Refuses every way out of the page. A frame may hold an overlay of our own feed; nothing is attached or opened. */
export function guardContents(
  contents: ContentsLike,
  isDesk: (url: string) => boolean,
  isFrame: (url: string) => boolean,
): void {
  const refuse = (event: Navigation): void => {
    const isAllowed = event.isMainFrame === false ? isFrame(event.url) : isDesk(event.url);
    if (!isAllowed) event.preventDefault();
  };
  contents.on('will-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** What the desk needs: to copy an address, and to show the overlay that this machine serves. All else is refused. */
const deskPermissions: readonly string[] = [
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
];

/** Refuses every right and device, and every request that `mayReach` does not know. */
export function guardSession(
  session: SessionLike,
  isDesk: (url: string) => boolean,
  mayReach: (url: string) => boolean,
): void {
  const mayHave: Permission = (origin, permission) => isDesk(origin) && deskPermissions.includes(permission);
  session.setPermissionRequestHandler((_, permission, callback, { requestingUrl }) => {
    callback(mayHave(requestingUrl, permission));
  });
  session.setPermissionCheckHandler((_, permission, requestingOrigin) => mayHave(requestingOrigin, permission));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayReach(url) }));
}

/** Whether the window may ask for an address: the desk, its developer tools, and the feed of this machine. */
export function isReachable(url: string, isDesk: (url: string) => boolean, feedBase: string | null): boolean {
  if (isDesk(url) || /^(?:devtools|data|blob):/.test(url)) return true;
  const [asked, feed] = [URL.parse(url), feedBase === null ? null : URL.parse(feedBase)];
  if (asked === null || feed === null) return false;
  return ['http:', 'https:', 'ws:', 'wss:'].includes(asked.protocol) && asked.host === feed.host;
}
