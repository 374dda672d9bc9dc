/** Lists spellings of addresses that no post may make Greenroom request. */

const loopback = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...['0177.1', '127.0.0.1.', '127.255.255.254', '127.127.127.127', '0', '0.0.0.0', '0x0', '00.0', '①②⑦.⓪.⓪.①'],
  ...['127。0。0。1', '１２７.0.0.1', '127%2e0%2e0%2e1', '%31%32%37.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
  ...['[::ffff:0:127.0.0.1]', '[0000:0000:0000:0000:0000:ffff:7f00:0001]', 'localhost', 'LOCALHOST', 'localhost.'],
  ...['a.localhost'],
];
const privateHosts = [
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '012.0.0.1',
    '0xa.0.0.1',
    '167772161',
    '172.16.0.1',
    '172.31.255.255',
    '0xac100001',
  ],
  ...['192.168.0.1', '192.168.255.255', '0xc0a80001', '3232235521', '0300.0250.0.1', '169.254.169.254', '0xa9fea9fe'],
  ...['2852039166', '169.254.0.1', '0251.0376.0251.0376', '100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.0.8'],
  ...[
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.1.2.3',
    '240.0.0.1',
  ],
  ...[
    '255.255.255.255',
    '192.88.99.1',
    '[fe80::1]',
    '[febf::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[fec0::1]',
  ],
  ...['[::ffff:10.0.0.1]', '[::ffff:169.254.169.254]', '[::ffff:c0a8:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]'],
  ...['[2002:a00:1::1]', '[2001::1]', '[2001:db8::1]', '[100::1]'],
];
const odd = [
  ...[
    'file:///etc/passwd',
    'ftp://pics.example/a.jpg',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '//pics.example/a',
  ],
  ...[
    'https://user:pass@pics.example/a.jpg',
    'https://user@pics.example/a.jpg',
    'https://127.0.0.1@pics.example/a.jpg',
  ],
  ...['https://pics.example:8443/a.jpg', 'http://pics.example:22/a.jpg', 'https://[::1', 'https://', 'about:blank'],
  ...[
    'gopher://127.0.0.1/',
    'blob:https://pics.example/1',
    'ws://127.0.0.1/',
    'greenroom://desk/index.html',
    '\\\\nas\\a.jpg',
  ],
  ...['unix:/var/run/docker.sock', `https://pics.example/${'a'.repeat(2048)}`],
];

/** `port` is a listener’s on this machine. */
export function listHostileAddresses(port: number): readonly string[] {
  return [
    ...loopback.map((host) => `http://${host}:${port}/a.jpg`),
    ...loopback.slice(0, 30).map((host) => `https://${host}/a.jpg`),
    ...privateHosts.map((host) => `http://${host}/a.jpg`),
    ...odd,
  ];
}
