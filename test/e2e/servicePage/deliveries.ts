/** The deliveries in the service page's mock-ups, followed by older ones up to the 300 that the page requests. */
import type { Delivery, DeliveryLog, Webhook } from '../../../src/core/authoringDocument.ts';
import { gallery1, gallery2, mockUpTime, now, oldWall } from './show.ts';

type Fields = Partial<Delivery> & Pick<Delivery, 'eventAt' | 'collectionName' | 'version'>;

let count = 0;

function createDelivery(webhook: Webhook, fields: Fields): Delivery {
  count += 1;
  return {
    id: `delivery_${count}`,
    webhookId: webhook.id,
    webhookName: webhook.name,
    collectionId: 'col_viewer',
    isLost: false,
    queuePosition: null,
    tries: 1,
    superseded: 0,
    state: 'delivered',
    lastTriedAt: fields.eventAt,
    lastStatus: 200,
    lastFault: null,
    lastMs: 38,
    nextTryAt: null,
    ...fields,
  };
}

const refused = { state: 'failed', lastStatus: 404 } as const;
const queued = { state: 'waiting', tries: 0, lastTriedAt: null, lastStatus: null, lastMs: null } as const;
const noResponse = { lastStatus: null, lastFault: 'timeout', lastMs: null } as const;
const nextTryAt = new Date(new Date(now).getTime() + 8000).toISOString();

// The mock-up shortens the collections' names in deliveries.
const studioB = { collectionName: 'Studio B', version: 88, eventAt: mockUpTime('20:42:44.310') };
const quiz = { collectionName: 'half-time quiz', version: 12, eventAt: mockUpTime('20:42:20.500') };
const viewers341 = { collectionName: 'viewer posts', version: 341, eventAt: mockUpTime('20:42:06.120') };
const crewPicks = { collectionName: 'crew picks', version: 57, eventAt: mockUpTime('20:41:30.005') };
const viewers340 = { collectionName: 'viewer posts', version: 340, eventAt: mockUpTime('20:40:50.840') };
const viewers302 = { collectionName: 'viewer posts', version: 302 };

const newest: readonly Delivery[] = [
  createDelivery(gallery1, studioB),
  createDelivery(gallery2, { ...studioB, ...queued, queuePosition: 3 }),
  createDelivery(oldWall, { ...studioB, ...refused, isLost: true }),
  // The mock-up leaves out this row, which is second in line.
  createDelivery(gallery2, { ...quiz, ...queued, queuePosition: 2 }),
  createDelivery(gallery1, { ...viewers341, lastMs: 41 }),
  createDelivery(gallery2, { ...viewers341, ...noResponse, state: 'retrying', queuePosition: 1, tries: 2, nextTryAt }),
  createDelivery(oldWall, { ...viewers341, ...refused, isLost: true }),
  createDelivery(gallery1, { ...crewPicks, tries: 2 }),
  createDelivery(gallery2, { ...crewPicks, lastStatus: 202, lastMs: 52 }),
  createDelivery(oldWall, { ...crewPicks, ...refused, isLost: true }),
  createDelivery(gallery1, { ...viewers340, lastMs: 36 }),
  createDelivery(gallery2, { ...viewers340, lastMs: 44 }),
];
const yesterday: readonly Delivery[] = [
  createDelivery(gallery2, {
    ...viewers302,
    ...noResponse,
    eventAt: '2026-11-19T19:12:20.004Z',
    lastTriedAt: mockUpTime('19:12:20.004'),
    state: 'gaveUp',
    tries: 297,
  }),
  createDelivery(gallery1, { ...viewers302, eventAt: '2026-11-19T19:12:02.377Z', lastMs: 40 }),
];

const limit = 300;
/** With these, Gallery 1 has 231 deliveries today and 9 deliveries have failed, as in the mock-up. */
const older = Array.from({ length: limit - newest.length - yesterday.length }, (_, index) => {
  const eventAt = new Date(new Date(mockUpTime('20:40:00')).getTime() - index * 10_000).toISOString();
  const fields = { collectionName: 'viewer posts', version: 339 - (index % 30), eventAt };
  if (index < 227) return createDelivery(gallery1, fields);
  return index < 232 ? createDelivery(oldWall, { ...fields, ...refused }) : createDelivery(gallery2, fields);
});

export const lateLog: DeliveryLog = { deliveries: [...newest, ...older, ...yesterday], waiting: 3, total: 702 };
export const calmLog: DeliveryLog = { deliveries: [createDelivery(gallery1, viewers341)], waiting: 0, total: 1 };
