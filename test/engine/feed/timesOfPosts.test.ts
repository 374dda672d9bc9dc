import { afterEach, expect, it } from 'vitest';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { post, type Show, startShow } from './showHarness.ts';

let show: Show;
afterEach(() => show.stop());

const times = { timeZone: 'Europe/Helsinki', timeLocale: 'en-US' };
const read = async (name: string): Promise<string> => (await fetch(`${show.base}/feeds/main/${name}`)).text();

it('a change of zone and language reaches every document with times, and later posts, without a restart', async () => {
  const dated = [post('p1', { publishedAt: '2026-11-20T17:55:00Z' })];
  show = await startShow(dated, { settings: { timeZone: 'UTC' } });
  const names = ['vmix.json', 'live.xml', 'live.csv', 'vmix-current.json', 'text/publishedTime'];
  for (const name of names) expect(await read(name), name).toContain('17:55');
  const before = await fetch(`${show.base}/feeds/main/vmix.json`);
  const live = await read('live.json');

  await show.server.configure({ ...settingsSchema.parse({}).feedServer, port: 0, ...times });
  for (const name of names) expect(await read(name), name).toContain('7:55 PM');
  const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
  expect((await fetch(`${show.base}/feeds/main/vmix.json`, { headers })).status).toBe(200);
  expect(await read('live.json')).toBe(live);

  await show.arrive([...dated, post('p2', { publishedAt: '2026-11-20T18:05:00Z' })]);
  const rows = JSON.parse(await read('vmix.json')) as { publishedTime: string }[];
  expect(rows.map(({ publishedTime }) => publishedTime)).toEqual(['7:55 PM', '8:05 PM']);
});

it.each([
  [{ timeZone: 'Mars/Olympus' }, 'must be a time zone such as Europe/London'],
  [{ timeLocale: 'english!' }, 'must be a language such as en-GB'],
])('refuses %j', async (feedServer, message) => {
  show = await startShow([]);
  expect(settingsSchema.safeParse({ feedServer }).error?.issues[0]?.message).toBe(message);
});
