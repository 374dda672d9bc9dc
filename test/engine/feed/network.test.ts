import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFeedAddresses } from '../../../src/engine/feed/addresses.ts';
import { findOpenFeedFault } from '../../../src/engine/settings/openFeed.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { listen, PortTaken } from '../../../src/http/listen.ts';
import { listNetworks } from '../../../src/http/machineAddresses.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { post, startShow } from './showHarness.ts';

vi.mock('../../../src/http/machineAddresses.ts', async (readOriginal) => ({
  ...(await readOriginal<typeof import('../../../src/http/machineAddresses.ts')>()),
  listNetworks: vi.fn(),
}));
vi.mocked(listNetworks).mockReturnValue([]);

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

  it('names the addresses of this machine when it is open everywhere, also after one has changed', async () => {
    const useAddress = (address: string) =>
      vi.mocked(listNetworks).mockReturnValue([
        { name: 'eth0', address, machines: 253 },
        { name: 'wifi', address: '2001:db8::2', machines: null },
      ]);
    useAddress('10.20.4.17');
    show = await startShow([post('p1')], { settings: { host: '0.0.0.0', allowWithoutToken: true } });
    const message = () => show.store.state().problems[0]?.message;
    await expect.poll(message).toMatch(/^OPEN TO THE NETWORK: every machine that reaches 10\.20\.4\.17 \(eth0\) can /);
    useAddress('10.20.9.9');
    await expect.poll(message, { timeout: 10_000 }).toMatch(/ reaches 10\.20\.9\.9 \(eth0\) can /);
    vi.mocked(listNetworks).mockReturnValue([]);
  });

  it('waits for an interface that is absent, and serves this machine meanwhile', async () => {
    show = await startShow([post('p1')], { settings: { interfaces: ['absent0'], allowWithoutToken: true } });
    await expect.poll(codes).toEqual(['FEED_INTERFACE_ABSENT']);
    expect(await status('127.0.0.1')).toBe(200);
  });
});

describe('a feed whose address is not available', () => {
  const occupied: Server[] = [];
  const occupyPort = async (): Promise<number> => {
    const server = createServer();
    occupied.push(server);
    return listen(server, '127.0.0.1', 0);
  };
  afterEach(() => {
    for (const server of occupied.splice(0)) server.close();
  });

  it('waits for a port in use and says so, and opens it when the other program has quit', async () => {
    const port = await occupyPort();
    show = await startShow([post('p1')], { settings: { port }, waitsForAddress: true });
    await expect.poll(codes).toEqual(['FEED_PORT_TAKEN']);
    expect(show.server.base()).toBeNull();
    for (const server of occupied.splice(0)) server.close();
    await expect.poll(() => show.server.base(), { timeout: 10_000 }).toBe(`http://127.0.0.1:${port}`);
    await expect.poll(codes).toEqual([]);
    expect(await fetch(`${show.server.base()}/feeds/main/live.json`).then(({ status }) => status)).toBe(200);
  });

  it('opens another port that is chosen meanwhile, and keeps waiting if that one is in use too', async () => {
    const [port, other] = [await occupyPort(), await occupyPort()];
    show = await startShow([post('p1')], { settings: { port }, waitsForAddress: true });
    await expect(show.server.configure({ ...feedServer, port: other })).rejects.toBeInstanceOf(PortTaken);
    await show.server.configure({ ...feedServer, port: 0 });
    expect(show.server.base()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect.poll(codes).toEqual([]);
  });

  it('serves this machine while the address is not here, and says so', async () => {
    const settings = { host: '192.0.2.77', allowWithoutToken: true };
    show = await startShow([post('p1')], { settings, waitsForAddress: true });
    expect(show.base).toBe(`http://127.0.0.1:${show.port}`);
    expect(await status('127.0.0.1')).toBe(200);
    await expect.poll(codes).toEqual(['FEED_HOST_ABSENT']);
    await show.server.configure({ ...feedServer, port: 0 });
    await expect.poll(codes).toEqual([]);
  });

  it('refuses to start with either fault when it does not wait, as headless', async () => {
    await expect(startShow([post('p1')], { settings: { port: await occupyPort() } })).rejects.toBeInstanceOf(PortTaken);
    await expect(
      startShow([post('p1')], { settings: { host: 'nowhere.invalid', allowWithoutToken: true } }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) });
  });

  it('waits for an IP address that is not up yet in headless too, as when the machine starts', async () => {
    show = await startShow([post('p1')], { settings: { host: '192.0.2.77', allowWithoutToken: true } });
    expect(await status('127.0.0.1')).toBe(200);
    await expect.poll(codes).toEqual(['FEED_HOST_ABSENT']);
  });

  it('opens the address when it appears, on the port that this machine already reads', async () => {
    const clock = createFakeClock();
    const opened: string[] = [];
    let isHere = false;
    let changes = 0;
    const addresses = createFeedAddresses({
      clock,
      open: async (host, port) => {
        if (host === '192.0.2.77' && !isHere) throw Object.assign(new Error('absent'), { code: 'EADDRNOTAVAIL' });
        opened.push(`${host}:${port || 7000}`);
        return { server: createServer(), port: port || 7000 };
      },
      close: () => undefined,
      waits: true,
      onChanged: () => {
        changes += 1;
      },
    });
    await addresses.open({ ...feedServer, host: '192.0.2.77', port: 0 });
    expect(addresses.missing()?.code).toBe('FEED_HOST_ABSENT');
    expect([addresses.base(), opened]).toEqual(['http://127.0.0.1:7000', ['127.0.0.1:7000', '::1:7000']]);
    clock.advance(1000);
    await expect.poll(() => clock.timerCount()).toBe(1);
    expect([changes, addresses.base()]).toEqual([0, 'http://127.0.0.1:7000']);
    isHere = true;
    clock.advance(1000);
    await expect.poll(() => addresses.base()).toBe('http://192.0.2.77:7000');
    expect([changes, opened.at(-1), addresses.missing()]).toEqual([1, '192.0.2.77:7000', null]);
    addresses.close();
  });
});
