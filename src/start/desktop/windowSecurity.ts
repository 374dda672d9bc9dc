/** Stops pages in the window from navigating away, opening windows, getting permissions and reaching the network. */

type Preventable = { readonly preventDefault: () => void };
type Navigation = Preventable & { readonly url: string; readonly isMainFrame?: boolean };

/** The part of Electron’s WebContents that is guarded. */
export type ContentsLike = {
  readonly on: {
    (event: 'will-navigate', listener: (event: Navigation) => void): unknown;
    (event: 'will-redirect', listener: (event: Navigation) => void): unknown;
    (event: 'will-frame-navigate', listener: (event: Navigation) => void): unknown;
    (event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  };
  readonly setWindowOpenHandler: (handler: (opened: { readonly url: string }) => { readonly action: 'deny' }) => void;
};

type PermissionCheck = (origin: string, permission: string) => boolean;

/** The part of Electron’s Session that is guarded. */
export type SessionLike = {
  readonly setPermissionRequestHandler: (
    handler: (
      contents: unknown,
      permission: string,
      callback: (isAllowed: boolean) => void,
      details: { readonly requestingUrl: string },
    ) => void,
  ) => void;
  readonly setPermissionCheckHandler: (
    handler: (contents: unknown, permission: string, requestingOrigin: string) => boolean,
  ) => void;
  readonly setDevicePermissionHandler: (handler: () => boolean) => void;
  readonly webRequest: {
    readonly onBeforeRequest: (
      listener: (details: { readonly url: string }, respond: (response: { readonly cancel: boolean }) => void) => void,
    ) => void;
  };
};

/** Allows navigation only to the desk and, in frames, to overlays of our own feed. `openOutside` receives every address that a page opens. */
export function restrictNavigation(
  contents: ContentsLike,
  isDesk: (url: string) => boolean,
  canFrame: (url: string) => boolean,
  openOutside: (url: string) => void,
): void {
  const checkNavigation = (event: Navigation): void => {
    const isAllowed = event.isMainFrame === false ? canFrame(event.url) : isDesk(event.url);
    if (!isAllowed) event.preventDefault();
  };
  contents.on('will-navigate', checkNavigation);
  contents.on('will-redirect', checkNavigation);
  contents.on('will-frame-navigate', checkNavigation);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

/** The desk copies addresses and shows this machine’s overlay; every other permission is refused. */
const deskPermissions: readonly string[] = [
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
];

/** Grants only the desk’s permissions. Refuses all devices, and requests to addresses that `canReach` rejects. */
export function restrictSession(
  session: SessionLike,
  isDesk: (url: string) => boolean,
  canReach: (url: string) => boolean,
): void {
  const isGranted: PermissionCheck = (origin, permission) => isDesk(origin) && deskPermissions.includes(permission);
  session.setPermissionRequestHandler((_, permission, callback, { requestingUrl }) => {
    callback(isGranted(requestingUrl, permission));
  });
  session.setPermissionCheckHandler((_, permission, requestingOrigin) => isGranted(requestingOrigin, permission));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, respond) => respond({ cancel: !canReach(url) }));
}

/** True for the desk, its developer tools and this machine’s feed. */
export function isReachable(url: string, isDesk: (url: string) => boolean, feedBase: string | null): boolean {
  if (isDesk(url) || /^(?:devtools|data|blob):/.test(url)) return true;
  const [target, feed] = [URL.parse(url), feedBase === null ? null : URL.parse(feedBase)];
  if (target === null || feed === null) return false;
  return ['http:', 'https:', 'ws:', 'wss:'].includes(target.protocol) && target.host === feed.host;
}
