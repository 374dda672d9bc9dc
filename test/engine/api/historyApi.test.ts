import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AirEntry } from '../../../src/core/asRun.ts';
import type { AsRun } from '../../../src/engine/logs/asRun.ts';
import { collection, deskToken, openControl, post } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeEach(async () => {
  control = await openControl();
  await control.arrive(collection(1, [post('a'), post('b')]));
  await control.arrive(collection(2, [post('b'), post('d', 'new words')]));
});
afterEach(() => control.stop());

const fetchText = async (path: string) => {
  const response = await fetch(`${control.base}${path}`, { headers: { authorization: 'Bearer desk-token-for-tests' } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

describe('history in the control API', () => {
  it('lists revisions newest first, each with its cause and difference', async () => {
    const { body } = await control.call('GET', '/api/feeds/main/history?limit=2');
    expect(body.rows).toMatchObject([
      { revision: 3, until: null, cause: 'service', added: ['d'], removed: ['a'], position: null },
      { revision: 2, added: [], removed: ['c'], position: null, edit: null },
    ]);
    const older = await control.call('GET', '/api/feeds/main/history?before=2');
    expect(older.body.rows.map((row: { revision: number }) => row.revision)).toEqual([1]);
  });

  it('says where the only change added a post, and which words it edited', async () => {
    await control.arrive(collection(3, [post('e'), post('b'), post('d', 'new words')]));
    await control.arrive(collection(4, [post('e'), post('b'), post('d', 'old words')]));
    const { rows } = (await control.call('GET', '/api/feeds/main/history?limit=2')).body;
    const edit = { before: 'new words', after: 'old words' };
    expect(rows).toMatchObject([
      { added: [], position: null, edit },
      { added: ['e'], position: 1, edit: null },
    ]);
    expect((await control.call('GET', '/api/feeds/main/history/5')).body).toMatchObject({ position: null, edit });
  });

  it('returns a revision and restores it, held, without the posts blocked now', async () => {
    await control.call('POST', '/api/feeds/main/block', { itemId: 'b' });
    const { body } = await control.call('GET', '/api/feeds/main/history/1');
    expect(body.items.map((item: { id: string }) => item.id)).toEqual(['a', 'b', 'c']);
    expect(body.blockedNow).toEqual(['b']);
    const answer = await control.call('POST', '/api/feeds/main/rollback', { revision: 1 });
    expect(answer.body.gate).toBe('held');
    expect(control.store.state().feeds[0]?.onAir.items.map(({ id }) => id)).toEqual(['a', 'c']);
    await control.call('POST', '/api/feeds/main/unblock', { itemId: 'b' });
    await control.call('POST', '/api/feeds/main/release', {});
    const { rows } = (await control.call('GET', '/api/feeds/main/history?limit=4')).body;
    expect(rows.map((row: { verb: string; about: string | null }) => [row.verb, row.about])).toEqual([
      ['release', null],
      ['unblock', 'b'],
      ['rollback', '1'],
      ['block', 'b'],
    ]);
  });

  it('refuses the second of two restores that both chose while the same list was on air', async () => {
    const { token } = (await control.call('POST', '/api/tokens', { name: 'Desk 2', right: 'operate' })).body;
    const { gate, revision } = (await control.call('POST', '/api/feeds/main/rollback', { revision: 1 })).body;
    const restore = (to: number, by?: string) =>
      control.call('POST', '/api/feeds/main/rollback', { revision: to, gate, onAirRevision: revision }, by);
    expect((await restore(2)).status).toBe(200);
    const second = await restore(3, token);
    expect([second.status, second.body.error.code]).toEqual([409, 'AIR_CHANGED']);
    expect(control.store.state().feeds[0]?.onAir.items.map(({ id }) => id)).toEqual(['a', 'b']);
    await control.call('POST', '/api/feeds/main/release', {});
  });

  it('exports the as-run log as CSV, JSON and chapter marks', async () => {
    const csv = await fetchText('/api/feeds/main/as-run.csv');
    expect(csv.type).toContain('text/csv');
    expect(csv.text.split('\r\n')[0]).toBe(
      'feed,itemId,author,message,on,off,seconds,onCause,onBy,offCause,offBy,revision,consumers,confirmedOffAirAt,confirmedOffAirBy',
    );
    const json = JSON.parse((await fetchText('/api/feeds/main/as-run.json?of=list')).text);
    expect(json.map((row: { itemId: string }) => row.itemId)).toContain('d');
    const chapters = await fetchText('/api/feeds/main/as-run.chapters.txt?of=playhead');
    expect(chapters.text).toMatch(/^\d\d:\d\d:\d\d .+/);
  });

  it('plays a recording on a separate port and leaves on air unchanged', async () => {
    const before = control.store.state();
    const [recording] = (await control.call('GET', '/api/recordings')).body.rows;
    const started = await control.call('POST', '/api/rehearsal', { recording: recording.id, speed: 'step' });
    expect(started.body.rehearsal).toMatchObject({ recording: recording.id, isPaused: true, step: 0 });
    const stepped = await control.call('POST', '/api/rehearsal/step', {});
    expect(stepped.body.rehearsal.step).toBe(1);
    const { events } = (await control.call('GET', '/api/rehearsal/events')).body;
    expect(events[0]).toMatchObject({ step: 1, cause: 'service', words: expect.stringMatching(/^Live: /) });
    expect(events).toHaveLength(stepped.body.rehearsal.steps);
    const faster = await control.call('POST', '/api/rehearsal/speed', { speed: 10 });
    expect(faster.body.rehearsal).toMatchObject({ speed: 10, isPaused: false, base: stepped.body.rehearsal.base });
    expect((await control.call('POST', '/api/rehearsal/speed', { speed: 2 })).status).toBe(400);
    const document = await fetch(`${stepped.body.rehearsal.base}/feeds/main/live.json`);
    expect(document.status).toBe(200);
    expect(control.store.state()).toBe(before);
    expect((await control.call('DELETE', '/api/rehearsal')).body).toEqual({ rehearsal: null });
    expect((await control.call('POST', '/api/rehearsal/step', {})).status).toBe(409);
    expect((await control.call('POST', '/api/rehearsal/speed', { speed: 1 })).status).toBe(409);
    expect((await control.call('GET', '/api/rehearsal/events')).body).toEqual({ events: null });
  });

  it('refuses invalid and unknown values with a code and a message', async () => {
    const cases: readonly [string, string, unknown, number, string][] = [
      ['GET', '/api/feeds/nowhere/history', undefined, 404, 'FEED_UNKNOWN'],
      ['GET', '/api/feeds/main/history?limit=many', undefined, 400, 'COMMAND_INVALID'],
      ['GET', '/api/feeds/main/history/999', undefined, 404, 'REVISION_UNKNOWN'],
      ['GET', '/api/feeds/main/history/first', undefined, 400, 'COMMAND_INVALID'],
      ['GET', '/api/feeds/nowhere/as-run.csv', undefined, 404, 'FEED_UNKNOWN'],
      ['GET', '/api/feeds/main/as-run.csv?from=yesterday', undefined, 400, 'COMMAND_INVALID'],
      ['POST', '/api/rehearsal', { recording: 'none' }, 404, 'RECORDING_UNKNOWN'],
      ['POST', '/api/source/detect/lock', {}, 409, 'DETECT_NONE'],
      ['POST', '/api/source/detect', { secret: '' }, 400, 'COMMAND_INVALID'],
    ];
    const faults: readonly [string, string][] = [
      ['history?limit=many', 'limit: must be a number'],
      ['history?before=', 'before: must be a number'],
      ['as-run.csv?from=yesterday', 'from: must be a time like 2026-11-20T18:00:00Z'],
      ['as-run.json?from=2026-11-20T19:00:00Z&to=2026-11-20T18:00:00Z', 'to: must not be before `from`'],
    ];
    for (const [path, fault] of faults) {
      const { status, body } = await control.call('GET', `/api/feeds/main/${path}`);
      expect([status, body.error.message]).toEqual([400, `The request is not valid: ${fault}. Nothing happened.`]);
    }
    const wrongKind = await control.call('POST', '/api/feeds/main/block', { itemId: 7 });
    expect(wrongKind.body.error.message).toBe('The request is not valid: itemId: must be a string. Nothing happened.');
    const missing = await control.call('POST', '/api/feeds/main/block', {});
    expect(missing.body.error.message).toBe(
      'The request is not valid: itemId: is missing; it must be a string. Nothing happened.',
    );
    for (const [method, path, body, status, code] of cases) {
      const answer = await control.call(method, path, body);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, status, code]);
    }
  });

  it('starts, tries and stops signature detection without ever returning the secret', async () => {
    const started = await control.call('POST', '/api/source/detect', { secret: 'canary-secret' });
    expect(started.body.detection).toMatchObject({ captured: [], found: null });
    expect((await control.call('POST', '/api/source/detect/try', { template: '{timestamp}.{body}' })).body).toEqual({
      fits: [],
    });
    expect(JSON.stringify((await control.call('GET', '/api/source/detect')).body)).not.toContain('canary-secret');
    expect((await control.call('DELETE', '/api/source/detect')).body).toEqual({ detection: null });
  });
});

/** Opens a control server whose as-run log has these rows. */
async function openWithRows(readRows: AsRun['readRows']) {
  const opened = await openControl({ readRows });
  onTestFinished(opened.stop);
  const headers = { authorization: `Bearer ${deskToken}` };
  const fetchCsv = (signal: AbortSignal | null = null) =>
    fetch(`${opened.base}/api/feeds/main/as-run.csv`, { headers, signal });
  const errors = () => opened.logged.filter(([level]) => level === 'error');
  return { fetchCsv, errors };
}

describe('the export of a long as-run log', () => {
  const rows = async (): Promise<readonly AirEntry[]> => {
    const found = await control.asRun.rows({ feed: 'main', of: 'list', from: null, to: null });
    expect(found).not.toEqual([]);
    return found;
  };

  it('stops reading the log when the client disconnects', async () => {
    const part = await rows();
    let read = 0;
    let isClosed = false;
    const { fetchCsv, errors } = await openWithRows(async function* (_, signal) {
      try {
        for (;;) {
          read += 1;
          await nextTurn();
          signal?.throwIfAborted();
          yield part;
        }
      } finally {
        isClosed = true;
      }
    });
    const response = await fetchCsv();
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    await expect.poll(() => isClosed).toBe(true);
    const readAtEnd = read;
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(read).toBe(readAtEnd);
    expect(errors()).toEqual([]);
  });

  it('stops searching the log when the client disconnects before the first row', async () => {
    let isStarted = false;
    let isStopped = false;
    const { fetchCsv, errors } = await openWithRows(async function* (_, signal) {
      isStarted = true;
      while (!signal?.aborted) await nextTurn();
      isStopped = true;
      yield [];
      signal.throwIfAborted();
    });
    const disconnect = new AbortController();
    const isRefused = expect(fetchCsv(disconnect.signal)).rejects.toThrow('aborted');
    await expect.poll(() => isStarted).toBe(true);
    disconnect.abort();
    await isRefused;
    await expect.poll(() => isStopped).toBe(true);
    expect(errors()).toEqual([]);
  });

  it('does not read ahead of a client that is slow', async () => {
    const [row] = await rows();
    const part = Array.from({ length: 200 }, () => row ?? []).flat();
    let read = 0;
    const { fetchCsv } = await openWithRows(async function* () {
      for (;;) {
        read += 1;
        yield part;
        await nextTurn();
      }
    });
    const response = await fetchCsv();
    let before = -1;
    // The buffers of both sockets fill up first.
    while (before !== read) {
      before = read;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(read).toBeGreaterThan(0);
    await response.body?.cancel();
  });

  it('ends the connection without an end of the file when the log can’t be read any further', async () => {
    const part = await rows();
    const { fetchCsv, errors } = await openWithRows(async function* () {
      yield part;
      await nextTurn();
      throw new Error('a file is gone');
    });
    const response = await fetchCsv();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(errors()).toEqual([
      ['error', 'COMMAND_FAILED', expect.objectContaining({ error: 'Error: a file is gone' })],
    ]);
  });

  it('is refused when nothing of the log can be read', async () => {
    const { fetchCsv, errors } = await openWithRows(async function* () {
      await nextTurn();
      yield* [];
      throw new Error('no file can be read');
    });
    const response = await fetchCsv();
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      500,
      'COMMAND_FAILED',
    ]);
    expect(errors()).toHaveLength(1);
  });
});
