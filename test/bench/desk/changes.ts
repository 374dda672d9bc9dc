/** Changes one post of live ten times a second, beside a staging as long, by signed deliveries of the whole collection. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { sampleCollection } from '../samplePosts.ts';

export type Post = Record<string, unknown>;

export const changeEveryMs = 100;
const changedIndex = 3;

/** In epoch milliseconds, by the number of the change. */
type Moments = Record<number, number>;

export type Changes = {
  readonly posts: readonly Post[];
  readonly sentAtMs: Moments;
  /** When Greenroom had answered the delivery, with the change on disk. */
  readonly answeredAtMs: Moments;
  /** Replaces live. */
  readonly deliver: (live: readonly Post[]) => Promise<void>;
  /**
   * Changes one post ten times a second, or as often as deliveries are answered, until it `isOver`; `onChange` follows each. Returns
   * the numbers of the changes.
   */
  readonly change: (
    count: number,
    onChange: (change: { readonly index: number; readonly item: Post }) => void,
    isOver?: () => boolean,
  ) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
};

export const epochMs = (): number => performance.timeOrigin + performance.now();

export function createChanges(webhook: string, secret: string, count: number): Changes {
  const agent = new Agent({ keepAliveTimeout: 60_000 });
  const { liveContents } = sampleCollection(count, 0) as { liveContents: readonly Post[] };
  // A delivery has at most 5 MiB, so the posts of both lists are short.
  const posts = liveContents.map(
    (post, index): Post => ({ ...post, id: `p${index}`, username: null, message: `${index}: wet shoes`, media: [] }),
  );
  const waiting = posts.map((post, index) => ({ ...post, id: `w${index}`, fullName: `Waiting ${index}` }));
  const staging = Buffer.from(JSON.stringify(waiting));
  const around = JSON.stringify(posts.with(changedIndex, { mark: 'CHANGED' }))
    .split('{"mark":"CHANGED"}')
    .map((text) => Buffer.from(text));
  const [sentAtMs, answeredAtMs]: [Moments, Moments] = [{}, {}];
  let version = 0;

  async function send(live: readonly Buffer[]): Promise<void> {
    version += 1;
    const { stagingContents: _, liveContents: __, ...header } = sampleCollection(0, version);
    const counted = { ...header, stagingContentCount: count, liveContentCount: count };
    const timestamp = new Date().toISOString();
    const event = { event: 'COLLECTION_UPDATED', collectionId: 'col_1', timestamp, data: counted };
    const body = Buffer.concat([
      Buffer.from(`${JSON.stringify(event).slice(0, -2)},"stagingContents":`),
      staging,
      Buffer.from(',"liveContents":'),
      ...live,
      Buffer.from('}}'),
    ]);
    const headers = {
      'content-type': 'application/json',
      'x-webhook-event': 'COLLECTION_UPDATED',
      'x-webhook-delivery-timestamp': timestamp,
      'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    };
    sentAtMs[version] = epochMs();
    const response = await request(webhook, { method: 'POST', body, headers, dispatcher: agent });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`the response to the delivery was ${response.statusCode}`);
    answeredAtMs[version] = epochMs();
  }

  return {
    ...{ posts, sentAtMs, answeredAtMs },
    deliver: (live) => send([Buffer.from(JSON.stringify(live))]),
    change: async (changes, onChange, isOver = () => false) => {
      const numbers: number[] = [];
      for (let round = 0; round < changes && !isOver(); round += 1) {
        const nextMs = performance.now() + changeEveryMs;
        const item = { ...posts[changedIndex], message: `Change ${version + 1}. Wet shoes.` };
        await send([...around.slice(0, 1), Buffer.from(JSON.stringify(item)), ...around.slice(1)]);
        numbers.push(version);
        onChange({ index: changedIndex, item });
        await new Promise((later) => setTimeout(later, Math.max(0, nextMs - performance.now())));
      }
      return numbers;
    },
    close: () => agent.close(),
  };
}
