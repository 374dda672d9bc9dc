/** One author through all the kills: it alone changes its collections, one request at a time, so that it knows what each must hold. */
import { randomBytes } from 'node:crypto';
import { type Contents, chooseOperation, newState, type Operation, type State } from './killModel.ts';
import { killToken } from './killProcess.ts';

type Collection = Contents & {
  readonly id: string;
  readonly version: number;
  readonly lastModifiedDate: string;
  readonly stagingContentCount: number;
  readonly liveContentCount: number;
};
type Known = { readonly state: State; readonly version: number; readonly text: string | null; readonly date: string };
type InFlight = { readonly id: string; readonly operation: Operation } | { readonly made: string };

export type Tally = {
  /** Requests answered, media and those that changed nothing included. */
  answers: number;
  /** Distinct (collection, version) that were answered. */
  changes: number;
  /** Changes that were on disk though the kill took their answer. */
  landed: number;
  /** Changes that an endpoint must hear of: all but deletions. */
  readonly owed: { readonly id: string; readonly date: string }[];
  readonly faults: string[];
};

export type Author = {
  /** One request; throws when the service is gone, and remembers what was in flight. */
  readonly operate: (base: string) => Promise<void>;
  /** After a restart: each collection is as it was answered, or that and the one operation in flight. Answers the ids that are its own. */
  readonly inspect: (base: string, unclaimed: Set<string>) => Promise<void>;
  readonly knows: (id: string) => boolean;
};

export function createAuthor(name: string, tally: Tally, random: () => number): Author {
  const known = new Map<string, Known>();
  const media = new Map<string, Buffer>();
  let inFlight: InFlight | null = null;

  const request = async (base: string, method: string, path: string, body: unknown) => {
    const written = body instanceof Buffer ? body : JSON.stringify(body).replaceAll('"/media/', `"${base}/media/`);
    const answer = await fetch(`${base}/authoring/v1/demo${path}`, {
      method,
      headers: { Authorization: `Bearer ${killToken}`, 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: written }),
    });
    return { status: answer.status, text: (await answer.text()).replaceAll(base, '') };
  };
  const keep = (id: string, state: State, text: string): void => {
    const answered: Collection = JSON.parse(text);
    const before = known.get(id);
    const isDeletion = state.contents.isDeleted;
    check(id, answered, state.contents);
    if (before !== undefined && answered.lastModifiedDate <= before.date)
      tally.faults.push(`${id}: its date went back`);
    known.set(id, { state, version: answered.version, text, date: answered.lastModifiedDate });
    if (!isDeletion) tally.owed.push({ id, date: answered.lastModifiedDate });
  };
  const check = (id: string, found: Collection, wanted: Contents): void => {
    const counts = [found.stagingContentCount, found.liveContentCount];
    const lengths = [found.stagingContents.length, found.liveContents.length];
    if (counts.join() !== lengths.join()) tally.faults.push(`${id}: counts ${counts}, lengths ${lengths}`);
    if (!holds(found, wanted)) tally.faults.push(`${id}: version ${found.version} is not what the operations come to`);
  };
  const make = async (base: string): Promise<void> => {
    const made = `${name} ${random()}`;
    inFlight = { made };
    const { text } = await request(base, 'POST', '/collections', { name: made });
    inFlight = null;
    keep((JSON.parse(text) as Collection).id, newState(made), text);
    tally.changes += 1;
  };
  const upload = async (base: string): Promise<void> => {
    const bytes = Buffer.concat([Buffer.from('GIF89a'), randomBytes(2000)]);
    const { text } = await request(base, 'POST', '/media', bytes);
    media.set((JSON.parse(text) as { mediaUrl: string }).mediaUrl, bytes);
  };
  const change = async (base: string, id: string, before: Known): Promise<void> => {
    const operation = chooseOperation(before.state, [...media.keys()], random);
    inFlight = { id, operation };
    const { method, path, body } = operation;
    const { status, text } = await request(base, method, `/collections/${id}${path}`, body);
    inFlight = null;
    const after = operation.apply(before.state);
    if ((status === 200 || status === 201) !== (after !== null)) {
      tally.faults.push(`${id}: ${method} ${path} was answered ${status} ${text.slice(0, 200)}`);
      return;
    }
    if (after === null) return;
    const { version } = JSON.parse(text) as Collection;
    const isChanged = after !== before.state;
    if (version !== before.version + (isChanged ? 1 : 0))
      tally.faults.push(`${id}: version ${before.version}, ${version}`);
    if (!isChanged) return;
    keep(id, after, text);
    tally.changes += 1;
  };
  /** What the kill took the answer of did all of its work or nothing. */
  const inspectOne = async (base: string, id: string, before: Known): Promise<void> => {
    const { status, text } = await request(base, 'GET', `/collections/${id}`, null);
    const flying = inFlight !== null && 'id' in inFlight && inFlight.id === id ? inFlight.operation : null;
    const after = flying?.apply(before.state) ?? before.state;
    const { isDeleted } = before.state.contents;
    if (status === 404) {
      if (isDeleted) return;
      if (!after.contents.isDeleted) tally.faults.push(`${id}: it was answered and is gone`);
      known.set(id, { ...before, state: after, version: before.version + 1, text: null });
      tally.landed += 1;
      return;
    }
    const found: Collection = JSON.parse(text);
    if (found.version === before.version && !isDeleted) {
      if (before.text !== null && text !== before.text) tally.faults.push(`${id}: version ${found.version} differs`);
      return;
    }
    if (after === before.state || found.version !== before.version + 1) {
      tally.faults.push(`${id}: version ${before.version} was answered, ${found.version} is there`);
    }
    keep(id, after, text);
    tally.landed += 1;
  };

  return {
    operate: async (base) => {
      const ids = [...known.keys()];
      const id = ids[Math.floor(random() * ids.length)];
      const before = id === undefined ? undefined : known.get(id);
      if (id === undefined || before === undefined || random() < 0.01) await make(base);
      else if (random() < 0.03) await upload(base);
      else await change(base, id, before);
      tally.answers += 1;
    },
    inspect: async (base, unclaimed) => {
      for (const [id, before] of known) await inspectOne(base, id, before);
      for (const id of unclaimed) {
        if (inFlight === null || !('made' in inFlight)) break;
        const { text } = await request(base, 'GET', `/collections/${id}`, null);
        if ((JSON.parse(text) as Collection).name !== inFlight.made) continue;
        unclaimed.delete(id);
        keep(id, newState(inFlight.made), text);
        tally.landed += 1;
      }
      inFlight = null;
      for (const [mediaUrl, bytes] of [...media].slice(-20)) {
        const answer = await fetch(`${base}${mediaUrl}`);
        if (!Buffer.from(await answer.arrayBuffer()).equals(bytes))
          tally.faults.push(`${mediaUrl}: not as it was kept`);
      }
    },
    knows: (id) => known.has(id),
  };
}

function holds(found: Collection, wanted: Contents): boolean {
  if (wanted.isDeleted) return found.stagingContents.length + found.liveContents.length === 0;
  const { name, stagingContents, liveContents } = found;
  return JSON.stringify({ name, isDeleted: false, stagingContents, liveContents }) === JSON.stringify(wanted);
}
