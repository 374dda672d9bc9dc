/** Reads from a photo’s Exif data whether its width and height are swapped when it is displayed. */

/** Orientations 5 to 8 (tag 0x0112) swap them. `exif` is the body of the JPEG’s APP1 segment. */
export function isRotatedByExif(exif: Buffer): boolean {
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = exif.subarray(6);
  if (tiff.length < 8) return false;
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(read16(first), 200);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (read16(at) === 0x0112) return read16(at + 8) >= 5 && read16(at + 8) <= 8;
  }
  return false;
}
