/** Changes the show through the service's authoring API, as an author would: adds, promotes, edits, moves and deletes posts. */
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stagingCanary } from '../faults/engineTestBed.ts';
import type { Random } from '../random.ts';
import { authoringPath, type SoakService } from './soakProcesses.ts';

const mediaFolder = resolve(import.meta.dirname, '..', 'fixtures', 'media');
const stagingTarget = 20;
const liveTarget = 40;

export type SoakAuthor = {
  readonly collectionId: string;
  /** Makes one change; resolves when the service has saved it. */
  readonly change: () => Promise<void>;
};

/** Creates the collection with its first posts; one staged post with the canary is never promoted. */
export async function createSoakAuthor(service: SoakService, random: Random): Promise<SoakAuthor> {
  const staging: string[] = [];
  const live: string[] = [];
  let posts = 0;
  const send = async (
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ readonly id?: string; readonly mediaUrl?: string }> => {
    const isUpload = body instanceof Uint8Array;
    const response = await fetch(`${service.baseUrl}${authoringPath}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': isUpload ? 'application/octet-stream' : 'application/json',
      },
      body: isUpload ? Buffer.from(body) : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const media: { readonly mediaUrl: string; readonly mediaType: string }[] = [];
  for (const name of (await readdir(mediaFolder)).sort())
    media.push((await send('POST', '/media', await readFile(resolve(mediaFolder, name)))) as (typeof media)[number]);
  const collectionId = (await send('POST', '/collections', { name: 'Soak' })).id ?? '';
  const items = `/collections/${collectionId}/items`;

  const add = async (message: string): Promise<string> => {
    posts += 1;
    const id = `post-${posts}`;
    const medium = media[posts % media.length];
    await send('POST', items, {
      id,
      list: 'staging',
      source: random.pick(['INSTAGRAM', 'FACEBOOK', 'WHATSAPP']),
      fullName: `Viewer ${posts}`,
      message,
      media: medium !== undefined && posts % 3 === 0 ? [medium] : [],
    });
    return id;
  };
  const addPost = async (): Promise<void> => {
    staging.push(await add(`Message ${posts}: ${'greetings from the quay '.repeat(random.between(1, 12))}`));
  };
  const take = (list: string[]): string => list.splice(random.between(0, list.length - 1), 1)[0] ?? '';
  const promote = async (): Promise<void> => {
    const id = take(staging);
    await send('POST', `${items}/${id}/promote`, {});
    live.push(id);
  };
  const demote = async (): Promise<void> => {
    const id = take(live);
    await send('POST', `${items}/${id}/demote`, {});
    staging.push(id);
  };
  const remove = async (list: string[]): Promise<void> => void (await send('DELETE', `${items}/${take(list)}`, {}));
  const edit = async (): Promise<void> => {
    const id = live[random.between(0, live.length - 1)] ?? '';
    await send('PATCH', `${items}/${id}`, {
      message: `Edited ${random.next()} ${'again '.repeat(random.between(1, 20))}`,
    });
  };
  const reverse = async (): Promise<void> => {
    live.reverse();
    await send('PUT', `/collections/${collectionId}/order`, { list: 'live', itemIds: live });
  };

  await add(stagingCanary);
  for (let index = 0; index < stagingTarget + liveTarget; index += 1) await addPost();
  for (let index = 0; index < liveTarget; index += 1) await promote();
  return {
    collectionId,
    change: () => {
      if (staging.length < stagingTarget) return addPost();
      if (live.length < liveTarget) return promote();
      if (live.length > 1.5 * liveTarget) return remove(live);
      if (staging.length > 1.5 * stagingTarget) return remove(staging);
      return random.pick([addPost, addPost, promote, promote, edit, edit, demote, () => remove(live), reverse])();
    },
  };
}
