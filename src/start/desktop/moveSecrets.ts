/** Moves the secrets of headless mode from `secrets.json` into the system’s keychain, once it is certain that they are there. */
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { readFileIfExists } from '../../disk/atomicFile.ts';
import type { Clock } from '../../engine/ports.ts';
import type { Keychain } from './keychain.ts';

const secretSchema = z.string().min(1).optional();
const fileSchema = z.object({
  apiKey: secretSchema,
  nextApiKey: secretSchema,
  apiKeyOwner: secretSchema,
  webhookSecret: secretSchema,
  webhookSecretNext: secretSchema,
  deskToken: secretSchema,
});

/**
 * The file takes precedence: it is deleted when its secrets have been moved, so that a file was written later. A file that
 * cannot be read stays. Returns a notice if secrets were moved. Never rejects.
 */
export async function moveSecrets(
  path: string,
  keychain: Pick<Keychain, 'isPersistent' | 'change' | 'isStored'>,
  clock: Clock,
): Promise<readonly Problem[]> {
  if (!keychain.isPersistent) return [];
  try {
    const bytes = await readFileIfExists(path);
    const found = bytes === null ? undefined : fileSchema.safeParse(parseJson(bytes.toString('utf8'))).data;
    if (found === undefined) return [];
    const secrets = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
    await keychain.change(secrets);
    if (!(await keychain.isStored(secrets))) return [];
    await rm(path);
    const at = new Date(clock.now()).toISOString();
    return [describeProblem('ENGINE_SECRETS_MOVED', 'secrets.json', at, { file: path })];
  } catch {
    return [];
  }
}
