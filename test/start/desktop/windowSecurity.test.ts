import { expect, test } from 'vitest';
import {
  type ContentsLike,
  isReachable,
  restrictNavigation,
  restrictSession,
  type SessionLike,
} from '../../../src/start/desktop/windowSecurity.ts';

const feed = 'http://127.0.0.1:7411';
const isDesk = (url: string): boolean => url.startsWith('greenroom://desk');
const canFrame = (url: string): boolean => url.startsWith(`${feed}/overlay/`);

test('every way out of the page is blocked', () => {
  const listeners = new Map<string, (event: never) => void>();
  let opening: ((opened: { readonly url: string }) => { readonly action: string }) | null = null;
  const opened: string[] = [];
  const contents: ContentsLike = {
    on: (name: string, listener: (event: never) => void) => listeners.set(name, listener),
    setWindowOpenHandler: (handler) => {
      opening = handler;
    },
  };
  restrictNavigation(contents, isDesk, canFrame, (url) => opened.push(url));
  const isAllowed = (event: string, url: string, isMainFrame: boolean): boolean => {
    let isPrevented = false;
    listeners.get(event)?.({
      url,
      isMainFrame,
      preventDefault: () => {
        isPrevented = true;
      },
    } as never);
    return !isPrevented;
  };
  const targets = [
    'https://external.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://external/x',
    `${feed}/feeds`,
  ];
  for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    for (const url of targets) {
      expect(isAllowed(event, url, true), `${event} to ${url}`).toBe(false);
      expect(isAllowed(event, url, false), `${event} of a frame to ${url}`).toBe(false);
    }
    expect(isAllowed(event, 'greenroom://desk/', true)).toBe(true);
  }
  expect(isAllowed('will-frame-navigate', `${feed}/overlay/card?preview=1`, false)).toBe(true);
  expect(isAllowed('will-frame-navigate', `${feed}/overlay/card`, true)).toBe(false);
  expect(isAllowed('will-attach-webview', 'https://external.example/', true)).toBe(false);
  const open = opening as ((opened: { readonly url: string }) => { readonly action: string }) | null;
  expect(open?.({ url: 'https://external.example/' })).toEqual({ action: 'deny' });
  expect(opened).toEqual(['https://external.example/']);
});

test('only the desk may copy; all other permissions are refused', () => {
  const handlers: {
    check?: Parameters<SessionLike['setPermissionCheckHandler']>[0];
    request?: Parameters<SessionLike['setPermissionRequestHandler']>[0];
    device?: () => boolean;
    before?: Parameters<SessionLike['webRequest']['onBeforeRequest']>[0];
  } = {};
  restrictSession(
    {
      setPermissionCheckHandler: (handler) => {
        handlers.check = handler;
      },
      setPermissionRequestHandler: (handler) => {
        handlers.request = handler;
      },
      setDevicePermissionHandler: (handler) => {
        handlers.device = handler;
      },
      webRequest: {
        onBeforeRequest: (listener) => {
          handlers.before = listener;
        },
      },
    },
    isDesk,
    (url) => isReachable(url, isDesk, feed),
  );
  for (const permission of [
    'geolocation',
    'media',
    'midi',
    'notifications',
    'usb',
    'clipboard-read',
    'fullscreen',
    'unknown',
  ]) {
    expect(handlers.check?.(null, permission, 'greenroom://desk')).toBe(false);
    let isGranted: boolean | null = null;
    handlers.request?.(
      null,
      permission,
      (granted) => {
        isGranted = granted;
      },
      { requestingUrl: 'greenroom://desk/' },
    );
    expect(isGranted).toBe(false);
  }
  expect(handlers.check?.(null, 'clipboard-sanitized-write', 'greenroom://desk')).toBe(true);
  expect(handlers.check?.(null, 'clipboard-sanitized-write', 'https://external.example')).toBe(false);
  expect(handlers.device?.()).toBe(false);
  const canReach = (url: string): boolean => {
    let isCancelled = false;
    handlers.before?.({ url }, ({ cancel }) => {
      isCancelled = cancel;
    });
    return !isCancelled;
  };
  expect(
    ['greenroom://desk/a.js', `${feed}/overlay/card`, 'ws://127.0.0.1:7411/feeds/main/socket'].map(canReach),
  ).toEqual([true, true, true]);
  expect(
    [
      'https://external.example/',
      'ws://127.0.0.1:7413/',
      'file:///etc/passwd',
      'http://127.0.0.1:7411.external.example/',
    ].map(canReach),
  ).toEqual([false, false, false, false]);
});
