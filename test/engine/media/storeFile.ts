/** Stores a file in the media cache as a fetch does, for tests that need no server. */
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Files, fileNameOf, noRequest } from '../../../src/engine/media/files.ts';

/** Returns its name. */
export async function storeFile(files: Files, url: string, content: string): Promise<string> {
  const name = fileNameOf(createHash('sha256').update(content).digest('hex'), 'png');
  const path = files.incomingPath(randomUUID());
  await writeFile(path, content);
  const facts = { width: 4, height: 3, durationMs: null, codec: null, isAnimated: false, usedAt: 0 };
  await files.add(path, { url, isOwn: false, name, size: content.length, ...facts, ...noRequest });
  return name;
}
