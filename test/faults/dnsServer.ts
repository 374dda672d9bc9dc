/** A DNS server that answers with one address, with NXDOMAIN, or not at all. */
import { createSocket } from 'node:dgram';

export type DnsServer = {
  /** The address to put in resolv.conf; the port is 53. */
  readonly host: string;
  /** Sets the answer to every query: an IPv4 address, NXDOMAIN or silence. */
  readonly setAnswer: (answer: string | 'nxdomain' | 'silence') => void;
  readonly close: () => Promise<void>;
};

const ttlSeconds = 1;

/** Rejects when the port cannot be opened. */
export async function startDnsServer(host: string): Promise<DnsServer> {
  let answer: string | 'nxdomain' | 'silence' = 'silence';
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const reply = answer === 'silence' ? null : createReply(query, answer);
    if (reply !== null) socket.send(reply, port, address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(53, host, () => resolve());
  });
  socket.on('error', () => undefined);
  return {
    host,
    setAnswer: (next) => {
      answer = next;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** Returns the response message, or `null` for a malformed query. */
function createReply(query: Buffer, answer: string): Buffer | null {
  const nameEnd = query.indexOf(0, 12);
  if (nameEnd === -1 || query.length < nameEnd + 5) return null;
  const questionSection = query.subarray(12, nameEnd + 5);
  const isIpv4Query = query.readUInt16BE(nameEnd + 1) === 1;
  const isKnown = answer !== 'nxdomain';
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // QR, RD and RA set; response code 3 is NXDOMAIN.
  header.writeUInt16BE(0x8180 | (isKnown ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  if (!isKnown || !isIpv4Query) return Buffer.concat([header, questionSection]);
  header.writeUInt16BE(1, 6);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, ttlSeconds, 0, 4, ...answer.split('.').map(Number)]);
  return Buffer.concat([header, questionSection, record]);
}
