/** Requests that a hostile page or program sends to a port, as bytes. */

export type Target = {
  /** Host and port of the listener. */
  readonly host: string;
  /** A path whose response is protected. */
  readonly path: string;
  /** A request that would change something, with its body and a valid credential if the port has one. */
  readonly change: { readonly path: string; readonly body: string };
  /** Lines of the credential, each ended by CRLF; empty if the port has none. */
  readonly credential: string;
  /** A WebSocket’s path. */
  readonly socketPath: string;
};

export type HostileRequest = { readonly name: string; readonly bytes: string };

const hosts = [
  ...['evil.example', 'evil.example:7411', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil@127.0.0.1'],
  ...['127.0.0.1,evil.example', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433', '127.0.0.1:99x', ' ', 'a b', '[::1'],
];
const origins = [
  ...['http://evil.example', 'null', 'file://', 'http://localhost:1', 'http://127.0.0.1.evil.example', ''],
  ...['https://127.0.0.1', 'http://127.0.0.1, http://evil.example', 'moz-extension://abc', 'data:text/html,x'],
];
const paths = [
  ...['/../../../../etc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2f..%2fetc%2fpasswd', '//etc/passwd'],
  ...['/media/..%2f..%2fconfig.json', '/overlay/../../package.json', '/overlay/..%5c..%5cpackage.json', '/%00'],
  ...['/.git/config', '/%ff%fe', `/${'a'.repeat(9000)}`, '/kit/%252e%252e/package.json'],
];

export function listHostileRequests(target: Target): readonly HostileRequest[] {
  const { host, path, change, credential, socketPath } = target;
  const get = (address: string, lines: string): string =>
    `GET ${address} HTTP/1.1\r\n${lines}${credential}Connection: close\r\n\r\n`;
  const own = `Host: ${host}\r\n`;
  const length = Buffer.byteLength(change.body);
  const json = 'Content-Type: application/json\r\n';
  const send = (lines: string, body: string): string =>
    `POST ${change.path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n${body}`;
  const whole = `${own}${credential}${json}`;
  const upgrade = (lines: string, address: string): string =>
    `GET ${address} HTTP/1.1\r\n${lines}Connection: Upgrade\r\n\r\n`;
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
  const socket = `Upgrade: websocket\r\n${key}`;
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
  return [
    ...hosts.map((name) => ({ name: `Host ${name}`, bytes: get(path, `Host: ${name}\r\n`) })),
    { name: 'no Host', bytes: get(path, '') },
    { name: 'an empty Host', bytes: get(path, 'Host:\r\n') },
    { name: 'two Hosts', bytes: get(path, `${own}Host: evil.example\r\n`) },
    ...origins.map((name) => ({
      name: `Origin ${name}`,
      bytes: send(`${whole}Origin: ${name}\r\nContent-Length: ${length}\r\n`, change.body),
    })),
    { name: 'a form', bytes: send(`${own}${form}Content-Length: ${length}\r\n`, change.body) },
    {
      name: 'a form of plain text',
      bytes: send(`${own}Origin: null\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n`, change.body),
    },
    { name: 'a change by GET', bytes: get(`${change.path}?_method=POST`, own) },
    { name: 'a method override', bytes: get(change.path, `${own}X-HTTP-Method-Override: POST\r\n`) },
    ...paths.map((address) => ({ name: `path ${address.slice(0, 40)}`, bytes: get(address, own) })),
    { name: 'a header of 9 kB', bytes: get(path, `${own}X-Long: ${'a'.repeat(9000)}\r\n`) },
    {
      name: '300 headers',
      bytes: get(path, own + Array.from({ length: 300 }, (_, index) => `X-${index}: ${'a'.repeat(40)}\r\n`).join('')),
    },
    { name: 'NUL in a header', bytes: get(path, `${own}X-Nul: a\0b\r\n`) },
    { name: 'a space before the colon', bytes: get(path, `${own}X-Space : a\r\n`) },
    { name: 'a folded header', bytes: get(path, `Host: evil.example\r\n ${host}\r\n`) },
    {
      name: 'length and chunks',
      bytes: send(`${whole}Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${get(path, own)}`),
    },
    { name: 'two lengths', bytes: send(`${whole}Content-Length: ${length}\r\nContent-Length: 0\r\n`, change.body) },
    { name: 'a negative length', bytes: send(`${whole}Content-Length: -1\r\n`, change.body) },
    { name: 'a length with a plus', bytes: send(`${whole}Content-Length: +${length}\r\n`, change.body) },
    { name: 'an unknown coding', bytes: send(`${whole}Transfer-Encoding: xchunked\r\n`, change.body) },
    {
      name: 'a chunk of 2^68 bytes',
      bytes: send(`${whole}Transfer-Encoding: chunked\r\n`, `FFFFFFFFFFFFFFFFF\r\n${change.body}`),
    },
    { name: 'bare line feeds', bytes: send(whole, change.body).replaceAll('\r\n', '\n') },
    {
      name: 'a socket from another site',
      bytes: upgrade(`${own}Origin: http://evil.example\r\n${socket}`, socketPath),
    },
    { name: 'a socket from Origin null', bytes: upgrade(`${own}Origin: null\r\n${socket}`, socketPath) },
    { name: 'a socket for another host', bytes: upgrade(`Host: evil.example\r\n${socket}`, socketPath) },
    {
      name: 'a socket of version 1',
      bytes: upgrade(`${own}Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 1\r\n`, socketPath),
    },
    { name: 'a socket elsewhere', bytes: upgrade(`${own}${socket}`, '/other') },
    { name: 'TRACE', bytes: get(path, own).replace('GET', 'TRACE') },
    { name: 'CONNECT', bytes: `CONNECT evil.example:443 HTTP/1.1\r\n${own}\r\n` },
    { name: 'DELETE', bytes: get(path, own).replace('GET', 'DELETE') },
    { name: 'an unknown method', bytes: get(path, own).replace('GET', 'BREW') },
    { name: 'HTTP/2 without asking', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
    { name: 'a TLS greeting', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' },
    { name: 'an unknown version', bytes: get(path, own).replace('HTTP/1.1', 'HTTP/9.9') },
    { name: 'zero bytes', bytes: '\0'.repeat(64) },
  ];
}
