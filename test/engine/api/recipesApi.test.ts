import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecipeView } from '../../../src/contract/recipes.ts';
import { waitUntil } from '../../waitUntil.ts';
import { deskToken, openControl } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeEach(async () => {
  control = await openControl();
});
afterEach(() => control.stop());

const companion = async (): Promise<RecipeView> => {
  const { body } = await control.call('GET', '/api/recipes?feed=main');
  return body.find(({ target }: RecipeView) => target === 'companion');
};
const readPanel = (path: string, userAgent: string) =>
  fetch(`${control.base}${path}`, { headers: { authorization: `Bearer ${deskToken}`, 'user-agent': userAgent } });

describe('the recipes in the control API', () => {
  it('are one for each target, with addresses, steps and no token', async () => {
    const { status, body } = await control.call('GET', '/api/recipes?feed=main');
    expect(status).toBe(200);
    expect(body.map(({ target }: RecipeView) => target)).toEqual([
      ...['obs', 'vmix-data', 'vmix-browser', 'casparcg', 'spx', 'ograf', 'companion', 'http'],
    ]);
    expect(body[0].addresses[0]).toEqual({
      label: 'Browser source',
      value: 'http://127.0.0.1:7411/overlay/card?feed=main',
    });
    expect(JSON.stringify(body)).not.toContain(deskToken);
    expect((await companion()).addresses).toEqual([{ label: 'Address of the desk', value: control.base }]);
  });

  it('are of the first feed without a name, and refused for an unknown one', async () => {
    expect((await control.call('GET', '/api/recipes')).body[0].addresses[0].value).toContain('feed=main');
    expect(await control.call('GET', '/api/recipes?feed=other')).toMatchObject({
      status: 404,
      body: { error: { code: 'FEED_UNKNOWN' } },
    });
    expect((await control.call('GET', '/api/recipes', undefined, null)).status).toBe(401);
  });

  it('count Companion’s generic connection and our module, and no other reader of the panel', async () => {
    await readPanel('/api/panel?feed=main', 'curl/8.5.0');
    expect(await companion()).toMatchObject({ pulledAt: null, consumer: null });
    await readPanel('/api/panel?feed=main', 'got (https://github.com/sindresorhus/got)');
    expect((await companion()).consumer).toMatchObject({ name: 'Companion', read: 'panel', protocol: 'poll' });
    const headers = { authorization: `Bearer ${deskToken}`, 'user-agent': 'Greenroom-Companion' };
    const stream = get(`${control.base}/api/events?feed=main`, { headers });
    await waitUntil('the stream is counted', async () => (await companion()).consumer?.protocol === 'events');
    const first = (await companion()).pulledAt;
    await waitUntil('a heartbeat is counted', async () => (await companion()).pulledAt !== first);
    stream.destroy();
  });
});
