/** Tests which versions a webhook lacks for good. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createDeliveryLog, listLost } from '../../../src/service/store/deliveryLog.ts';
import type { StoredCollection } from '../../../src/service/store/stored.ts';
import { waitUntil } from '../../waitUntil.ts';
import { startForTest } from '../runService.ts';

it('are the newest lost ones of each collection, until a later version is delivered', () => {
  const log = createDeliveryLog([], () => undefined);
  let seq = 0;
  const deliver = (id: string, state: 'delivered' | 'failed'): void => {
    seq += 1;
    const collection = { id, name: id, organisation: 'demo', version: seq, lastModifiedDate: '2026-11-20T20:00:00Z' };
    log.enqueue(seq, 'w', collection as unknown as StoredCollection);
    const tried = { lastTriedAt: '2026-11-20T20:00:01Z', lastStatus: 200, lastFault: null, lastMs: 5, nextTryAt: null };
    log.recordTry({ id: `dlv_${seq}_w`, state, ...tried });
  };
  const lost = () => listLost(log.list()).map(({ collectionId, version }) => `${collectionId} ${version}`);
  deliver('harbour', 'failed');
  deliver('harbour', 'failed');
  for (let change = 0; change < 500; change += 1) deliver('sport', 'delivered');
  expect(lost()).toEqual(['harbour 2']);
  deliver('harbour', 'delivered');
  expect(lost()).toEqual([]);
});

it('are in the answer however old they are, until their collection is deleted', async () => {
  const refusing = createServer((_, response) => response.writeHead(400).end());
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void refusing.close());
  const service = await startForTest();
  const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/hook`;
  await service.author('POST', '/webhooks', { name: 'gallery', url });
  const harbour = await (await service.author('POST', '/collections', { name: 'harbour' })).json();
  await service.author('POST', '/collections', { name: 'sport' });
  const list = async (): Promise<readonly string[]> => {
    const { deliveries } = await (await service.author('GET', '/deliveries?limit=1')).json();
    return deliveries.map(({ collectionName, isLost }: { collectionName: string; isLost: boolean }) =>
      isLost ? collectionName : 'not lost',
    );
  };
  await waitUntil('both are lost', async () => (await list()).length === 2);
  expect(await list()).toEqual(['sport', 'harbour']);
  await service.author('DELETE', `/collections/${harbour.id}`);
  expect(await list()).toEqual(['sport']);
});
