/**
 * Frees the memory of long buffers that are not used any more. If only the garbage collector could, their megabytes would make it run several
 * times as often. A freed buffer has no bytes.
 */
export function freeMemory(buffers: readonly Buffer[]): void {
  for (const { buffer, byteLength } of buffers)
    if (buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength) buffer.transfer(0);
}
