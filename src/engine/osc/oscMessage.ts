/** Parses OSC 1.0 messages and bundles from a datagram; never throws. */
import type { OscArgument } from '../../core/commands/commandRow.ts';

export type OscMessage = { readonly address: string; readonly arguments: readonly OscArgument[] };

const maxBundleDepth = 4;
const knownTags = 'ifsTFN';

/** Returns the messages in order, or none if the datagram is not OSC. Ignores the time tags of bundles. */
export function readOsc(datagram: Buffer): readonly OscMessage[] {
  return readPacket(datagram, 0) ?? [];
}

function readPacket(bytes: Buffer, depth: number): readonly OscMessage[] | null {
  if (bytes.length === 0 || bytes.length % 4 !== 0 || depth > maxBundleDepth) return null;
  if (bytes.toString('latin1', 0, 8) === '#bundle\0') return readBundle(bytes, depth);
  const message = readMessage(bytes);
  return message === null ? null : [message];
}

function readBundle(bytes: Buffer, depth: number): readonly OscMessage[] | null {
  const messages: OscMessage[] = [];
  for (let at = 16; at < bytes.length; ) {
    if (at + 4 > bytes.length) return null;
    const size = bytes.readInt32BE(at);
    if (size <= 0 || at + 4 + size > bytes.length) return null;
    const nested = readPacket(bytes.subarray(at + 4, at + 4 + size), depth + 1);
    if (nested === null) return null;
    messages.push(...nested);
    at += 4 + size;
  }
  return messages;
}

function readMessage(bytes: Buffer): OscMessage | null {
  const address = readText(bytes, 0);
  if (address === null || !address.text.startsWith('/')) return null;
  // Older senders omit the type tags when there are no arguments.
  if (address.next === bytes.length) return { address: address.text, arguments: [] };
  const tags = readText(bytes, address.next);
  if (tags === null || !tags.text.startsWith(',')) return null;
  const values: OscArgument[] = [];
  let at = tags.next;
  for (const tag of tags.text.slice(1)) {
    // Its size is not known, so nothing after it can be read.
    if (!knownTags.includes(tag)) return { address: address.text, arguments: [...values, null] };
    const argument = readArgument(bytes, at, tag);
    if (argument === null) return null;
    values.push(argument.value);
    at = argument.next;
  }
  return { address: address.text, arguments: values };
}

function readArgument(
  bytes: Buffer,
  at: number,
  tag: string,
): { readonly value: OscArgument; readonly next: number } | null {
  switch (tag) {
    case 'i':
      return at + 4 > bytes.length ? null : { value: bytes.readInt32BE(at), next: at + 4 };
    case 'f':
      return at + 4 > bytes.length ? null : { value: bytes.readFloatBE(at), next: at + 4 };
    case 's': {
      const read = readText(bytes, at);
      return read === null ? null : { value: read.text, next: read.next };
    }
    case 'T':
      return { value: true, next: at };
    case 'F':
      return { value: false, next: at };
    case 'N':
      return { value: null, next: at };
    default:
      return null;
  }
}

/** Reads zero-terminated text, padded to a multiple of four bytes. */
function readText(bytes: Buffer, at: number): { readonly text: string; readonly next: number } | null {
  const end = bytes.indexOf(0, at);
  if (end < 0) return null;
  const next = (end + 4) & ~3;
  return next > bytes.length ? null : { text: bytes.toString('utf8', at, end), next };
}
