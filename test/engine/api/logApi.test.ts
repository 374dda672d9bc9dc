/** The event log in the control API: filters, order, the CSV file, and entries that only the disk still has. */
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/contract/eventLog.ts';
import { ofGreenroom } from '../../../src/engine/logs/eventSentences.ts';
import { deskToken, openControl } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeEach(async () => {
  control = await openControl();
});
afterEach(() => control.stop());

const list = async (query: string): Promise<readonly LogEntry[]> =>
  (await control.call('GET', `/api/log${query}`)).body.entries;
const fetchCsv = async (query: string) => {
  const headers = { authorization: `Bearer ${deskToken}` };
  const response = await fetch(`${control.base}/api/log.csv${query}`, { headers });
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="greenroom-log.csv"');
  const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
  return rows;
};

describe('the event log in the control API', () => {
  it('lists what happened, newest first, with who did it and the revision', async () => {
    await control.call('POST', '/api/feeds/main/hold', {});
    await control.call('POST', '/api/feeds/main/block', { itemId: 'a' });
    const [blocked, held, started] = await list('');
    expect(blocked).toMatchObject({
      code: 'OFF_AIR',
      about: 'main',
      cause: 'operator',
      by: 'Control API',
      revision: 2,
    });
    expect(held).toMatchObject({ code: 'GATE', about: 'main', cause: 'operator', by: 'Control API', revision: 1 });
    expect(started).toMatchObject({ code: 'STARTED', about: null, cause: null, by: null, revision: null });
  });

  it('leaves out what the filter does', async () => {
    const add = (level: LogEntry['level'], about: string | null, message: string) =>
      control.eventLog.add({ ...ofGreenroom, level, about, code: 'TEST', message });
    add('info', 'main', 'one');
    add('warn', 'source', 'two');
    add('error', 'main', 'three');
    const messages = async (query: string) => (await list(query)).map(({ message }) => message);
    expect(await messages('?about=main')).toEqual(['three', 'one']);
    expect(await messages('?level=warn')).toEqual(['three', 'two']);
    expect(await messages('?level=error&about=source')).toEqual([]);
    const [newest] = await list('');
    expect(await messages(`?after=${newest?.at}`)).toEqual([]);
    expect((await messages('?after=2026-01-01T00:00:00%2B02:00')).slice(0, 3)).toEqual(['three', 'two', 'one']);
    expect((await fetchCsv('?level=warn')).map(({ message }) => message)).toEqual(['three', 'two']);
  });

  it('refuses a filter that can’t be read', async () => {
    for (const query of ['?level=loud', '?after=yesterday']) {
      const { status, body } = await control.call('GET', `/api/log${query}`);
      expect([query, status, body.error.code]).toEqual([query, 400, 'COMMAND_INVALID']);
    }
  });

  it('returns the newest thousand entries, and all of them as CSV, also from the disk alone', async () => {
    for (let index = 1; index <= 2500; index += 1)
      control.eventLog.add({ ...ofGreenroom, level: 'info', code: 'TEST', message: `event ${index}, "=1+1"` });
    const entries = await list('');
    expect(entries).toHaveLength(1000);
    expect(entries[0]?.message).toBe('event 2500, "=1+1"');
    const rows = await fetchCsv('');
    expect(rows).toHaveLength(2501);
    expect(rows[0]).toEqual({ ...rows[0], level: 'info', code: 'TEST', message: 'event 2500, "=1+1"', by: '' });
    expect(rows.at(-1)?.code).toBe('STARTED');
  });
});
