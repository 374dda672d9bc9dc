/**
 * Changes a live of ten thousand posts ten times a second, beside a staging as long: edits, additions, removals, moves, promotions and
 * demotions in turn. Each change also puts its number in the text of one post, by which its paint is recognised.
 */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { sampleCollection } from '../samplePosts.ts';

export type Post = Record<string, unknown>;

export const changeEveryMs = 100;
const maxAttempts = 20;
const retryAfterMs = 500;

/** In epoch milliseconds, by the number of the change. */
type Moments = Record<number, number>;

/** A part of live that the change replaces. */
export type Splice = { readonly at: number; readonly removed: number; readonly inserted: readonly Post[] };

export type Changes = {
  /** Live before the first change. */
  readonly posts: readonly Post[];
  /**
   * When a change was ready to be sent: for Greenroom, its delivery is written and signed, and the request for it begins. Before that, nothing
   * counts; from then on, everything does.
   */
  readonly sentAtMs: Moments;
  /** When Greenroom had answered the delivery, with the change on disk. */
  readonly answeredAtMs: Moments;
  /** Delivers a live of other posts. */
  readonly deliver: (live: readonly Post[]) => Promise<void>;
  /** Changes live ten times a second, or as often as changes are answered, until it `isOver`. Returns the numbers of the changes. */
  readonly change: (count: number, to: Recipient, isOver?: () => boolean) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
};

type ListJson = { readonly json: readonly Buffer[]; readonly count: number };

/** Greenroom receives deliveries; a bare list receives the splices. */
export type Recipient = 'Greenroom' | ((splice: Splice) => void);

export const epochMs = (): number => performance.timeOrigin + performance.now();

/** All changes are among the first posts of a list; the rest is written once. */
const headLength = 20;
const numberedIndex = 3;

/** Each returns the heads of the lists after it, and together they leave them as they were. `number` makes ids. */
const kinds: readonly ((live: readonly Post[], staging: readonly Post[], number: number) => [Post[], Post[]])[] = [
  // Only the text with the number.
  (live, staging) => [[...live], [...staging]],
  (live, staging, number) => [live.toSpliced(6, 0, { ...live[6], id: `added-${number}` }), [...staging]],
  (live, staging) => [live.toSpliced(6, 1), [...staging]],
  (live, staging) => [live.toSpliced(8, 1).toSpliced(5, 0, live[8] ?? {}), [...staging]],
  (live, staging) => [live.toSpliced(7, 0, staging[4] ?? {}), staging.toSpliced(4, 1)],
  (live, staging) => [live.toSpliced(7, 1), staging.toSpliced(4, 0, live[7] ?? {})],
  (live, staging) => [live.toSpliced(5, 1).toSpliced(8, 0, live[5] ?? {}), [...staging]],
];

export function createChanges(webhook: string, secret: string, count: number): Changes {
  const agent = new Agent({ keepAliveTimeout: 60_000 });
  const { liveContents } = sampleCollection(count, 0) as { liveContents: readonly Post[] };
  // A delivery has at most 5 MiB, so the posts of both lists are short.
  const posts = liveContents.map(
    (post, index): Post => ({ ...post, id: `p${index}`, username: null, message: `${index}: wet shoes`, media: [] }),
  );
  const waiting = posts.map((post, index) => ({ ...post, id: `w${index}`, fullName: `Waiting ${index}` }));
  const restOf = (list: readonly Post[]): Buffer => Buffer.from(JSON.stringify(list.slice(headLength)).slice(1));
  const [restOfLive, restOfStaging] = [restOf(posts), restOf(waiting)];
  let live: readonly Post[] = posts.slice(0, headLength);
  let staging: readonly Post[] = waiting.slice(0, headLength);
  const [sentAtMs, answeredAtMs]: [Moments, Moments] = [{}, {}];
  let version = 0;
  let changeCount = 0;

  /** Delivers the next version. */
  async function send(newLive: ListJson): Promise<void> {
    const { stagingContents: _, liveContents: __, ...header } = sampleCollection(0, version);
    const newStaging = withRest(staging, restOfStaging);
    const counts = { stagingContentCount: newStaging.count, liveContentCount: newLive.count };
    const timestamp = new Date().toISOString();
    const event = { event: 'COLLECTION_UPDATED', collectionId: 'col_1', timestamp, data: { ...header, ...counts } };
    const body = Buffer.concat([
      Buffer.from(`${JSON.stringify(event).slice(0, -2)},"stagingContents":`),
      ...newStaging.json,
      Buffer.from(',"liveContents":'),
      ...newLive.json,
      Buffer.from('}}'),
    ]);
    const headers = {
      'content-type': 'application/json',
      'x-webhook-event': 'COLLECTION_UPDATED',
      'x-webhook-delivery-timestamp': timestamp,
      'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    };
    sentAtMs[version] = epochMs();
    for (let attempt = 1; ; attempt += 1) {
      const response = await request(webhook, { method: 'POST', body, headers, dispatcher: agent });
      await response.body.dump();
      if (response.statusCode === 200) break;
      // The service sends it again, for example if a busy disk could not save it in time.
      if (response.statusCode !== 503 || attempt === maxAttempts)
        throw new Error(`the response to the delivery was ${response.statusCode}`);
      await new Promise((later) => setTimeout(later, retryAfterMs));
    }
    answeredAtMs[version] = epochMs();
  }

  const withRest = (head: readonly Post[], rest: Buffer): ListJson => ({
    json: [Buffer.from(`${JSON.stringify(head).slice(0, -1)},`), rest],
    count: head.length + count - headLength,
  });

  /** Returns the splice of live that the next change makes. */
  function changeHeads(): Splice {
    const removed = live.length;
    const kind = kinds[changeCount % kinds.length];
    changeCount += 1;
    version += 1;
    if (kind !== undefined) [live, staging] = kind(live, staging, version);
    live = live.with(numberedIndex, { ...posts[numberedIndex], message: `Change ${version}. Wet shoes.` });
    return { at: 0, removed, inserted: live };
  }

  return {
    ...{ posts, sentAtMs, answeredAtMs },
    deliver: async (list) => {
      version += 1;
      await send({ json: [Buffer.from(JSON.stringify(list))], count: list.length });
    },
    change: async (changes, to, isOver = () => false) => {
      const numbers: number[] = [];
      for (let round = 0; round < changes && !isOver(); round += 1) {
        const nextMs = performance.now() + changeEveryMs;
        const splice = changeHeads();
        if (to === 'Greenroom') await send(withRest(live, restOfLive));
        else {
          sentAtMs[version] = epochMs();
          to(splice);
        }
        numbers.push(version);
        await new Promise((later) => setTimeout(later, Math.max(0, nextMs - performance.now())));
      }
      return numbers;
    },
    close: () => agent.close(),
  };
}
