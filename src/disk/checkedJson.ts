/** Writes JSON with a checksum, so that a single changed byte is noticed. */
import { createHash } from 'node:crypto';

/** Returns one line of JSON. */
export function formatChecked(content: unknown): string {
  const json = JSON.stringify(content);
  return `{"sha256":"${checksumOf(json)}","content":${json}}\n`;
}

/** Returns the content; `undefined` if the bytes are not what `formatChecked` returned. */
export function parseChecked(bytes: Buffer): unknown {
  const [, checksum, json = ''] =
    /^\{"sha256":"([0-9a-f]{64})","content":(.*)\}\n$/s.exec(bytes.toString('utf8')) ?? [];
  return checksum === checksumOf(json) ? (JSON.parse(json) as unknown) : undefined;
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
