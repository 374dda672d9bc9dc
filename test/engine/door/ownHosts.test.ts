import { describe, expect, it } from 'vitest';
import { machineAddresses } from '../../../src/engine/door/machineAddresses.ts';
import { createOwnHosts, shownHost } from '../../../src/engine/door/ownHosts.ts';

const outer = machineAddresses()?.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;

describe('a listener', () => {
  it('on loopback is asked for by loopback names alone', () => {
    const isOurs = createOwnHosts('127.0.0.1', 'Gallery-7');
    for (const host of ['127.0.0.1:7411', 'localhost', '[::1]:7411'])
      expect([host, isOurs(host)]).toEqual([host, true]);
    for (const host of ['gallery-7:7411', outer ?? '192.0.2.1', 'evil.example', undefined, 'a, b'])
      expect([host, isOurs(host)]).toEqual([host, false]);
  });

  it('on one interface is asked for by that, by the machine’s name and by loopback', () => {
    const isOurs = createOwnHosts('192.0.2.7', 'Gallery-7');
    for (const host of ['192.0.2.7:7411', 'gallery-7', 'GALLERY-7.local:7411', 'localhost:1'])
      expect([host, isOurs(host)]).toEqual([host, true]);
    for (const host of ['192.0.2.8', 'evil.example']) expect([host, isOurs(host)]).toEqual([host, false]);
  });

  it('on every interface is asked for by each address that the machine has now', () => {
    const isOurs = createOwnHosts('0.0.0.0');
    if (outer !== null) expect(isOurs(`${outer}:7411`)).toBe(true);
    for (const host of ['192.0.2.99', 'evil.example']) expect([host, isOurs(host)]).toEqual([host, false]);
  });

  it('is shown under an address that can be opened', () => {
    expect(['0.0.0.0', '::', '::1', '192.0.2.7'].map(shownHost)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '[::1]',
      '192.0.2.7',
    ]);
  });
});
