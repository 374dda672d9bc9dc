import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultTuning } from '../../src/service/service.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { startService, token } from './runService.ts';

const bytesEach = 1000;
const png = (number: number): Buffer =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(bytesEach - 8, number)]);

it('deletes media that no post has used for a day when the quota is full, and refuses more when posts use all of it', async () => {
  const dataDir = createTemporaryFolder('quota');
  const tuning = { ...defaultTuning, mediaQuotaBytes: 3 * bytesEach };
  const service = await startService({ dataDir }, tuning);
  const folder = join(dataDir, 'media');
  const upload = async (number: number) => {
    const response = await fetch(`${service.baseUrl}/authoring/v1/demo/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(png(number)),
    });
    const body = await response.json();
    return {
      status: response.status,
      code: body.error?.code,
      media: body,
      name: String(body.mediaUrl).split('/').at(-1) ?? '',
    };
  };
  const age = (name: string) => utimes(join(folder, name), new Date(0), new Date(0));
  try {
    const created = await (
      await service.author('POST', '/collections', { name: 'Show', contentType: 'SOCIAL_POST' })
    ).json();
    const items = `/collections/${created.id}/items`;
    const use = (media: unknown) => service.author('POST', items, { source: 'X', message: 'm', media: [media] });
    const [used, removed, unused] = [await upload(1), await upload(2), await upload(3)];
    await use(used.media);
    const post = await (await use(removed.media)).json();
    await service.author('DELETE', `${items}/${post.stagingContents.at(-1).id}`);
    for (const { name } of [used, removed, unused]) await age(name);
    const fourth = await upload(4);
    expect([fourth.status, (await readdir(folder)).toSorted()]).toEqual([
      201,
      [used.name, removed.name, fourth.name].toSorted(),
    ]);
    // The removal can be undone, and the newest upload may be about to be used.
    expect(await upload(5)).toMatchObject({ status: 507, code: 'MEDIA_FULL' });
    expect((await upload(4)).status).toBe(201);
    expect((await readdir(folder)).length).toBe(3);
  } finally {
    await service.stop();
  }
});

it('deletes incomplete uploads at the start', async () => {
  const dataDir = createTemporaryFolder('quota');
  await (await startService({ dataDir })).stop();
  await writeFile(join(dataDir, 'media', 'left-over.tmp'), 'half');
  await (await startService({ dataDir })).stop();
  expect(await readdir(join(dataDir, 'media'))).toEqual([]);
});
