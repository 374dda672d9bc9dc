import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskToken, openControl } from '../openControl.ts';
import { sendRaw } from '../rawRequest.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeAll(async () => {
  control = await openControl();
});
afterAll(() => control.stop());

const at = '2026-11-20T18:00:00.000Z';

async function openStream(path: string, token: string) {
  const response = await fetch(`${control.base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('the stream has no body');
  return { next: async () => new TextDecoder().decode((await reader.read()).value), reader };
}

describe('the panel stream', () => {
  it('ends as soon as its token is revoked', async () => {
    const { token } = (await control.call('POST', '/api/tokens', { name: 'Wall', right: 'view' })).body;
    const [wall, desk] = [await openStream('/api/events', token), await openStream('/api/events', deskToken)];
    expect([await wall.next(), await desk.next()]).toEqual([
      expect.stringContaining('"gate"'),
      expect.stringContaining('"gate"'),
    ]);
    await control.call('DELETE', '/api/tokens', { name: 'Wall' });
    expect((await wall.reader.read()).done).toBe(true);
    await control.call('POST', '/api/feeds/main/hold', {});
    expect(await desk.next()).toContain('"held"');
    await desk.reader.cancel();
  });

  it('ends without sending null when its feed is removed', async () => {
    const main = { slug: 'main', collectionId: 'col_1' };
    await control.store.apply({ type: 'feedsConfigured', feeds: [main, { slug: 'side', collectionId: 'col_1' }], at });
    const side = await openStream('/api/events?feed=side', deskToken);
    expect(await side.next()).toContain('"gate"');
    await control.store.apply({ type: 'feedsConfigured', feeds: [main], at });
    expect(await side.reader.read()).toEqual({ done: true, value: undefined });
    expect((await control.call('GET', '/api/events?feed=side')).status).toBe(404);
  });

  it('responds to HEAD without opening a stream', async () => {
    const answer = await fetch(`${control.base}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${deskToken}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(await answer.text()).toBe('');
  });
});

describe('authentication', () => {
  it('checks the token before it reads the body', async () => {
    for (const body of ['{"a":', 'x'.repeat(300 * 1024)]) {
      const answer = await control.call('POST', '/api/feeds/main/hold', body, null);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'COMMAND_UNAUTHORISED']);
    }
  });

  it('refuses a command whose token was revoked while its body was arriving', async () => {
    await control.call('POST', '/api/feeds/main/release', {});
    const { token } = (await control.call('POST', '/api/tokens', { name: 'Slow', right: 'operate' })).body;
    const { hostname, port } = new URL(control.base);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    const head = ['POST /api/feeds/main/hold HTTP/1.1', `host: ${hostname}:${port}`, `authorization: Bearer ${token}`];
    socket.write(
      [...head, 'content-type: application/json', 'content-length: 2', 'connection: close', '', '{'].join('\r\n'),
    );
    // Once a second connection has its response, the first request has passed the token check.
    await control.call('GET', '/api/state', undefined, token);
    await control.call('DELETE', '/api/tokens', { name: 'Slow' });
    socket.write('}');
    await new Promise((resolve) => socket.on('close', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(control.store.state().feeds[0]?.gate).toBe('following');
  });

  it('limits requests without a token separately from those of a panel', async () => {
    control.freezeClock();
    const { token } = (await control.call('POST', '/api/tokens', { name: 'Deck', right: 'operate' })).body;
    const statuses: number[] = [];
    for (let round = 0; round < 9 && !statuses.includes(429); round += 1) {
      const batch = Array.from({ length: 25 }, () => control.call('POST', '/api/feeds/main/clear', {}, 'wrong'));
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    expect([...new Set(statuses)].sort()).toEqual([401, 429]);
    expect((await control.call('POST', '/api/feeds/main/next', {}, token)).status).toBe(200);
  });

  it('limits each token separately', async () => {
    control.freezeClock();
    const [greedy, modest] = await Promise.all(
      ['Greedy', 'Modest'].map(
        async (name) => (await control.call('POST', '/api/tokens', { name, right: 'present' })).body.token,
      ),
    );
    const statuses: number[] = [];
    for (let round = 0; round < 9 && !statuses.includes(429); round += 1) {
      const batch = Array.from({ length: 25 }, () => control.call('POST', '/api/feeds/main/next', {}, greedy));
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    expect(statuses).toContain(429);
    expect((await control.call('POST', '/api/feeds/main/next', {}, modest)).status).toBe(403);
  });

  it('names the origin, not the token, when it refuses a page of another site', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      for (const path of ['/api/state', '/%61pi/state']) {
        const { status, text } = await sendGet(path, headers);
        const { error } = JSON.parse(text);
        expect([status, error.code]).toEqual([403, 'COMMAND_ORIGIN_FOREIGN']);
        expect(error.message).toContain('origin' in headers ? 'https://evil.example' : 'another site');
      }
    }
  });
});

/** Sends headers that `fetch` does not allow. */
function sendGet(path: string, headers: Readonly<Record<string, string>>): Promise<{ status: number; text: string }> {
  const all = { authorization: `Bearer ${deskToken}`, ...headers };
  return sendRaw(control.base, { method: 'GET', path, headers: all, body: null });
}
