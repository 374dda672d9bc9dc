import { expect, test } from 'vitest';
import {
  type ContentsLike,
  guardContents,
  guardSession,
  isReachable,
  type SessionLike,
} from '../../src/main/guards.ts';

const feed = 'http://127.0.0.1:7411';
const isDesk = (url: string): boolean => url.startsWith('greenroom://desk');
const isFrame = (url: string): boolean => url.startsWith(`${feed}/overlay/`);

test('twenty ways out of the page are all refused', () => {
  const listeners = new Map<string, (event: never) => void>();
  let opening: (() => { readonly action: string }) | null = null;
  const contents: ContentsLike = {
    on: (event: string, listener: (given: never) => void) => listeners.set(event, listener),
    setWindowOpenHandler: (handler) => {
      opening = handler;
    },
  };
  guardContents(contents, isDesk, isFrame);
  const attempt = (event: string, url: string, isMainFrame: boolean): boolean => {
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
    'https://far.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://far/x',
    `${feed}/feeds`,
  ];
  for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    for (const url of targets) {
      expect(attempt(event, url, true), `${event} to ${url}`).toBe(false);
      expect(attempt(event, url, false), `${event} of a frame to ${url}`).toBe(false);
    }
    expect(attempt(event, 'greenroom://desk/', true)).toBe(true);
  }
  expect(attempt('will-frame-navigate', `${feed}/overlay/card?preview=1`, false)).toBe(true);
  expect(attempt('will-frame-navigate', `${feed}/overlay/card`, true)).toBe(false);
  expect(attempt('will-attach-webview', 'https://far.example/', true)).toBe(false);
  expect((opening as (() => { readonly action: string }) | null)?.()).toEqual({ action: 'deny' });
});

test('every right is refused but copying, and that only to the desk', () => {
  const asked: {
    check?: Parameters<SessionLike['setPermissionCheckHandler']>[0];
    request?: Parameters<SessionLike['setPermissionRequestHandler']>[0];
    device?: () => boolean;
    before?: Parameters<SessionLike['webRequest']['onBeforeRequest']>[0];
  } = {};
  guardSession(
    {
      setPermissionCheckHandler: (handler) => {
        asked.check = handler;
      },
      setPermissionRequestHandler: (handler) => {
        asked.request = handler;
      },
      setDevicePermissionHandler: (handler) => {
        asked.device = handler;
      },
      webRequest: {
        onBeforeRequest: (listener) => {
          asked.before = listener;
        },
      },
    },
    isDesk,
    (url) => isReachable(url, isDesk, feed),
  );
  for (const right of [
    'geolocation',
    'media',
    'midi',
    'notifications',
    'usb',
    'clipboard-read',
    'fullscreen',
    'unknown',
  ]) {
    expect(asked.check?.(null, right, 'greenroom://desk')).toBe(false);
    let isGranted: boolean | null = null;
    asked.request?.(
      null,
      right,
      (granted) => {
        isGranted = granted;
      },
      { requestingUrl: 'greenroom://desk/' },
    );
    expect(isGranted).toBe(false);
  }
  expect(asked.check?.(null, 'clipboard-sanitized-write', 'greenroom://desk')).toBe(true);
  expect(asked.check?.(null, 'clipboard-sanitized-write', 'https://far.example')).toBe(false);
  expect(asked.device?.()).toBe(false);
  const reached = (url: string): boolean => {
    let isCancelled = false;
    asked.before?.({ url }, ({ cancel }) => {
      isCancelled = cancel;
    });
    return !isCancelled;
  };
  expect(
    ['greenroom://desk/a.js', `${feed}/overlay/card`, 'ws://127.0.0.1:7411/feeds/main/socket'].map(reached),
  ).toEqual([true, true, true]);
  expect(
    ['https://far.example/', 'ws://127.0.0.1:7413/', 'file:///etc/passwd', 'http://127.0.0.1:7411.far.example/'].map(
      reached,
    ),
  ).toEqual([false, false, false, false]);
});
