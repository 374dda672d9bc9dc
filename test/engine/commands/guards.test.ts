import { expect, it } from 'vitest';
import { openControl } from '../openControl.ts';

it('refuses guards that would overwrite a change which their author has not seen', async () => {
  const control = await openControl();
  try {
    const read = async () => (await control.call('GET', '/api/state')).body.feeds[0].guards;
    const post = async (path: string, body: unknown) =>
      (await control.call('POST', `/api/feeds/main/${path}`, body)).status;
    const { version } = await read();
    expect(await post('guards', { words: ['fire'], version })).toBe(200);
    const refused = await control.call('POST', '/api/feeds/main/guards', { words: ['flood'], version });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'GUARDS_CHANGED']);
    expect(await post('guards', { words: ['fire'], version })).toBe(200);
    expect(await read()).toEqual({ words: ['fire'], authors: [], allowed: [], passes: [], version: version + 1 });
    // A save forgets which posts are allowed, so an allowed post is a change too.
    expect(await post('allow', { itemId: 'a' })).toBe(200);
    expect(await post('guards', { words: ['flood'], version: version + 1 })).toBe(409);
    expect(await post('guards', { words: ['flood'], version: version + 2 })).toBe(200);
    expect(await post('guards', { words: ['storm'] })).toBe(200);
    for (const body of [{}, { version: version + 4 }, { words: null }]) {
      const empty = await control.call('POST', '/api/feeds/main/guards', body);
      expect([empty.status, empty.body.error.message]).toEqual([
        400,
        expect.stringContaining('give words, authors, or both'),
      ]);
    }
    expect(await read()).toEqual({ words: ['storm'], authors: [], allowed: [], passes: [], version: version + 4 });
  } finally {
    await control.stop();
  }
});
