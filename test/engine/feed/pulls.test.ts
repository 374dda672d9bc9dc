import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { targetOf } from '../../../src/engine/feed/pulls.ts';
import { waitUntil } from '../../waitUntil.ts';
import { sendRaw } from '../rawRequest.ts';
import { type RestartableShow, startRestartableShow } from './restartableShow.ts';
import { post } from './showHarness.ts';

let run: RestartableShow;
beforeEach(async () => {
  run = await startRestartableShow([post('p1')]);
});

const pulls = () => run.show.server.pulls('main')?.list() ?? [];
const pullOf = (target: string) => pulls().find((pull) => pull.target === target) ?? null;
const read = (path: string, userAgent: string | null) =>
  sendRaw(run.show.base, {
    ...{ method: 'GET', path: `/feeds/main/${path}`, body: null },
    headers: userAgent === null ? {} : { 'user-agent': userAgent },
  });

describe('the last read of each target', () => {
  it('is of none before any has read the feed, and of an unknown feed there is none', () => {
    expect(pulls()).toEqual([]);
    expect(run.show.server.pulls('unknown')).toBeNull();
  });

  it('has the document of vMix’s data source, its revision and how often it reads', async () => {
    await read('vmix.json?rows=12&name=vMix', null);
    expect(pullOf('vmix-data')).toMatchObject({
      pulledAt: new Date(run.clock.now()).toISOString(),
      consumer: { name: 'vMix', read: 'vmix.json', revision: 1, protocol: 'poll', everyMs: null, address: '127.0.0.1' },
    });
    run.clock.advance(1000);
    // Another document of the same program does not change how often it reads this one.
    await read('vmix-current.json?name=vMix-current', null);
    await read('vmix.json?rows=12&name=vMix', null);
    expect(pullOf('vmix-data')?.consumer).toMatchObject({ read: 'vmix.json', everyMs: 1000 });
    expect(pulls()).toHaveLength(1);
  });

  it.each([
    ['Go-http-client/1.1', 'Go-http-client'],
    ['PostmanRuntime/7.43.0', 'Postman'],
    ['Grafana/12.1.0', 'Grafana'],
    ['python-requests/2.32.3', 'Python'],
    ['Python/3.11 aiohttp/3.9.5', 'Python'],
    ['curl/8.5.0', 'curl'],
  ])('is of plain HTTP when %s reads vMix’s document, also at the address of the recipe', async (userAgent, name) => {
    await read('vmix.json?rows=12', userAgent);
    expect(pulls()).toMatchObject([{ target: 'http', consumer: { name, read: 'vmix.json' } }]);
    await read('vmix.json?rows=12&name=vMix', userAgent);
    expect(pulls().map(({ target }) => target)).toEqual(['http']);
  });

  it('is of plain HTTP when a program without a known name reads vMix’s document, unless its address names vMix', async () => {
    for (const userAgent of [null, '', 'rack-reader/2']) await read('vmix.json?rows=12', userAgent);
    expect(pulls().map(({ target }) => target)).toEqual(['http']);
    await read('vmix.json?rows=12', 'vMix/29.0');
    expect(pullOf('vmix-data')?.consumer.name).toBe('vMix');
  });

  it('is of plain HTTP when a browser or curl opens vMix’s document', async () => {
    for (const program of [
      'curl/8.5.0',
      'Mozilla/5.0 (X11) Chrome/140.0',
      'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1',
    ])
      await read('vmix.json?rows=12', program);
    expect(pulls().map(({ target }) => target)).toEqual(['http']);
  });

  it('counts OBS’s own text script for OBS, and other users of its library for plain HTTP', async () => {
    await read('text/message', 'Python-urllib/3.11');
    expect(pulls().map(({ target }) => target)).toEqual(['obs']);
    await read('live.json', 'Python-urllib/3.11');
    expect(pulls().map(({ target }) => target)).toEqual(['obs', 'http']);
  });

  it('leaves out previews and HEAD requests', async () => {
    await read('live.json?preview=1', 'curl/8.5.0');
    await sendRaw(run.show.base, { method: 'HEAD', path: '/feeds/main/live.json', headers: {}, body: null });
    await run.connect('preview=1&program=OBS');
    expect(pulls()).toEqual([]);
  });

  it('follows a socket while it answers, with the revision that it has painted', async () => {
    const socket = await run.connect('program=OBS 30.2&name=OBS main&client=a1');
    expect(pullOf('obs')?.consumer).toMatchObject({ name: 'OBS main', read: 'socket', revision: 0 });
    socket.send(JSON.stringify({ type: 'painted', revision: 1 }));
    await waitUntil('the revision is painted', () => pullOf('obs')?.consumer.revision === 1);
    run.clock.advance(5000);
    await waitUntil('it has answered', () => pullOf('obs')?.pulledAt === new Date(run.clock.now()).toISOString());
    socket.terminate();
    const lastSeen = pullOf('obs')?.pulledAt;
    run.clock.advance(12_000);
    expect(pullOf('obs')?.pulledAt).toBe(lastSeen);
  });

  it('ends for an overlay that stops painting, although its browser still answers, until it paints again', async () => {
    const overlay = await run.connect('program=CasparCG&client=a1');
    const plain = await run.connect('program=OBS');
    const now = (): string => new Date(run.clock.now()).toISOString();
    overlay.send(JSON.stringify({ type: 'painted', revision: 1 }));
    await waitUntil('the revision is painted', () => pullOf('casparcg')?.consumer.revision === 1);
    await run.show.arrive([post('p1'), post('p2')]);
    const beat = async (): Promise<void> => {
      run.clock.advance(5000);
      await waitUntil('the other socket has answered', () => pullOf('obs')?.pulledAt === now());
    };
    await beat();
    const lastPull = pullOf('casparcg')?.pulledAt;
    const pongs = once(overlay, 'ping');
    await beat();
    await pongs;
    await beat();
    expect(pullOf('casparcg')?.pulledAt).toBe(lastPull);
    expect(lastPull).not.toBe(now());
    overlay.send(JSON.stringify({ type: 'painted', revision: 2 }));
    await waitUntil('it paints again', () => pullOf('casparcg')?.pulledAt === now());
    run.clock.advance(5000);
    await waitUntil('it has answered', () => pullOf('casparcg')?.pulledAt === now());
    plain.terminate();
    overlay.terminate();
  });

  it('ends for an overlay whose scripts stop while nothing changes, although its browser still answers', async () => {
    const overlay = await run.connect('program=CasparCG&client=a1&alive=1');
    const older = await run.connect('program=OBS&client=a2');
    for (const socket of [overlay, older]) socket.send(JSON.stringify({ type: 'painted', revision: 1 }));
    await waitUntil('both have painted', () => pulls().every(({ consumer }) => consumer.revision === 1));
    const now = (): string => new Date(run.clock.now()).toISOString();
    const answer = (): void => overlay.send(JSON.stringify({ type: 'alive' }));
    const beat = async (): Promise<void> => {
      const pings = Promise.all([once(overlay, 'ping'), once(older, 'ping')]);
      run.clock.advance(5000);
      await pings;
      await waitUntil('the other socket has answered', () => pullOf('obs')?.pulledAt === now());
    };
    await beat();
    answer();
    await waitUntil('it answers', () => pullOf('casparcg')?.pulledAt === now());
    const lastPull = pullOf('casparcg')?.pulledAt;
    for (let count = 0; count < 4; count += 1) await beat();
    expect(pullOf('casparcg')?.pulledAt).toBe(lastPull);
    expect(run.show.server.consumers('main').map(({ state, lastSeenAt }) => [state, lastSeenAt])).toEqual([
      ['silent', lastPull],
      ['reading', now()],
    ]);
    answer();
    await waitUntil('it runs again', () => pullOf('casparcg')?.pulledAt === now());
    expect(run.show.server.consumers('main')[0]?.state).toBe('reading');
  });

  it('is known after a restart', async () => {
    await read('text/message', 'Python-urllib/3.11');
    const before = pullOf('obs');
    run.clock.advance(60_000);
    await run.restart();
    expect(pullOf('obs')).toEqual(before);
    expect(before).not.toBeNull();
  });
});

describe('the target of a reader', () => {
  it.each([
    ['CasparCG', 'socket', 'casparcg'],
    ['SPX', 'socket', 'spx'],
    ['OGraf', 'socket', 'ograf'],
    ['vMix', 'socket', 'vmix-browser'],
    ['vMix', 'poll', 'vmix-data'],
    ['OBS 30.2', 'socket', 'obs'],
    ['Chrome', 'socket', 'http'],
  ] as const)('named %s by %s is %s', (program, protocol, target) => {
    expect(targetOf({ program, protocol, name: program }, 'live.json')).toBe(target);
  });
});
