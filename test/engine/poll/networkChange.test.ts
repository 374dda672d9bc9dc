import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test, vi } from 'vitest';
import { collection, createHarness, respondWithCollection } from '../sourceHarness.ts';

const lan: NetworkInterfaceInfo = {
  ...{ address: '192.0.2.7', netmask: '255.255.255.0', family: 'IPv4', mac: '00:00:00:00:00:01', internal: false },
  cidr: '192.0.2.7/24',
};
const network: { interfaces: Record<string, NetworkInterfaceInfo[]> } = { interfaces: { eth0: [lan] } };

vi.mock('node:os', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:os')>()),
  networkInterfaces: () => network.interfaces,
}));

test('a change of this machine’s networks is followed by a check of the service within a second', async () => {
  const harness = await createHarness(
    respondWithCollection(() => collection('col_1', 0, ['a'])),
    { poll: { intervalSeconds: 300 } },
  );
  await harness.source.start();
  await harness.settle();
  await harness.advance(5000);
  const before = harness.service.requests.length;
  await harness.advance(5000);
  expect(harness.service.requests.length).toBe(before);

  network.interfaces = { wlan0: [{ ...lan, address: '198.51.100.4', cidr: '198.51.100.4/24' }] };
  await harness.advance(1000);
  expect(harness.service.requests.length).toBeGreaterThan(before);
  expect(harness.logLines.join()).toContain('SOURCE_WOKEN {"why":"network"}');
  await harness.close();
});
