/** Tests the list of networks that a person can open the feed to. */
import { networkInterfaces } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { listNetworks } from '../../src/http/machineAddresses.ts';

vi.mock('node:os', () => ({ networkInterfaces: vi.fn() }));

afterEach(() => vi.mocked(networkInterfaces).mockReset());

const entry = (address: string, cidr: string, internal: boolean) => ({
  ...{ address, cidr, internal, netmask: '', mac: '', family: 'IPv4' as const },
});

it('lists each network but loopback, with the number of other machines it has room for', () => {
  vi.mocked(networkInterfaces).mockReturnValue({
    lo: [entry('127.0.0.1', '127.0.0.1/8', true)],
    'Ethernet 2': [entry('10.20.4.17', '10.20.4.17/24', false)],
    tunnel: [entry('10.9.0.2', '10.9.0.2/32', false)],
    wifi: [{ ...entry('2001:db8::2', '2001:db8::2/64', false), family: 'IPv6', scopeid: 0 }],
    unplugged: [],
  });
  expect(listNetworks()).toEqual([
    { name: 'Ethernet 2', address: '10.20.4.17', machines: 253 },
    { name: 'tunnel', address: '10.9.0.2', machines: 0 },
    { name: 'wifi', address: '2001:db8::2', machines: null },
  ]);
});

it('lists none when the system can’t say', () => {
  vi.mocked(networkInterfaces).mockImplementation(() => {
    throw new Error('EMFILE');
  });
  expect(listNetworks()).toEqual([]);
});
