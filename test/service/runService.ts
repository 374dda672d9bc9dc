/** Starts a real service on a free port for a test, with helpers to send requests. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createService, defaultTuning, type ServiceSettings, type ServiceTuning } from '../../src/service/service.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

export const token = 'test-token';

export type RunningService = {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly read: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends a request to a path under /authoring/v1/demo; a body is sent as JSON. */
  readonly author: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  readonly stop: () => Promise<void>;
};

export function settingsOf(overrides: Partial<ServiceSettings>): ServiceSettings {
  return {
    host: '127.0.0.1',
    port: 0,
    dataDir: overrides.dataDir ?? createTemporaryFolder('service'),
    keys: [{ key: 'demo', organisation: 'demo' }],
    fixtures: 'empty',
    webhooks: [],
    isVaryLiteral: false,
    hasFaultSwitches: false,
    token,
    hasDemoActivity: false,
    demoDir: join(import.meta.dirname, '../../resources/demo'),
    pageDir: null,
    ...overrides,
  };
}

export async function startService(
  overrides: Partial<ServiceSettings>,
  tuning: ServiceTuning = defaultTuning,
): Promise<RunningService> {
  const settings = settingsOf(overrides);
  const clock = {
    now: Date.now,
    after: (milliseconds: number, callback: () => void) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const log = (level: string, code: string, fields: unknown) => {
    if (level === 'error') console.error(code, fields);
  };
  const service = createService(settings, tuning, { clock, log });
  const { baseUrl } = await service.start();
  return {
    baseUrl,
    dataDir: settings.dataDir,
    read: (path, init = {}) =>
      fetch(`${baseUrl}${path}`, {
        ...init,
        headers: { 'X-API-Key': 'demo', ...(init.headers as Record<string, string>) },
      }),
    author: (method, path, body, headers = {}) =>
      fetch(`${baseUrl}/authoring/v1/demo${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    stop: service.stop,
  };
}

/** Like `startService`, but stops when the test ends. */
export async function startForTest(overrides: Partial<ServiceSettings> = {}): Promise<RunningService> {
  const running = await startService(overrides);
  onTestFinished(running.stop);
  return running;
}

export type RawResponse = { readonly status: string; readonly head: string; readonly body: string };

/** Sends bytes as they are and returns the first response, its head in lower case. */
export function sendRaw({ baseUrl }: Pick<RunningService, 'baseUrl'>, text: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (part) => {
      received += part;
    });
    socket.on('error', reject).on('close', () => {
      const [head = '', ...body] = received.split('\r\n\r\n');
      resolve({ status: head.split(' ')[1] ?? '', head: head.toLowerCase(), body: body.join('\r\n\r\n') });
    });
  });
}
