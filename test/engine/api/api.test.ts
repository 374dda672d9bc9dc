import diagnostics from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { feedCommandNames } from '../../../src/core/commandTable.ts';
import { loadTranslations } from '../../../src/core/language/loadTranslations.ts';
import { setLanguage } from '../../../src/core/language/say.ts';
import { failure } from '../../../src/engine/http/failure.ts';
import { serverLimits } from '../../../src/http/listen.ts';
import { fc } from '../../properties.ts';
import { collection, noMedia, openControl, post } from '../openControl.ts';
import { sendRaw } from '../rawRequest.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeEach(async () => {
  control = await openControl();
});
afterEach(() => control.stop());

const onAir = (): readonly string[] => control.store.state().feeds[0]?.onAir.items.map((item) => item.id) ?? [];

it('answers a request for media that can’t be opened, and logs why', async () => {
  const fail = async (): Promise<void> => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  };
  const failing = await openControl({}, { ...noMedia, handle: fail });
  try {
    const response = await fetch(`${failing.base}/media/a.jpg`, { signal: AbortSignal.timeout(10_000) });
    expect([response.status, (await response.json()).error.code]).toEqual([500, 'ENGINE_FAULT']);
    expect(JSON.stringify(failing.logged)).toContain('too many open files');
  } finally {
    await failing.stop();
  }
});

/** Routes whose responses do not end. */
const streams = ['/api/events', '/api/present'];

