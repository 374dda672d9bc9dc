/** Sessions of the stand-in: each has a Chromium of its own, whose requests and permissions the app’s handlers decide. */
import { mapScheme, schemeOf, toAppAddress } from './addresses.ts';
import type { Chromium } from './chromium.ts';
import { makeLoud } from './loud.ts';
import { permissionNames } from './permissions.ts';
import { answerCalls, report } from './test.ts';

type SchemeHandler = (request: Request) => Response | Promise<Response>;
type BeforeRequest = (
  details: { readonly url: string; readonly resourceType: string },
  respond: (response: { readonly cancel?: boolean }) => void,
) => void;
type PermissionRequest = (
  contents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void;
type PermissionCheck = (contents: unknown, permission: string, origin: string, details: object) => boolean;

/** An open page; a request names it by its target. */
export type Navigable = {
  readonly targetId: string;
  readonly contents: object;
  /** True once for a navigation that the app itself began. */
  readonly takeOwnNavigation: () => boolean;
  /** True if the app refuses. */
  readonly refusesNavigation: (url: string, isMainFrame: boolean, isRedirect: boolean) => boolean;
};

/** The app’s handlers and settings of a session. */
export type SessionState = {
  readonly name: string;
  readonly hasCache: boolean;
  readonly schemes: Map<string, SchemeHandler>;
  beforeRequest: BeforeRequest | null;
  permissionRequest: PermissionRequest | null;
  permissionCheck: PermissionCheck | null;
  devicePermission: ((details: object) => boolean) | null;
  readonly pages: Set<Navigable>;
  chromium: Promise<Chromium> | null;
};

const states = new Map<string, SessionState>();
const sessions = new Map<string, object>();

/** Electron’s schemes must be registered before the app is ready. */
const registeredSchemes = new Set<string>();

export const protocol = makeLoud('protocol', {
  registerSchemesAsPrivileged: (
    schemes: readonly { readonly scheme: string; readonly privileges: Readonly<Record<string, boolean>> }[],
  ) => {
    for (const { scheme } of schemes) registeredSchemes.add(scheme);
    report('schemes', { schemes });
  },
});

export const session = makeLoud('session', {
  fromPartition: (name: string, options: { readonly cache?: boolean } = {}) => {
    const known = sessions.get(name);
    if (known !== undefined) return known;
    const state: SessionState = {
      ...{ name, hasCache: options.cache !== false, schemes: new Map(), pages: new Set(), chromium: null },
      ...{ beforeRequest: null, permissionRequest: null, permissionCheck: null, devicePermission: null },
    };
    states.set(name, state);
    const created = createSession(state);
    sessions.set(name, created);
    return created;
  },
});

export const stateOf = (name: string): SessionState => {
  session.fromPartition(name);
  const state = states.get(name);
  if (state === undefined) throw new Error(`there is no session ${name}`);
  return state;
};

function createSession(state: SessionState): object {
  return makeLoud('session', {
    protocol: makeLoud('session.protocol', {
      handle: (scheme: string, handler: SchemeHandler) => {
        if (!registeredSchemes.has(scheme)) throw new Error(`${scheme} was not registered as privileged`);
        mapScheme(scheme);
        state.schemes.set(scheme, handler);
      },
    }),
    webRequest: makeLoud('session.webRequest', {
      onBeforeRequest: (listener: BeforeRequest) => {
        state.beforeRequest = listener;
      },
    }),
    setPermissionRequestHandler: (handler: PermissionRequest) => {
      state.permissionRequest = handler;
    },
    setPermissionCheckHandler: (handler: PermissionCheck) => {
      state.permissionCheck = handler;
    },
    setDevicePermissionHandler: (handler: (details: object) => boolean) => {
      state.devicePermission = handler;
    },
    setSpellCheckerEnabled: () => undefined,
  });
}

/** Calls the app’s `onBeforeRequest`; without a listener, Electron lets everything through. */
export function isCancelled({ beforeRequest }: SessionState, url: string, resourceType: string): Promise<boolean> {
  if (beforeRequest === null) return Promise.resolve(false);
  return new Promise((resolve) => beforeRequest({ url, resourceType }, ({ cancel }) => resolve(cancel === true)));
}

/** Answers a request for the app’s own scheme; without a handler, Electron has no such scheme. */
export function answerScheme(state: SessionState, request: Request): Promise<Response> | null {
  const handler = state.schemes.get(schemeOf(request.url) ?? '');
  return handler === undefined ? null : Promise.resolve(handler(request));
}

/** Sets each permission of an origin in Chromium as the app’s handlers answer. Without a handler, Electron grants. */
export async function applyPermissions(
  chromium: Chromium,
  state: SessionState,
  pageUrl: string,
  contents: object,
): Promise<void> {
  const { origin, protocol: scheme } = new URL(pageUrl);
  if (scheme !== 'https:' && scheme !== 'http:') return;
  for (const { electron, descriptor } of permissionNames) {
    const isGranted = await isPermissionGranted(state, electron, toAppAddress(`${origin}/`), contents);
    await chromium.send(
      'Browser.setPermission',
      { origin, permission: descriptor, setting: isGranted ? 'granted' : 'denied' },
      null,
    );
  }
}

async function isPermissionGranted(
  { permissionRequest, permissionCheck }: SessionState,
  permission: string,
  requestingUrl: string,
  contents: object,
): Promise<boolean> {
  const details = { requestingUrl, isMainFrame: true };
  const isChecked = permissionCheck?.(contents, permission, requestingUrl, details) ?? true;
  if (isChecked || permissionRequest === null) return true;
  return new Promise((resolve) => permissionRequest(contents, permission, resolve, details));
}

answerCalls('isDeviceGranted', (name: string) => stateOf(name).devicePermission?.({ deviceType: 'usb' }) ?? true);
answerCalls('requestAll', (name: string, urls: readonly string[]) =>
  Promise.all(
    urls.map(async (url) => {
      const response = await answerScheme(stateOf(name), new Request(url));
      return { status: response?.status ?? 0, text: (await response?.text()) ?? '' };
    }),
  ),
);
