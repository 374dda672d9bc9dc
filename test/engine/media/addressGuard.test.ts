import { lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import {
  type AddressRules,
  checkAddress,
  guardedLookup,
  isPublicAddress,
} from '../../../src/engine/media/addressGuard.ts';
import '../../comparePhrases.ts';

const strict: AddressRules = { allowHttp: false, allowPrivateHosts: [], serviceUrl: null };
const trust = (address: string, rules = strict): string => {
  const target = checkAddress(address, rules);
  return 'refused' in target ? 'refused' : target.trust;
};

describe('private addresses', () => {
  const hosts = [
    '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '0', '0.0.0.0',
    '127.255.255.254', '10.0.0.1', '10.255.255.255', '012.0.0.1', '0xa.0.0.1', '100.64.0.1', '100.127.255.255',
    '169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.0.1', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.8',
    '192.168.0.1', '192.168.255.255', '0xc0a80001', '3232235521', '198.18.0.1', '198.19.255.255', '224.0.0.1', '239.1.2.3',
    '240.0.0.1', '255.255.255.255', '192.88.99.1', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[::ffff:169.254.169.254]', '[::ffff:c0a8:1]', '[::127.0.0.1]',
    '[fe80::1]', '[fe80::ffff:1]', '[febf::1]', '[fc00::1]', '[fd12:3456::1]', '[fdff::1]', '[ff02::1]', '[ff0e::1]',
    '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::10.0.0.1]', '[2002:7f00:1::]', '[2002:a00:1::1]', '[2001::1]',
    '[2001:db8::1]', '[100::1]', '[fec0::1]', '①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1', '127.0.0.1.',
  ]; // biome-ignore format: a table
  for (const host of hosts) {
    it(`are refused: ${host}`, () => {
      for (const port of ['', ':443', ':80', ':7410']) {
        expect(trust(`https://${host}${port}/a.jpg`)).toBe('refused');
        expect(trust(`http://${host}${port}/a.jpg`, { ...strict, allowHttp: true })).toBe('refused');
      }
    });
  }
});

describe('addresses', () => {
  const check = (address: string, expected: string, rules = strict): void => {
    it(`are ${expected}: ${address.slice(0, 60)} ${JSON.stringify(rules)}`, () =>
      expect(trust(address, rules)).toBe(expected));
  };
  check('https://pics.example/a.jpg', 'guarded');
  check('https://93.184.216.34/a.jpg', 'guarded');
  check('https://[2606:2800:220:1::1]/a.jpg', 'guarded');
  check('http://pics.example/a.jpg', 'refused');
  check('http://pics.example/a.jpg', 'guarded', { ...strict, allowHttp: true });
  check('https://pics.example:8443/a.jpg', 'refused');
  check('https://user:pass@pics.example/a.jpg', 'refused');
  check('ftp://pics.example/a.jpg', 'refused');
  check('file:///etc/passwd', 'refused');
  check('data:image/png;base64,AAAA', 'refused');
  check('javascript:alert(1)', 'refused');
  check('//pics.example/a.jpg', 'refused');
  check('', 'refused');
  check('https://[::1', 'refused');
  check(`https://pics.example/${'a'.repeat(2048)}`, 'refused');
  check('https://nas.local:9000/a.jpg', 'trusted', { ...strict, allowPrivateHosts: ['NAS.local'] });
  check('https://10.0.0.5:9000/a.jpg', 'trusted', { ...strict, allowPrivateHosts: ['10.0.0.5'] });
  check('http://10.0.0.5:9000/a.jpg', 'refused', { ...strict, allowPrivateHosts: ['10.0.0.5'] });
  check('http://127.0.0.1:7410/m/a.jpg', 'own', { ...strict, serviceUrl: 'http://127.0.0.1:7410' });
  check('http://127.0.0.1:7411/m/a.jpg', 'refused', { ...strict, serviceUrl: 'http://127.0.0.1:7410' });
  check('http://[::1]:7410/m/a.jpg', 'own', { ...strict, serviceUrl: 'http://localhost:7410/v1' });
  check('http://192.168.0.9:7410/m/a.jpg', 'refused', { ...strict, serviceUrl: 'http://192.168.0.9:7410' });
  check('http://192.168.0.9:7410/m/a.jpg', 'refused', { ...strict, serviceUrl: 'http://127.0.0.1:7410' });

  it.each([
    ['http://pics.example/a.jpg', 'its address is not https', ['allowHttp']],
    ['https://pics.example:8443/a.jpg', 'port 8443 is not allowed', ['allowPrivateHosts']],
    ['https://10.0.0.5/a.jpg', 'its host is on a private network', ['allowPrivateHosts']],
    ['https://192.0.2.1/a.jpg', 'its host’s address is reserved, not on the internet', ['allowPrivateHosts']],
    ['https://[2001:db8::1]/a.jpg', 'its host’s address is reserved, not on the internet', ['allowPrivateHosts']],
    ['https://[::ffff:10.0.0.1]/a.jpg', 'its host is on a private network', ['allowPrivateHosts']],
    ['https://127.0.0.1/a.jpg', 'its host is on a private network', ['allowPrivateHosts']],
    [
      'http://10.0.0.5:9000/a.jpg',
      'its address is not https and port 9000 is not allowed',
      ['allowHttp', 'allowPrivateHosts'],
    ],
    ['ftp://pics.example/a.jpg', 'ftp: addresses are not supported', []],
  ])('name the settings that would allow %s', (address, refused, allowedBy) => {
    expect(checkAddress(address, strict)).toEqual({ refused, allowedBy });
  });
});

it('classes only public internet addresses as public', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true);
  for (const address of ['', 'x', '127.0.0.1', 'fe80::1%lo']) expect(isPublicAddress(address)).toBe(false);
});

it('refuses a name that resolves to this machine while connecting', async () => {
  const canResolve = await new Promise((resolve) => lookup('localhost', (error) => resolve(error === null)));
  expect(canResolve).toBe(true);
  for (const all of [true, false]) {
    const error = await new Promise((resolve) => guardedLookup('localhost', { all }, (problem) => resolve(problem)));
    expect(error).toMatchObject({ name: 'AddressRefused' });
  }
});
