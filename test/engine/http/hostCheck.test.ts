import { describe, expect, it } from 'vitest';
import { createHostCheck, displayHost } from '../../../src/engine/http/hostCheck.ts';
import { readMachineAddresses } from '../../../src/http/machineAddresses.ts';

const lanAddress =
  readMachineAddresses()?.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;

describe('a listener', () => {
  it('on loopback accepts only loopback names', () => {
    const isOwnHost = createHostCheck('127.0.0.1', { allowed: [], isOnNetwork: false }, 'Gallery-7');
    for (const host of ['127.0.0.1:7411', 'localhost', '[::1]:7411'])
      expect([host, isOwnHost(host)]).toEqual([host, true]);
    for (const host of ['gallery-7:7411', lanAddress ?? '192.0.2.1', 'evil.example', undefined, 'a, b'])
      expect([host, isOwnHost(host)]).toEqual([host, false]);
  });

  it('on one interface accepts its address, the machine’s name and loopback names', () => {
    const isOwnHost = createHostCheck('192.0.2.7', { allowed: [], isOnNetwork: false }, 'Gallery-7');
    for (const host of ['192.0.2.7:7411', 'gallery-7', 'GALLERY-7.local:7411', 'localhost:1'])
      expect([host, isOwnHost(host)]).toEqual([host, true]);
    for (const host of ['192.0.2.8', 'evil.example']) expect([host, isOwnHost(host)]).toEqual([host, false]);
  });

  it('on every interface accepts each current address of the machine', () => {
    const isOwnHost = createHostCheck('0.0.0.0', { allowed: [], isOnNetwork: false });
    if (lanAddress !== null) expect(isOwnHost(`${lanAddress}:7411`)).toBe(true);
    for (const host of ['192.0.2.99', 'evil.example']) expect([host, isOwnHost(host)]).toEqual([host, false]);
  });

  it('is shown with an address that can be opened', () => {
    expect(['0.0.0.0', '::', '::1', '192.0.2.7'].map(displayHost)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '[::1]',
      '192.0.2.7',
    ]);
  });
});
