/** Writes JSON with a checksum, so that a single changed byte is noticed. */
import { createHash } from 'node:crypto';
import { formatSlices } from './jsonSlices.ts';
import { nextBackgroundTurn } from './turns.ts';

/** Returns one line of JSON. */
export function formatChecked(content: unknown): string {
  const json = JSON.stringify(content);
  return `{"sha256":"${checksumOf(json)}","content":${json}}\n`;
}

/** The same for content with long lists, in turns of the event loop. The content must not change meanwhile. */
export async function formatCheckedInTurns(content: unknown): Promise<Buffer> {
  const digest = createHash('sha256');
  const slices: Buffer[] = [];
  for (const slice of formatSlices(content)) {
    digest.update(slice);
    slices.push(slice);
    await nextBackgroundTurn();
  }
  const head = Buffer.from(`{"sha256":"${digest.digest('hex')}","content":`);
  return Buffer.concat([head, ...slices, Buffer.from('}\n')]);
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
