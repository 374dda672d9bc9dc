/** A name server that answers one address, says that there is no such name, or says nothing. */
import { createSocket } from 'node:dgram';

export type DnsServer = {
  /** Its address; the port is 53, as resolvers want it. */
  readonly host: string;
  /** What it answers to every question from now on: an IPv4 address, or one of the two ways not to. */
  readonly setAnswer: (answer: string | 'no such name' | 'silence') => void;
  readonly close: () => Promise<void>;
};

const ttlSeconds = 1;

/** Rejects when the port cannot be opened. */
export async function startDnsServer(host: string): Promise<DnsServer> {
  let answer: string | 'no such name' | 'silence' = 'silence';
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const reply = answer === 'silence' ? null : replyTo(question, answer);
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

/** The question given back with its answer; null for what is no question. */
function replyTo(question: Buffer, answer: string): Buffer | null {
  const nameEnd = question.indexOf(0, 12);
  if (nameEnd === -1 || question.length < nameEnd + 5) return null;
  const questionSection = question.subarray(12, nameEnd + 5);
  const isForIpv4 = question.readUInt16BE(nameEnd + 1) === 1;
  const isKnown = answer !== 'no such name';
  const header = Buffer.alloc(12);
  question.copy(header, 0, 0, 2);
  // A reply, recursion asked for and had; 3: no such name.
  header.writeUInt16BE(0x8180 | (isKnown ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  if (!isKnown || !isForIpv4) return Buffer.concat([header, questionSection]);
  header.writeUInt16BE(1, 6);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, ttlSeconds, 0, 4, ...answer.split('.').map(Number)]);
  return Buffer.concat([header, questionSection, record]);
}
