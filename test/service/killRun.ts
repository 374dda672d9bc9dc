/** Repeats random authoring, a kill -9 at a random moment and a restart; returns every fault found. */
import { waitUntil } from '../waitUntil.ts';
import { type Author, createAuthor, type Tally } from './killAuthor.ts';
import { killDuringStart, killToken, type Receiver, startReceiver, startWorker } from './killProcess.ts';

const authorCount = 3;
const minChangesPerKill = 50;
/** One in this many kills is followed by kills during recovery. */
const recoveryKillEvery = 4;

export type KillReport = Omit<Tally, 'expectedDeliveries'> & {
  readonly kills: number;
  readonly recoveryKills: number;
  readonly deliveries: number;
};

/** `random` returns 0 to 1; the same sequence gives the same run except for the moment of the kill. */
export async function runKills(dataDir: string, kills: number, random: () => number): Promise<KillReport> {
  const tally: Tally = { responses: 0, changes: 0, unacknowledged: 0, expectedDeliveries: [], faults: [] };
  const receiver = await startReceiver();
  const authors = Array.from({ length: authorCount }, (_, index) => createAuthor(`show ${index}`, tally, random));
  let recoveryKills = 0;
  let openedMs = 50;

  for (let kill = 0; kill < kills; kill += 1) {
    for (let n = 0; kill % recoveryKillEvery === 1 && n < 2; n += 1) {
      await killDuringStart(dataDir, receiver.hook, random() * openedMs);
      recoveryKills += 1;
    }
    const worker = await startWorker(dataDir, receiver.hook);
    openedMs = worker.openedMs;
    await inspect(worker.base, authors, tally);
    const targetChanges = tally.changes + Math.floor(random() * 2.4 * minChangesPerKill);
    const work = workUntil(worker.base, authors, tally, targetChanges);
    await Promise.race([work.reached, work.ended]);
    await new Promise((resolve) => setTimeout(resolve, random() * 10));
    work.isStopping.value = true;
    await worker.kill();
    await work.ended;
  }

  const worker = await startWorker(dataDir, receiver.hook);
  await inspect(worker.base, authors, tally);
  const rest = workUntil(worker.base, authors, tally, kills * minChangesPerKill);
  await Promise.race([rest.reached, rest.ended]);
  rest.isStopping.value = true;
  await rest.ended;
  await waitUntilDelivered(worker.base);
  await worker.kill();
  receiver.close();
  checkDeliveries(receiver, tally);
  const { expectedDeliveries: _, ...figures } = tally;
  const deliveries = [...receiver.arrived.values()].flat().length;
  return { ...figures, kills, recoveryKills, deliveries };
}

/** Runs all authors in parallel until they are stopped or the service is gone. */
function workUntil(base: string, authors: readonly Author[], tally: Tally, changes: number) {
  const isStopping = { value: false };
  const reached = Promise.withResolvers<void>();
  const checkProgress = (): void => {
    if (tally.changes >= changes) reached.resolve();
  };
  const work = async (author: Author): Promise<void> => {
    for (let n = 0; n < 100_000 && !isStopping.value; n += 1) {
      checkProgress();
      await author.operate(base);
    }
  };
  const ended = Promise.all(
    authors.map((author) =>
      work(author).catch((error: unknown) => {
        if (!isStopping.value) tally.faults.push(`the service stopped unexpectedly: ${error}`);
      }),
    ),
  );
  return { isStopping, reached: reached.promise, ended };
}

async function inspect(base: string, authors: readonly Author[], tally: Tally): Promise<void> {
  const { collections } = await get<{ readonly collections: readonly { readonly id: string }[] }>(base, '/collections');
  const unclaimed = new Set(
    collections.map(({ id }) => id).filter((id) => !authors.some((author) => author.hasCreated(id))),
  );
  for (const author of authors) await author.inspect(base, unclaimed);
  for (const id of unclaimed) tally.faults.push(`${id}: no author created it`);
}

async function waitUntilDelivered(base: string): Promise<void> {
  await waitUntil(
    'all deliveries are done',
    async () => (await get<{ readonly waiting: number }>(base, '/deliveries?limit=1')).waiting === 0,
    120_000,
  );
}

function checkDeliveries({ arrived }: Receiver, { expectedDeliveries, faults }: Tally): void {
  const delivered = new Map([...arrived].map(([id, dates]) => [id, new Set(dates)]));
  for (const { id, date } of expectedDeliveries) {
    if (delivered.get(id)?.has(date) !== true) faults.push(`${id}: the change of ${date} was never delivered`);
  }
  for (const [id, dates] of arrived) {
    const isInOrder = dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') <= date);
    if (!isInOrder) faults.push(`${id}: delivered out of order`);
  }
}

async function get<T>(base: string, path: string): Promise<T> {
  const response = await fetch(`${base}/authoring/v1/demo${path}`, {
    headers: { Authorization: `Bearer ${killToken}` },
  });
  return (await response.json()) as T;
}