describe('the control API', () => {
  it('returns the panel object after each command, and the play head as before', async () => {
    for (const [verb, body] of [
      ['hold', {}],
      ['pin', {}],
      ['rotate', { seconds: 8 }],
      ['used', { itemId: 'a' }],
      ['next', {}],
      ['clear', {}],
      ['back', {}],
      ['point', { collectionId: 'col_2', hold: true }],
    ] as const) {
      const { playHead, ...panel } = (await control.call('POST', `/api/feeds/main/${verb}`, body)).body;
      expect([verb, panel]).toEqual([verb, (await control.call('GET', '/api/panel?feed=main')).body]);
      expect(playHead).toEqual({ index: panel.index, itemId: panel.itemId, pinned: panel.pinned });
    }
  });

  it('has a field in the panel for each lamp: pinned, rotation, used, collection, Back and restored', async () => {
    const press = async (verb: string, body: object) =>
      (await control.call('POST', `/api/feeds/main/${verb}`, body)).body;
    expect((await control.call('GET', '/api/panel?feed=main')).body).toMatchObject({
      ...{ feed: 'main', pinned: false, rotateSeconds: null, used: false },
      ...{ collectionId: 'col_1', collectionName: 'Viewer posts', canBack: false, restored: false, served: true },
    });
    expect(await press('pin', {})).toMatchObject({ pinned: true });
    expect(await press('unpin', {})).toMatchObject({ pinned: false });
    expect(await press('rotate', { seconds: 8 })).toMatchObject({ rotateSeconds: 8 });
    expect(await press('used', { itemId: 'a' })).toMatchObject({ itemId: 'a', used: true });
    expect(await press('next', {})).toMatchObject({ itemId: 'b', used: false });
    expect(await press('clear', {})).toMatchObject({ gate: 'cleared', canBack: true });
    expect(await press('back', {})).toMatchObject({ gate: 'held', canBack: false });
    expect(await press('point', { collectionId: 'col_2', hold: true })).toMatchObject({ collectionId: 'col_2' });
  });

  it('holds, takes and releases, and returns revision, gate and play head', async () => {
    const held = await control.call('POST', '/api/feeds/main/hold', {});
    expect(held).toMatchObject({
      status: 200,
      body: { revision: 1, gate: 'held', playHead: { index: 0, itemId: 'a' } },
    });
    await control.arrive(collection(1, [post('b'), post('c'), post('d')]));
    expect(onAir()).toEqual(['a', 'b', 'c']);
    const removals = await control.call('POST', '/api/feeds/main/take', { only: 'removals' });
    expect(removals.body.gate).toBe('held');
    expect(onAir()).toEqual(['b', 'c']);
    await control.call('POST', '/api/feeds/main/release', {});
    expect(onAir()).toEqual(['b', 'c', 'd']);
  });

  it('refuses to take when live has changed since, and changes nothing', async () => {
    const before = control.store.state().feeds[0];
    const answer = await control.call('POST', '/api/feeds/main/take', { liveVersion: 9999 });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'LIST_MOVED_ON' } } });
    expect(control.store.state().feeds[0]).toBe(before);
  });

  it('returns 200 and changes nothing when there is nothing to do', async () => {
    await control.call('POST', '/api/feeds/main/hold', {});
    const before = control.store.state().feeds[0];
    expect((await control.call('POST', '/api/feeds/main/hold', {})).status).toBe(200);
    expect(control.store.state().feeds[0]).toBe(before);
    await control.call('POST', '/api/feeds/main/release', {});
  });

  it('reports the revision that Back would restore, or null if nothing was on air before the clear', async () => {
    const run = (verb: string, body: unknown = {}) => control.call('POST', `/api/feeds/main/${verb}`, body);
    const feedState = async () => (await control.call('GET', '/api/state')).body.feeds[0];
    const onAirBefore = onAir();
    const { revision } = await feedState();
    await run('clear');
    expect((await feedState()).beforeClear).toEqual({ revision, posts: onAirBefore.length });
    await run('back');
    expect((await feedState()).beforeClear).toBeNull();
    for (const itemId of onAirBefore) await run('block', { itemId });
    await run('clear');
    expect((await feedState()).beforeClear).toEqual({ revision: null, posts: 0 });
    await run('unblock', { itemId: onAirBefore[0] });
    expect((await feedState()).beforeClear).toEqual({ revision: null, posts: 1 });
    for (const itemId of onAirBefore) await run('unblock', { itemId });
    await run('release');
  });

  it('keeps rotation settings that a command does not name, even when two commands arrive together', async () => {
    const rotate = (body: unknown) => control.call('POST', '/api/feeds/main/rotate', body);
    const head = async () => (await control.call('GET', '/api/state')).body.feeds[0].playHead;
    await rotate({ seconds: 30, loop: true, skipUsed: true, byLength: true });
    await rotate({ seconds: null });
    expect(await head()).toMatchObject({ rotateSeconds: null, loop: true, skipUsed: true, byLength: true });
    await rotate({ seconds: 8 });
    expect(await head()).toMatchObject({ rotateSeconds: 8, loop: true, skipUsed: true, byLength: true });
    await Promise.all([rotate({ seconds: 9, loop: false }), rotate({ seconds: 9, skipUsed: false })]);
    expect(await head()).toMatchObject({ rotateSeconds: 9, loop: false, skipUsed: false, byLength: true });
    await rotate({ byLength: false });
    expect(await head()).toMatchObject({ rotateSeconds: 9, loop: false, skipUsed: false, byLength: false });
    // The operator's choice to stop at the end survives switching the rotation off and on.
    await rotate({ seconds: null });
    await rotate({ seconds: 8 });
    expect(await head()).toMatchObject({ rotateSeconds: 8, loop: false });
  });

  it('accepts a block of an id that is on no list, and remembers it', async () => {
    await control.call('POST', '/api/feeds/main/block', { itemId: 'later', reason: 'spam' });
    await control.arrive(collection(2, [post('b'), post('later')]));
    expect(onAir()).toEqual(['b']);
    const state = await control.call('GET', '/api/state');
    expect(state.body.feeds[0].blocked).toMatchObject([{ itemId: 'later', reason: 'spam' }]);
    await control.call('POST', '/api/feeds/main/unblock', { itemId: 'later' });
    expect(onAir()).toEqual(['b', 'later']);
  });

  it('refuses an invalid request with a code, a message and a next step', async () => {
    const cases: readonly [string, string, unknown, number, string][] = [
      ['POST', '/api/feeds/main/block', {}, 400, 'COMMAND_INVALID'],
      ['POST', '/api/feeds/main/cue', { itemId: 'a', index: 1 }, 400, 'COMMAND_INVALID'],
      ['POST', '/api/feeds/main/cue', { itemId: 'unknown' }, 404, 'ITEM_UNKNOWN'],
      ['POST', '/api/feeds/nowhere/hold', {}, 404, 'FEED_UNKNOWN'],
      ['POST', '/api/feeds/main/explode', {}, 404, 'COMMAND_UNKNOWN'],
      ['POST', '/api/feeds/main/hold', '{"a":', 400, 'COMMAND_INVALID'],
      ['POST', '/api/feeds/main/hold', [1], 400, 'COMMAND_INVALID'],
      ['POST', '/api/feeds/main/rollback', { revision: 77 }, 404, 'REVISION_UNKNOWN'],
      ['POST', '/api/source/mode', { mode: 'psychic' }, 400, 'COMMAND_INVALID'],
      ['PATCH', '/api/settings', 'null', 400, 'COMMAND_INVALID'],
      ['GET', '/api/nothing', undefined, 404, 'COMMAND_UNKNOWN'],
    ];
    for (const [method, path, body, status, code] of cases) {
      const answer = await control.call(method, path, body);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, status, code]);
      expect(answer.body.error.details.nextStep).not.toBe('');
    }
  });

  it('refuses a command in the language of this Greenroom, with the same code in each', async () => {
    onTestFinished(() => setLanguage('en', {}));
    const refuseIn = async (language: 'en' | 'de') => {
      setLanguage(language, await loadTranslations(language));
      const { status, body } = await control.call('POST', '/api/feeds/main/rollback', { revision: 77 });
      return [status, body.error.code, body.error.message];
    };
    const [english, german] = [await refuseIn('en'), await refuseIn('de')];
    expect(english).toEqual([404, 'REVISION_UNKNOWN', 'That revision is not kept. Nothing happened.']);
    expect(german.slice(0, 2)).toEqual(english.slice(0, 2));
    expect(german[2]).not.toBe(english[2]);
  });

  it('accepts only JSON bodies', async () => {
    const response = await fetch(`${control.base}/api/feeds/main/hold`, {
      method: 'POST',
      headers: { authorization: 'Bearer desk-token-for-tests', 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(response.status).toBe(415);
  });

  it('limits each token to its right', async () => {
    const rights = { operate: [200, 200, 200, 403], present: [403, 200, 200, 403], view: [403, 403, 200, 403] };
    for (const [right, expected] of Object.entries(rights)) {
      const { token } = (await control.call('POST', '/api/tokens', { name: `panel ${right}`, right })).body;
      const statuses = [
        (await control.call('POST', '/api/feeds/main/next', {}, token)).status,
        (await control.call('POST', '/api/feeds/main/used', { itemId: 'b' }, token)).status,
        (await control.call('GET', '/api/state', undefined, token)).status,
        (await control.call('GET', '/api/tokens', undefined, token)).status,
      ];
      expect([right, statuses]).toEqual([right, expected]);
      await control.call('DELETE', '/api/tokens', { name: `panel ${right}` });
      expect((await control.call('GET', '/api/state', undefined, token)).status).toBe(401);
    }
  });

  it('changes nothing without a token, from another site or for another host name', async () => {
    const before = control.store.state();
    expect((await control.call('POST', '/api/feeds/main/clear', {}, null)).status).toBe(401);
    expect((await control.call('POST', '/api/feeds/main/clear', {}, 'wrong')).status).toBe(401);
    expect(await clearWithHeaders({ host: 'rebound.example' })).toBe(421);
    expect(await clearWithHeaders({ origin: 'https://evil.example' })).toBe(403);
    expect(await clearWithHeaders({ origin: 'null' })).toBe(403);
    expect(control.store.state()).toBe(before);
  });

  it('returns an ErrorResponse for an unreadable URL and for another host name', async () => {
    const request = async (path: string, host: string) => {
      const headers = { host, authorization: 'Bearer x' };
      const { status, text } = await sendRaw(control.base, { method: 'POST', path, headers, body: null });
      return { status, body: JSON.parse(text) };
    };
    const refusal = (code: string) => ({
      error: { code, message: expect.any(String), details: { nextStep: expect.any(String) } },
    });
    const { host } = new URL(control.base);
    expect(await request('/api/%zz', host)).toEqual({ status: 400, body: refusal('COMMAND_INVALID') });
    expect(await request(`/api/feeds/${'a'.repeat(600)}/hold`, host)).toMatchObject({
      body: refusal('COMMAND_INVALID'),
    });
    for (const path of ['/api/state', '/api/%zz']) {
      expect(await request(path, 'rebound.example')).toEqual({ status: 421, body: refusal('COMMAND_HOST_FOREIGN') });
    }
  });

  it('answers 503 when the secrets can’t be read, as when the disk can’t be written', async () => {
    control.setNotSent(failure('SECRETS_UNREADABLE', { what: 'EACCES' }));
    expect(await control.call('POST', '/api/source/check', {})).toMatchObject({
      status: 503,
      body: { error: { code: 'SECRETS_UNREADABLE' } },
    });
  });

  it('changes nothing on GET', async () => {
    await control.call('PATCH', '/api/settings', { media: { quotaMegabytes: 512 } });
    const { backups } = (await control.call('GET', '/api/settings/backups')).body;
    await control.call('POST', '/api/preflight', {});
    const before = control.store.state();
    for (const verb of feedCommandNames) {
      expect((await control.call('GET', `/api/feeds/main/${verb}`)).status).toBe(404);
    }
    const { body } = await control.call('GET', '/api/openapi.json');
    for (const [path, methods] of Object.entries<Record<string, unknown>>(body.paths)) {
      // The stream never ends.
      if (!('get' in methods) || streams.includes(path)) continue;
      const url = path
        .replace('{slug}', 'main')
        .replace('{revision}', '1')
        .replace('{backup}', backups[0].id)
        .replace(/\{\w+\}/g, 'col_1');
      const answer = await fetch(`${control.base}${url}`, {
        headers: { authorization: 'Bearer desk-token-for-tests' },
      });
      expect([url, answer.status]).toEqual([url, 200]);
      await answer.text();
    }
    expect(control.store.state()).toBe(before);
  });

  it('never returns 500 for any verb with any body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...feedCommandNames), fc.jsonValue(), async (verb, body) => {
        const answer = await control.call('POST', `/api/feeds/main/${verb}`, JSON.stringify(body));
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expect(answer.body.error.code).toMatch(/^[A-Z_]+$/);
      }),
      { numRuns: 150 },
    );
  });

  it('never returns 500 for any documented route with any body', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    const routes = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    );
    expect(routes.length).toBeGreaterThan(40);
    const pathParameter = fc.oneof(
      fc.constantFrom('main', 'nowhere', '1', '..', '%00'),
      fc.string({ minLength: 1, maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes),
        pathParameter,
        fc.jsonValue(),
        async ([method, path], value, sent) => {
          // The stream never ends.
          if (streams.includes(path)) return;
          const url = path.replace(/\{\w+\}/g, encodeURIComponent(value));
          const answer = await fetch(`${control.base}${url}`, {
            method,
            headers: { authorization: 'Bearer desk-token-for-tests', 'content-type': 'application/json' },
            ...(method === 'GET' ? {} : { body: JSON.stringify(sent) }),
          });
          expect([method, url, answer.status < 500]).toEqual([method, url, true]);
          const text = await answer.text();
          if (answer.status >= 400) expect(JSON.parse(text).error.code).toMatch(/^[A-Z_]+$/);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('requires a token on every documented route', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    const before = control.store.state();
    for (const [path, methods] of Object.entries<Record<string, unknown>>(body.paths)) {
      for (const method of Object.keys(methods)) {
        const url = path.replace('{slug}', 'main').replace(/\{\w+\}/g, '1');
        const sent = method === 'get' ? undefined : {};
        for (const token of [null, 'wrong']) {
          const answer = await control.call(method.toUpperCase(), url, sent, token);
          expect([method, url, answer.status, answer.body.error.code]).toEqual([
            method,
            url,
            401,
            'COMMAND_UNAUTHORISED',
          ]);
        }
      }
    }
    expect(control.store.state()).toBe(before);
  });

  it('streams the panel object now and at each change', async () => {
    const response = await fetch(`${control.base}/api/events?feed=main`, {
      headers: { authorization: 'Bearer desk-token-for-tests' },
    });
    const reader = response.body?.getReader();
    const read = async () => JSON.parse(new TextDecoder().decode((await reader?.read())?.value).replace('data: ', ''));
    expect(await read()).toMatchObject({ gate: 'following', pendingCount: 0, problemsOnAir: 0 });
    await control.call('POST', '/api/feeds/main/hold', {});
    expect(await read()).toMatchObject({ gate: 'held' });
    await reader?.cancel();
  });

  it('sends a heartbeat on the stream while nothing changes', async () => {
    const response = await fetch(`${control.base}/api/events?feed=main`, {
      headers: { authorization: 'Bearer desk-token-for-tests' },
    });
    const reader = response.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toMatch(/^data: /);
    expect(await read()).toBe(': heartbeat\n\n');
    expect(await read()).toBe(': heartbeat\n\n');
    await reader?.cancel();
  });

  it('does not let a slow client keep a connection for long', async () => {
    const servers: Server[] = [];
    const remember = (message: unknown) => servers.push((message as { readonly server: Server }).server);
    diagnostics.subscribe('http.server.request.start', remember);
    await control.call('GET', '/api/state');
    diagnostics.unsubscribe('http.server.request.start', remember);
    const { headersTimeout, requestTimeout, keepAliveTimeout } = serverLimits;
    expect(servers).toMatchObject([{ headersTimeout, requestTimeout, keepAliveTimeout }]);
  });

  it('documents every verb', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    for (const verb of feedCommandNames) expect(body.paths[`/api/feeds/{slug}/${verb}`].post.summary).toBeTruthy();
  });
});

async function clearWithHeaders(extraHeaders: Record<string, string>): Promise<number> {
  const headers = { authorization: 'Bearer desk-token-for-tests', 'content-type': 'application/json', ...extraHeaders };
  return (await sendRaw(control.base, { method: 'POST', path: '/api/feeds/main/clear', headers, body: '{}' })).status;
}
