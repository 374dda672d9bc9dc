/** Faults of this machine: its clock, its disk, its sleep, its limits, and being killed. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payload, post, serving } from '../../engine/source/bench.ts';
import type { Chance } from '../chance.ts';
import { type Child, type ChildOptions, readFeed, startChild } from '../child.ts';
import { must, onStage, type Row, type RowKind } from '../row.ts';
import { canaryKey, canarySecret, listen, make, setStage, usualStage } from '../stage.ts';

type Ground = {
  readonly chance: Chance;
  readonly dataDir: string;
  readonly show: { body: ReturnType<typeof make> };
  readonly requests: () => readonly number[];
  readonly start: (over: Partial<ChildOptions>) => Promise<Child>;
  readonly until: (what: string, withinMs: number, condition: () => Promise<boolean> | boolean) => Promise<void>;
};

const unreachable = 'http://127.0.0.1:9';

/** A row with a service in this process and children that it starts by itself. All are ended, and the folder is removed. */
function withChildren(kind: RowKind, run: (ground: Ground) => Promise<void>): Row {
  return {
    needs: [],
    isQuick: false,
    ...kind,
    run: async (chance) => {
      const folder = await mkdtemp(join(tmpdir(), 'greenroom-fault-'));
      const show = { body: make(1, 2) };
      const asked: number[] = [];
      const service = createServer((request, response) => {
        asked.push(performance.now());
        serving(() => show.body)(request, response);
      });
      const port = await listen(service);
      const children: Child[] = [];
      try {
        await run({
          chance,
          dataDir: join(folder, 'data'),
          show,
          requests: () => asked,
          start: async (over) => {
            const child = await startChild({
              dataDir: join(folder, 'data'),
              wrapper: [],
              environment: {},
              ...over,
              source: {
                baseUrl: `http://127.0.0.1:${port}`,
                poll: { intervalSeconds: 1, fullEverySeconds: 5 },
                push: { host: '127.0.0.1', port: 0 },
                ...over.source,
              },
            });
            children.push(child);
            return child;
          },
          until,
        });
        for (const child of children)
          must('no key in its words', !child.output().includes(canaryKey) && !child.output().includes(canarySecret));
      } finally {
        for (const child of children) await child.end();
        await new Promise<void>((resolve) => {
          service.close(() => resolve());
          service.closeAllConnections();
        });
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function until(what: string, withinMs: number, condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; ) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not within ${withinMs} ms: ${what}`);
}

const firstId = async (child: Child): Promise<string> => (await readFeed(child)).items[0]?.id ?? '';

/**
 * The version with all posts of the ones before it, newest first. Nothing ever leaves it: on a disk that takes nothing a post
 * that leaves does leave air, while one that comes waits, so a list that is replaced whole would be empty meanwhile.
 */
function growing(version: number): ReturnType<typeof make> {
  const live = Array.from({ length: version }, (_, place) => post(`v${version - place}-0`));
  return { ...make(version, 0), liveContents: live, liveContentCount: live.length };
}

async function send(child: Child, version: number): Promise<number> {
  const raw = JSON.stringify(payload(growing(version)));
  const signature = createHmac('sha256', canarySecret).update(raw).digest('hex');
  const answer = await fetch(child.webhook ?? '', {
    method: 'POST',
    headers: { 'x-webhook-signature': `sha256=${signature}` },
    body: raw,
  });
  return answer.status;
}

/** Delivers version after version until one is not taken; answers the last that was answered 200. */
async function sendUntilTrouble(child: Child, from: number, to: number): Promise<number> {
  let acknowledged = from - 1;
  for (let version = from; version <= to; version += 1) {
    const status = await send(child, version).catch(() => 0);
    if (status !== 200) break;
    acknowledged = version;
  }
  return acknowledged;
}

const versionOf = (id: string): number => Number(/^v(\d+)-/.exec(id)?.[1] ?? 0);

export const machineRows: readonly Row[] = [
  onStage(
    { id: 'F31', name: 'the wall clock jumps by an hour, to 1970, to 2038', injectedBy: 'clock port', isQuick: true },
    { mode: 'hybrid' },
    async (stage, chance) => {
      stage.clock.jumpMs = chance.pick([
        3_600_000,
        -3_600_000,
        -7_200_000,
        -Date.now(),
        2_145_916_800_000 - Date.now(),
      ]);
      const before = stage.requests();
      const wanted = stage.edit(2).join();
      await stage.until('the change is seen within an interval or two', 3000, () => stage.onAir().join() === wanted);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const asked = stage.requests() - before;
      must(`the rhythm stays (${asked} questions)`, asked >= 3 && asked <= 9);
      must('a genuine delivery is taken', (await stage.deliver(make(500, 1))) === 200);
    },
  ),
  withChildren(
    { id: 'F32', name: 'stopped for four seconds, then on', injectedBy: 'SIGSTOP', isQuick: false },
    async ({ start, show, until: wait, requests }) => {
      const child = await start({ source: { poll: { intervalSeconds: 300 } } });
      await wait('the first list', 6000, async () => (await firstId(child)) === 'v1-0');
      child.signal('SIGSTOP');
      show.body = make(2, 2);
      await new Promise((resolve) => setTimeout(resolve, 5500));
      const before = requests().length;
      child.signal('SIGCONT');
      await wait('asked within two seconds', 2000, () => requests().length > before);
      await wait('the new list', 2000, async () => (await firstId(child)) === 'v2-0');
    },
  ),
  {
    id: 'F34',
    name: 'the disk is full',
    injectedBy: 'tmpfs',
    needs: ['root', 'mount', 'umount'],
    isQuick: true,
    run: async (chance) => {
      const folder = await mkdtemp(join(tmpdir(), 'greenroom-small-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
      try {
        const stage = await setStage({ ...usualStage, mode: 'hybrid' }, chance, folder);
        try {
          const before = stage.onAir();
          // The post is longer than whatever room the last blocks of open files may have left.
          await writeFile(join(folder, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
          const body = {
            ...make(70, 0),
            liveContents: [...stage.current().liveContents, post('added', { message: 'long '.repeat(8000) })],
          };
          must('a delivery that adds: 503', (await stage.deliver(body)) === 503);
          stage.put(body);
          await stage.until('it is said within five seconds', 5000, () => stage.codes().includes('DISK_WRITE_FAILED'));
          must('on air stays', stage.onAir().join() === before.join());
          await rm(join(folder, 'filler'));
          await stage.until(
            'saved within ten seconds of room',
            10_000,
            () => stage.onAir().length === before.length + 1,
          );
          await stage.until('and said no more', 3000, () => !stage.codes().includes('DISK_WRITE_FAILED'));
          must(
            `nothing wrong on the feed: ${stage.probe.complaints().join('; ')}`,
            stage.probe.complaints().length === 0,
          );
        } finally {
          await stage.end();
        }
      } finally {
        execFileSync('umount', ['-l', folder]);
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
  withChildren(
    { id: 'F34b', name: 'one call of the save path fails or kills', injectedBy: 'strace', needs: ['strace'] },
    async ({ start, chance, until: wait }) => {
      const call = chance.pick(['fdatasync', 'fsync', 'pwrite64', 'rename']);
      const fault = chance.pick(['error=EIO', 'error=ENOSPC', 'error=EACCES', 'signal=SIGKILL']);
      const when = chance.between(1, 25);
      const wrapper = [
        'strace',
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        '-e',
        `trace=${call}`,
        '-e',
        `inject=${call}:${fault}:when=${when}`,
      ];
      const source = { mode: 'push', baseUrl: unreachable };
      const acknowledged = await start({ source, wrapper }).then(
        async (child) => {
          const last = await sendUntilTrouble(child, 1, 20);
          child.signal('SIGTERM');
          await child.end();
          return last;
        },
        // Struck before it was ready: nothing was acknowledged, and the next start has to do.
        () => 0,
      );
      const again = await start({ source });
      await wait('the feed answers', 3000, async () => (await readFeed(again)).revision >= 0);
      const held = versionOf(await firstId(again));
      must(
        `nothing acknowledged is lost: ${call} ${fault} at ${when}, ${acknowledged} acknowledged, ${held} held`,
        held >= acknowledged,
      );
      must('and the next delivery is taken', (await send(again, 90)) === 200);
    },
  ),
  withChildren(
    { id: 'F35', name: 'killed at any moment, started without network', injectedBy: 'SIGKILL' },
    async ({ start, chance, until: wait }) => {
      const source = { mode: 'push', baseUrl: unreachable };
      const child = await start({ source });
      const timer = setTimeout(() => child.signal('SIGKILL'), chance.between(1, 300));
      const acknowledged = await sendUntilTrouble(child, 1, 2000);
      clearTimeout(timer);
      child.signal('SIGKILL');
      await wait('gone', 3000, () => !child.isAlive());
      const again = await start({ source });
      const held = versionOf(await firstId(again));
      must(`nothing acknowledged is lost: ${acknowledged} acknowledged, ${held} held`, held >= acknowledged);
    },
  ),
  withChildren(
    { id: 'F37', name: 'state files cut, bent or emptied', injectedBy: 'writing over them' },
    async ({ start, chance, dataDir, until: wait, show }) => {
      const first = await start({});
      await wait('the first list', 6000, async () => (await firstId(first)) === 'v1-0');
      show.body = make(2, 2);
      await wait('the second list', 6000, async () => (await firstId(first)) === 'v2-0');
      await first.end();
      const file = await pickFile(dataDir, chance);
      const bytes = await readFile(file);
      const how = chance.pick(['cut', 'bent', 'empty'] as const);
      if (how === 'bent') bytes[chance.between(0, bytes.length - 1)] = chance.between(0, 255);
      await writeFile(
        file,
        how === 'empty'
          ? Buffer.alloc(0)
          : how === 'cut'
            ? bytes.subarray(0, chance.between(0, bytes.length - 1))
            : bytes,
      );
      const again = await start({ source: { baseUrl: unreachable } });
      const document = await readFeed(again);
      must(`the feed answers after ${how} of ${file}`, document.revision >= 0);
      await again.end();
      const healed = await start({});
      await wait('the service’s list is on air again', 6000, async () => (await firstId(healed)) === 'v2-0');
    },
  ),
  withChildren(
    { id: 'F39', name: 'no descriptor left', injectedBy: 'prlimit', needs: ['prlimit'] },
    async ({ start, show, until: wait }) => {
      const child = await start({ wrapper: ['prlimit', '--nofile=70'] });
      await wait('the first list', 6000, async () => (await firstId(child)) === 'v1-0');
      const port = Number(new URL(child.feed).port);
      const sockets = Array.from({ length: 120 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
      await new Promise((resolve) => setTimeout(resolve, 1500));
      must('it lives', child.isAlive());
      for (const socket of sockets) socket.destroy();
      show.body = make(2, 2);
      await wait('recovered within five seconds', 5000, async () => (await firstId(child)) === 'v2-0');
    },
  ),
  withChildren({ id: 'F16', name: '400 for our page size', injectedBy: 'service' }, async ({ start, until: wait }) => {
    const picky = createServer((request, response) => {
      if (request.url?.includes('pageSize'))
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":{"code":"VALIDATION_ERROR","message":"no"}}');
      else response.end(JSON.stringify({ collections: [{ id: 'col_1' }], meta: {} }));
    });
    const port = await listen(picky);
    try {
      const child = await start({ source: { baseUrl: `http://127.0.0.1:${port}` } });
      await wait('the list is had with the service’s own paging', 5000, async () => {
        const answer = await fetch(`${child.desk}/api/collections?search=&page=0`, {
          headers: { authorization: `Bearer ${child.token}` },
        });
        return (await answer.text()).includes('col_1');
      });
    } finally {
      picky.closeAllConnections();
      picky.close();
    }
  }),
  withChildren(
    {
      id: 'F10',
      name: 'a certificate that has expired, is another host’s, or nobody’s',
      injectedBy: 'openssl, faketime',
      needs: ['openssl', 'faketime'],
    },
    async ({ start, chance, dataDir, until: wait }) => {
      const first = await start({});
      await wait('the first list', 6000, async () => (await firstId(first)) === 'v1-0');
      await first.end();
      const kind = chance.pick(['expired', 'otherHost', 'unknown'] as const);
      const folder = join(dataDir, '..', 'tls');
      await mkdir(folder);
      const name = kind === 'otherHost' ? 'DNS:other.example' : 'IP:127.0.0.1';
      const request = [
        'openssl',
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
        '-days',
        '30',
        '-subj',
        '/CN=service',
        '-addext',
        `subjectAltName=${name}`,
      ];
      const [command = '', ...args] = kind === 'expired' ? ['faketime', '2020-01-01 00:00:00', ...request] : request;
      execFileSync(command, args, { stdio: 'ignore' });
      const { createServer: createTls } = await import('node:https');
      let wasAsked = false;
      const server = createTls(
        { key: await readFile(join(folder, 'key.pem')), cert: await readFile(join(folder, 'cert.pem')) },
        (_, response) => {
          wasAsked = true;
          response.end('{}');
        },
      );
      const port = await listen(server);
      try {
        const environment: Record<string, string> =
          kind === 'unknown' ? {} : { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') };
        const again = await start({ source: { baseUrl: `https://127.0.0.1:${port}` }, environment });
        await wait('it is said', 6000, () => again.output().includes('SOURCE_CERTIFICATE'));
        must('the last list is on air', (await firstId(again)) === 'v1-0');
        must('nothing was sent', !wasAsked);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  ),
];

async function pickFile(folder: string, chance: Chance): Promise<string> {
  const all = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const name of all.sort()) {
    const found = await stat(join(folder, name));
    if (
      found.isFile() &&
      found.size > 0 &&
      !name.endsWith('.lock') &&
      !name.includes('secret') &&
      !name.includes('token')
    )
      files.push(join(folder, name));
  }
  const picked = files[chance.between(0, files.length - 1)];
  if (picked === undefined) throw new Error('nothing was saved');
  return picked;
}
