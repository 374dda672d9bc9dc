/** Random authoring with a kill -9 at a random moment, again and again; answers everything that was then not as promised. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const token = 'token-of-the-kills';

export type KillReport = {
  readonly operations: number;
  readonly deliveries: number;
  readonly faults: readonly string[];
};

type Collection = {
  readonly id: string;
  readonly version: number;
  readonly lastModifiedDate: string;
  readonly stagingContentCount: number;
  readonly liveContentCount: number;
  readonly stagingContents: readonly { readonly id: string }[];
  readonly liveContents: readonly { readonly id: string }[];
};

/** `random` answers 0 to 1; the same numbers make the same run but for the moment of the kill. */
export async function killAgainAndAgain(
  dataDir: string,
  kills: number,
  /** At most so many changes are answered before each kill; half of it as a rule. */
  operationsEach: number,
  random: () => number,
): Promise<KillReport> {
  const faults: string[] = [];
  /** What was answered: by collection, its newest version; and every version's date. */
  const newest = new Map<string, Collection>();
  const answered: { readonly id: string; readonly date: string }[] = [];
  const arrived = new Map<string, string[]>();
  let operations = 0;
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { collectionId, timestamp } = JSON.parse(Buffer.concat(chunks).toString());
    arrived.set(collectionId, [...(arrived.get(collectionId) ?? []), timestamp]);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  const author = async (base: string, method: string, path: string, body: unknown): Promise<Collection | null> => {
    const answer = await fetch(`${base}/authoring/v1/demo${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const value = await answer.json();
    return answer.ok ? value : null;
  };
  const operate = async (base: string): Promise<void> => {
    const ids = [...newest.keys()];
    const id = ids[Math.floor(random() * ids.length)];
    const made =
      id === undefined || random() < 0.02 ? await author(base, 'POST', '/collections', { name: 'show' }) : null;
    const changed = made ?? (id === undefined ? null : await change(base, id));
    if (changed === null) return;
    operations += 1;
    const known = newest.get(changed.id);
    if (known === undefined || known.version < changed.version) newest.set(changed.id, changed);
    answered.push({ id: changed.id, date: changed.lastModifiedDate });
  };
  const change = (base: string, id: string): Promise<Collection | null> => {
    const known = newest.get(id);
    const path = `/collections/${id}`;
    const [staged] = known?.stagingContents ?? [];
    const [lives] = known?.liveContents ?? [];
    const dice = random();
    if (dice < 0.45 || known === undefined) {
      return author(base, 'POST', `${path}/items`, { source: 'INSTAGRAM', message: `words ${random()}` });
    }
    if (dice < 0.65 && staged !== undefined)
      return author(base, 'POST', `${path}/items/${staged.id}/promote`, { index: 0 });
    if (dice < 0.75 && lives !== undefined) return author(base, 'POST', `${path}/items/${lives.id}/demote`, {});
    if (dice < 0.85 && lives !== undefined) return author(base, 'DELETE', `${path}/items/${lives.id}`, {});
    if (dice < 0.92) return author(base, 'POST', `${path}/undo`, {});
    if (dice < 0.95) return author(base, 'POST', `${path}/clear-live`, {});
    return author(base, 'PATCH', path, { name: `show ${random()}` });
  };
  const inspect = async (base: string): Promise<void> => {
    for (const known of newest.values()) {
      const found = await author(base, 'GET', `/collections/${known.id}`, null);
      if (found === null || found.version < known.version) {
        faults.push(`${known.id}: version ${known.version} was answered, ${found?.version ?? 'nothing'} is there`);
        continue;
      }
      const isSame = JSON.stringify(withoutBase(found)) === JSON.stringify(withoutBase(known));
      if (found.version === known.version && !isSame) faults.push(`${known.id}: version ${known.version} differs`);
      const counts = [found.stagingContentCount, found.liveContentCount];
      const lengths = [found.stagingContents.length, found.liveContents.length];
      if (counts.join() !== lengths.join()) faults.push(`${known.id}: counts ${counts}, lengths ${lengths}`);
      newest.set(found.id, found);
    }
  };

  for (let kill = 0; kill < kills; kill += 1) {
    const { child, base } = await startWorker(dataDir, hook);
    await inspect(base);
    const isOver = { value: false };
    const until = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const work = Array.from({ length: 3 }, async () => {
      for (let n = 0; n < operationsEach && !isOver.value; n += 1) await operate(base).catch(() => undefined);
    });
    const enough = operations + Math.floor(random() * operationsEach);
    for (let n = 0; n < 4000 && operations < enough; n += 1) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, random() * 10));
    child.kill('SIGKILL');
    isOver.value = true;
    await Promise.all([...work, until]);
  }

  const { child, base } = await startWorker(dataDir, hook);
  await inspect(base);
  for (let n = 0; n < 600; n += 1) {
    const { waiting } = (await author(base, 'GET', '/deliveries?limit=1', null)) as unknown as { waiting: number };
    if (waiting === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  receiver.closeAllConnections();
  receiver.close();
  for (const { id, date } of answered) {
    if (!(arrived.get(id) ?? []).includes(date)) faults.push(`${id}: the change of ${date} was never delivered`);
  }
  for (const [id, dates] of arrived) {
    const isInOrder = dates.every((date, place) => place === 0 || (dates[place - 1] ?? '') <= date);
    if (!isInOrder) faults.push(`${id}: delivered out of order`);
  }
  return { operations, deliveries: [...arrived.values()].flat().length, faults };
}

function withoutBase(collection: Collection): unknown {
  return { ...collection, undoes: null };
}

async function startWorker(dataDir: string, hook: string): Promise<{ child: ChildProcess; base: string }> {
  const worker = join(import.meta.dirname, 'killWorker.ts');
  const child = spawn(process.execPath, [worker, dataDir, hook, token], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the service ended at its start with ${code}`)));
  });
  return { child, base: JSON.parse(first).baseUrl };
}
