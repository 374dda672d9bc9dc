/** An author that survives the kills; it alone changes its collections, so it knows their exact contents. */
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
type InFlight = { readonly id: string; readonly operation: Operation } | { readonly createdName: string };

export type Tally = {
  /** Responses received, including uploads and requests without effect. */
  responses: number;
  /** Acknowledged collection versions. */
  changes: number;
  /** Changes that were saved although the kill prevented their response. */
  unacknowledged: number;
  /** Changes that must be delivered: all except deletions. */
  readonly expectedDeliveries: { readonly id: string; readonly date: string }[];
  readonly faults: string[];
};

export type Author = {
  /** Sends one request. If the service is gone, throws and remembers the request in flight. */
  readonly operate: (base: string) => Promise<void>;
  /**
   * Checks after a restart that each collection has its acknowledged contents, with or without the operation in flight.
   * Removes its own ids from `unclaimed`.
   */
  readonly inspect: (base: string, unclaimed: Set<string>) => Promise<void>;
  readonly hasCreated: (id: string) => boolean;
};

export function createAuthor(name: string, tally: Tally, random: () => number): Author {
  const known = new Map<string, Known>();
  const media = new Map<string, Buffer>();
  let inFlight: InFlight | null = null;

  const request = async (base: string, method: string, path: string, body: unknown) => {
    const encoded = body instanceof Buffer ? body : JSON.stringify(body).replaceAll('"/media/', `"${base}/media/`);
    const response = await fetch(`${base}/authoring/v1/demo${path}`, {
      method,
      headers: { Authorization: `Bearer ${killToken}`, 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: encoded }),
    });
    return { status: response.status, text: (await response.text()).replaceAll(base, '') };
  };
  const recordState = (id: string, state: State, text: string): void => {
    const returned: Collection = JSON.parse(text);
    const before = known.get(id);
    const isDeletion = state.contents.isDeleted;
    check(id, returned, state.contents);
    if (before !== undefined && returned.lastModifiedDate <= before.date)
      tally.faults.push(`${id}: its date is not later`);
    known.set(id, { state, version: returned.version, text, date: returned.lastModifiedDate });
    if (!isDeletion) tally.expectedDeliveries.push({ id, date: returned.lastModifiedDate });
  };
  const check = (id: string, found: Collection, expected: Contents): void => {
    const counts = [found.stagingContentCount, found.liveContentCount];
    const lengths = [found.stagingContents.length, found.liveContents.length];
    if (counts.join() !== lengths.join()) tally.faults.push(`${id}: counts ${counts}, lengths ${lengths}`);
    if (!matches(found, expected)) tally.faults.push(`${id}: version ${found.version} does not match the operations`);
  };
  const create = async (base: string): Promise<void> => {
    const createdName = `${name} ${random()}`;
    inFlight = { createdName };
    const { text } = await request(base, 'POST', '/collections', { name: createdName });
    inFlight = null;
    recordState((JSON.parse(text) as Collection).id, newState(createdName), text);
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
      tally.faults.push(`${id}: ${method} ${path} got ${status} ${text.slice(0, 200)}`);
      return;
    }
    if (after === null) return;
    const { version } = JSON.parse(text) as Collection;
    const isChanged = after !== before.state;
    if (version !== before.version + (isChanged ? 1 : 0))
      tally.faults.push(`${id}: version ${before.version}, ${version}`);
    if (!isChanged) return;
    recordState(id, after, text);
    tally.changes += 1;
  };
  /** The operation in flight must be applied completely or not at all. */
  const inspectOne = async (base: string, id: string, before: Known): Promise<void> => {
    const { status, text } = await request(base, 'GET', `/collections/${id}`, null);
    const operation = inFlight !== null && 'id' in inFlight && inFlight.id === id ? inFlight.operation : null;
    const after = operation?.apply(before.state) ?? before.state;
    const { isDeleted } = before.state.contents;
    if (status === 404) {
      if (isDeleted) return;
      if (!after.contents.isDeleted) tally.faults.push(`${id}: acknowledged but missing`);
      known.set(id, { ...before, state: after, version: before.version + 1, text: null });
      tally.unacknowledged += 1;
      return;
    }
    const found: Collection = JSON.parse(text);
    if (found.version === before.version && !isDeleted) {
      if (before.text !== null && text !== before.text) tally.faults.push(`${id}: version ${found.version} differs`);
      return;
    }
    if (after === before.state || found.version !== before.version + 1) {
      tally.faults.push(`${id}: version ${before.version} was acknowledged, ${found.version} is stored`);
    }
    recordState(id, after, text);
    tally.unacknowledged += 1;
  };

  return {
    operate: async (base) => {
      const ids = [...known.keys()];
      const id = ids[Math.floor(random() * ids.length)];
      const before = id === undefined ? undefined : known.get(id);
      if (id === undefined || before === undefined || random() < 0.01) await create(base);
      else if (random() < 0.03) await upload(base);
      else await change(base, id, before);
      tally.responses += 1;
    },
    inspect: async (base, unclaimed) => {
      for (const [id, before] of known) await inspectOne(base, id, before);
      for (const id of unclaimed) {
        if (inFlight === null || !('createdName' in inFlight)) break;
        const { text } = await request(base, 'GET', `/collections/${id}`, null);
        if ((JSON.parse(text) as Collection).name !== inFlight.createdName) continue;
        unclaimed.delete(id);
        recordState(id, newState(inFlight.createdName), text);
        tally.unacknowledged += 1;
      }
      inFlight = null;
      for (const [mediaUrl, bytes] of [...media].slice(-20)) {
        const response = await fetch(`${base}${mediaUrl}`);
        if (!Buffer.from(await response.arrayBuffer()).equals(bytes))
          tally.faults.push(`${mediaUrl}: differs from the upload`);
      }
    },
    hasCreated: (id) => known.has(id),
  };
}

function matches(found: Collection, expected: Contents): boolean {
  if (expected.isDeleted) return found.stagingContents.length + found.liveContents.length === 0;
  const { name, stagingContents, liveContents } = found;
  return JSON.stringify({ name, isDeleted: false, stagingContents, liveContents }) === JSON.stringify(expected);
}
