/** Tests which versions a webhook lacks for good. */
import { expect, it } from 'vitest';
import { createDeliveryLog, listLost } from '../../../src/service/store/deliveryLog.ts';
import type { StoredCollection } from '../../../src/service/store/stored.ts';

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
