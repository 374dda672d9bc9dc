/** Formats a WebSocket text frame once for all sockets, so that each gets it as one buffer in one write. */

const finalTextFrame = 0x81;
const length16 = 126;
const length64 = 127;

/** Returns an unmasked, unfragmented frame with this payload (RFC 6455, section 5.2). */
export function formatTextFrame(...payload: readonly Buffer[]): Buffer {
  const length = payload.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([formatHeader(length), ...payload]);
}

function formatHeader(length: number): Buffer {
  if (length < length16) return Buffer.from([finalTextFrame, length]);
  const isShort = length < 0x1_00_00;
  const header = Buffer.alloc(isShort ? 4 : 10);
  header[0] = finalTextFrame;
  header[1] = isShort ? length16 : length64;
  if (isShort) header.writeUInt16BE(length, 2);
  else header.writeUIntBE(length, 4, 6);
  return header;
}
