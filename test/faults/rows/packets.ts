/** Packet-level faults on the connection to the service, injected in a network namespace. */

import type { Random } from '../../random.ts';
import type { EngineTestBed } from '../engineTestBed.ts';
import { createDropRule, createLink, linkNeeds, type NetworkLink } from '../networkLink.ts';
import {
  assertRecovers,
  createEngineRow,
  hasProblem,
  measureEdits,
  type RecordMeasurement,
  type Row,
  type RowOptions,
} from '../row.ts';

type Run = (testBed: EngineTestBed, link: NetworkLink, random: Random, record: RecordMeasurement) => Promise<void>;

/** Creates a row whose engine reaches the service over a network link. */
function createLinkRow(options: RowOptions, intervalSeconds: number, run: Run): Row {
  return createEngineRow(
    { needs: linkNeeds, isIsolated: true, ...options },
    { intervalSeconds },
    async (testBed, random, record) => {
      const link = await createLink(testBed.servicePort);
      try {
        await testBed.restart({ source: { baseUrl: link.baseUrl, allowHttpHosts: [link.host] } });
        const expected = testBed.edit(2).join();
        await testBed.waitUntil('a list arrives over the link', 17_000, () => testBed.onAir().join() === expected);
        await run(testBed, link, random, record);
      } finally {
        await link.close();
      }
    },
  );
}

export const packetRows: readonly Row[] = [
  createLinkRow({ id: 'F2', name: 'every packet dropped', injectedBy: 'netns: nft drop' }, 1, (testBed, link) =>
    assertRecovers(
      testBed,
      () => link.setRule('drop'),
      hasProblem('SOURCE_TIMEOUT'),
      () => link.setRule(null),
    ),
  ),
  createLinkRow(
    { id: 'F3n', name: 'every packet rejected with a TCP reset', injectedBy: 'netns: nft reject' },
    1,
    (testBed, link) =>
      assertRecovers(
        testBed,
        () => link.setRule('meta l4proto tcp reject with tcp reset'),
        hasProblem('SOURCE_OFFLINE', 'SOURCE_TIMEOUT'),
        () => link.setRule(null),
      ),
  ),
  createLinkRow(
    { id: 'F7', name: 'a 32 kbit/s connection', injectedBy: 'netns: tc tbf' },
    1,
    async (testBed, link, random, record) => {
      link.limitRate(32);
      record('change to feed at 32 kbit/s, ms', await measureEdits(testBed, random, 2, 12_000));
    },
  ),
  createLinkRow(
    { id: 'F8', name: '20 % packet loss in both directions, polling every 5 s', injectedBy: 'netns: nft numgen drop' },
    5,
    async (testBed, link, random, record) => {
      link.setRule(createDropRule(20));
      // 18 s is three times the limit without packet loss.
      record('change to feed at 20 % loss, ms', await measureEdits(testBed, random, 4, 18_000));
    },
  ),
];
