/** Formats WebSocket frames, so that each socket gets one buffer in one write. The library would write header and payload apart. */

const finalTextFrame = 0x81;
const pingFrame = 0x89;
const length16 = 126;
const length64 = 127;

/** Returns an unmasked, unfragmented frame with this payload (RFC 6455, section 5.2). */
export function formatTextFrame(...payload: readonly Buffer[]): Buffer {
  const length = payload.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([formatHeader(length), ...payload]);
}

/** Returns a ping with this payload, which the pong repeats: at most 125 characters of ASCII. */
export function formatPingFrame(payload: string): Buffer {
  return Buffer.from([pingFrame, payload.length, ...Buffer.from(payload)]);
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
