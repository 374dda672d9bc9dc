import { afterEach, describe, expect, it } from 'vitest';
import { findOpenFeedFault } from '../../../src/engine/settings/openFeed.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { post, startShow } from './showHarness.ts';

let show: Awaited<ReturnType<typeof startShow>>;
afterEach(() => show?.stop());

const feedServer = settingsSchema.parse({}).feedServer;
const status = async (host: string): Promise<number | null> =>
  fetch(`http://${host}:${show.port}/feeds/main/live.json`).then(
    (response) => response.status,
    () => null,
  );
const codes = (): readonly string[] => show.store.state().problems.map(({ code }) => code);

describe('a feed that is open to the network', () => {
  it.each([
    [{}, false],
    [{ host: 'localhost' }, false],
    [{ host: '::1' }, false],
    [{ host: '0.0.0.0' }, true],
    [{ host: '192.0.2.7' }, true],
    [{ interfaces: ['eth0'] }, true],
    [{ host: '0.0.0.0', readToken: 'x' }, false],
    [{ host: '0.0.0.0', allowWithoutToken: true }, false],
  ])('needs a read token or consent with %j: %s', (settings, isFault) => {
    expect(findOpenFeedFault({ ...feedServer, ...settings }) !== null).toBe(isFault);
  });

  it('is served on this machine only without a token, and says why', async () => {
    show = await startShow([post('p1')], { settings: { host: '0.0.0.0' } });
    expect(show.base).toBe(`http://127.0.0.1:${show.port}`);
    expect(await status('127.0.0.1')).toBe(200);
    await expect.poll(codes).toEqual(['FEED_TOKEN_MISSING']);
    await show.server.configure({ ...feedServer, port: 0 });
    await expect.poll(codes).toEqual([]);
  });

  it('has its mark on the desk while every machine can read it', async () => {
    show = await startShow([post('p1')], { settings: { host: '0.0.0.0', allowWithoutToken: true } });
    await expect.poll(codes).toEqual(['FEED_OPEN_TO_NETWORK']);
    expect(show.store.state().problems[0]?.message).toMatch(
      /^OPEN TO THE NETWORK: every machine that reaches 0\.0\.0\.0 /,
    );
    await show.server.configure({ ...feedServer, host: '0.0.0.0', port: 0, readToken: 'secret' });
    await expect.poll(codes).toEqual([]);
  });

  it('waits for an interface that is absent, and serves this machine meanwhile', async () => {
    show = await startShow([post('p1')], { settings: { interfaces: ['absent0'], allowWithoutToken: true } });
    await expect.poll(codes).toEqual(['FEED_INTERFACE_ABSENT']);
    expect(await status('127.0.0.1')).toBe(200);
  });
});
