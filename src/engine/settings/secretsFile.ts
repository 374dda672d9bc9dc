/** Reads secrets from the environment, then from a file that only this user can read. They are never logged. */

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { say } from '../../core/language/say.ts';
import { parseJson } from '../../core/parseJson.ts';
import { describeProblem, type Facts, type Problem, type ProblemCode } from '../../core/problem.ts';
import { makeDirectory, readFileIfExists } from '../../disk/atomicFile.ts';
import { errorCodeOf } from '../../disk/errorCode.ts';
import { restrictToOwner } from '../../disk/ownerOnly.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { replaceFile } from '../../disk/replaceFile.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Ports, Secrets } from '../ports.ts';
import { damagedCode, describeKeptSecret, previousSecrets, type SecretStore, secretVariables } from './secretStore.ts';

const secretSchema = z.string().min(1).optional();
const fileSchema = z.object({
  apiKey: secretSchema,
  nextApiKey: secretSchema,
  apiKeyOwner: secretSchema,
  webhookSecret: secretSchema,
  webhookSecretNext: secretSchema,
  deskToken: secretSchema,
});

export type StoredSecrets = Readonly<z.infer<typeof fileSchema>>;
export type SecretFileChanges = { readonly [Name in keyof StoredSecrets]?: string | null };

export type SecretsFile = {
  readonly secrets: Secrets;
  readonly problems: readonly Problem[];
  /** For changes on a screen. */
  readonly secretStore: SecretStore;
  /** Sets the given secrets; `null` deletes one. The environment still takes precedence. Resolves with the previous values. Rejects with the system's error. */
  readonly change: (changes: SecretFileChanges) => Promise<SecretFileChanges>;
};

/** Opens `secrets.json` of the data directory, and creates a desk token (192 bits) if none is set. */
export async function openSecretsFile(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
  ports: Pick<Ports, 'clock'>,
  restrict: typeof restrictToOwner = restrictToOwner,
): Promise<SecretsFile> {
  await makeDirectory(dataDir);
  const path = join(dataDir, 'secrets.json');
  const problems: Problem[] = [];
  const report = (code: ProblemCode, facts: Facts): void => {
    const at = new Date(ports.clock.now()).toISOString();
    problems.push(describeProblem(code, 'secrets.json', at, { ...facts, file: 'secrets.json' }));
  };
  let isUsable = true;
  try {
    if ((await readSecrets(path)) === null)
      report('DISK_FILE_CORRUPT', {
        kept: await quarantineFile(path),
        used: () => say('No secrets are set.'),
        air: () => say('On air is not affected.'),
        check: () => say('the damaged file, then set the secrets again'),
      });
  } catch (error) {
    // It stays as it is, because it can have the only copy of a secret.
    isUsable = false;
    report('SECRETS_FILE_UNREADABLE', { what: errorCodeOf(error) });
  }

  const runInOrder = createSerialQueue();
  const change: SecretsFile['change'] = (changes) =>
    runInOrder(async () => {
      const present = await readSecrets(path);
      // A file that someone damaged while Greenroom runs is kept, as at the start.
      if (present === null) await quarantineFile(path);
      const merged = { ...present, ...changes };
      const remaining = Object.entries(merged).filter(([, value]) => typeof value === 'string' && value !== '');
      await replaceFile(path, `${JSON.stringify(Object.fromEntries(remaining), null, 2)}\n`, 0o600);
      // On Windows the new file has the rights of its folder.
      await restrict(path);
      return previousSecrets(changes, (name) => present?.[name]);
    });
  const fromEnvironment = (name: string): string | null => environment[name]?.trim() || null;
  const readStored = createCachedReader(path);
  const stored = async (name: keyof StoredSecrets): Promise<string | null> => (await readStored())[name] ?? null;
  const storedIfReadable = (name: keyof StoredSecrets): Promise<string | null> => stored(name).catch(() => null);

  const knownToken = fromEnvironment('GREENROOM_DESK_TOKEN') ?? (await storedIfReadable('deskToken'));
  let deskToken = knownToken ?? randomBytes(24).toString('base64url');
  if (knownToken === null && isUsable) await change({ deskToken });
  // A copied or edited file may be readable by other users.
  const whyReadable = isUsable ? await restrict(path) : null;
  if (whyReadable !== null) report('SECRETS_NOT_PRIVATE', { what: () => say(whyReadable) });
  const secrets: Secrets = {
    apiKey: async () => fromEnvironment('GREENROOM_API_KEY') ?? stored('apiKey'),
    webhookSecrets: async () => {
      const current = fromEnvironment('GREENROOM_WEBHOOK_SECRET');
      const next = fromEnvironment('GREENROOM_WEBHOOK_SECRET_NEXT');
      // Without a secret of the environment, nothing else would say that the file can't be read.
      const read = current === null && next === null ? stored : storedIfReadable;
      const secrets = [current ?? (await read('webhookSecret')), next ?? (await read('webhookSecretNext'))];
      return secrets.filter((secret) => secret !== null);
    },
    // A damaged file locks nobody out of the desk.
    deskToken: async () => {
      deskToken = fromEnvironment('GREENROOM_DESK_TOKEN') ?? (await storedIfReadable('deskToken')) ?? deskToken;
      return deskToken;
    },
  };
  const secretStore: SecretStore = {
    change,
    read: async (name) => fromEnvironment(secretVariables[name]) ?? stored(name),
    nextApiKey: () => stored('nextApiKey'),
    apiKeyOwner: () => stored('apiKeyOwner'),
    describe: async (name) =>
      describeKeptSecret(name, environment, { value: await storedIfReadable(name), from: 'file', isKept: true }),
  };
  return { secrets, problems, change, secretStore };
}

/** Checks the file at each use, so that a new secret needs no restart. Rejects if it is damaged. Re-reads it only if it has changed, because every delivery waits for the read. */
function createCachedReader(path: string): () => Promise<StoredSecrets> {
  let cached: { readonly fingerprint: string; readonly secrets: StoredSecrets | null } | null = null;
  return async () => {
    const found = await stat(path, { bigint: true }).catch(() => null);
    const fingerprint = found === null ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
    if (cached?.fingerprint !== fingerprint) cached = { fingerprint, secrets: await readSecrets(path) };
    if (cached.secrets === null) throw Object.assign(new Error('secrets.json is damaged'), { code: damagedCode });
    return cached.secrets;
  };
}

/** Returns no secrets when there is no file, and `null` when the file cannot be read. */
async function readSecrets(path: string): Promise<StoredSecrets | null> {
  const bytes = await readFileIfExists(path);
  return bytes === null ? {} : (fileSchema.safeParse(parseJson(bytes.toString('utf8'))).data ?? null);
}
