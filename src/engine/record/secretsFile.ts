/** Secrets without a keychain: the environment first, then a file that only this user can read. Never logged. */
import { randomBytes } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { makeDirectory, readWhole, writeAtomic } from '../../disk/atomicFile.ts';
import { setAside } from '../../disk/quarantine.ts';
import type { Ports, Secrets } from '../ports.ts';

const secret = z.string().min(1).optional();
const fileSchema = z.object({
  apiKey: secret,
  webhookSecret: secret,
  webhookSecretNext: secret,
  deskToken: secret,
});

/** What `secrets.json` may hold. A missing one is not set. */
export type StoredSecrets = Readonly<z.infer<typeof fileSchema>>;

export type SecretsFile = {
  readonly secrets: Secrets;
  readonly problems: readonly Problem[];
  /** Sets those that are given; null takes one away. What the environment sets stays above it. Rejects with the system's error. */
  readonly change: (changes: { readonly [Name in keyof StoredSecrets]?: string | null }) => Promise<void>;
};

/** Opens `secrets.json` of the data directory and makes a desk token (192 bit) when none is set. */
export async function openSecretsFile(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
  ports: Pick<Ports, 'clock'>,
): Promise<SecretsFile> {
  await makeDirectory(dataDir);
  const path = join(dataDir, 'secrets.json');
  const problems: Problem[] = [];
  if ((await readSecrets(path)) === null) {
    const at = new Date(ports.clock.now()).toISOString();
    const facts = { file: 'secrets.json', kept: await setAside(path), used: 'Secrets have to be set anew.' };
    problems.push(describeProblem('DISK_FILE_CORRUPT', 'secrets.json', at, facts));
  }
  await restrictToOwner(path);

  let queue: Promise<void> = Promise.resolve();
  const change: SecretsFile['change'] = (changes) => {
    const changed = queue.then(async () => {
      const merged = { ...(await readSecrets(path)), ...changes };
      const kept = Object.entries(merged).filter(([, value]) => typeof value === 'string' && value !== '');
      await writeAtomic(path, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`, 0o600);
    });
    queue = changed.catch(() => undefined);
    return changed;
  };
  const given = (name: string): string | null => environment[name]?.trim() || null;
  const readStored = createCachedReader(path);
  const stored = async (name: keyof StoredSecrets): Promise<string | null> => (await readStored())[name] ?? null;

  let deskToken = given('GREENROOM_DESK_TOKEN') ?? (await stored('deskToken'));
  if (deskToken === null) {
    deskToken = randomBytes(24).toString('base64url');
    await change({ deskToken });
  }
  const secrets: Secrets = {
    apiKey: async () => given('GREENROOM_API_KEY') ?? stored('apiKey'),
    webhookSecrets: async () => {
      const file = await readStored();
      const current = given('GREENROOM_WEBHOOK_SECRET') ?? file.webhookSecret ?? null;
      const next = given('GREENROOM_WEBHOOK_SECRET_NEXT') ?? file.webhookSecretNext ?? null;
      return [current, next].filter((one) => one !== null);
    },
    deskToken: async () => given('GREENROOM_DESK_TOKEN') ?? (await stored('deskToken')) ?? deskToken,
  };
  return { secrets, problems, change };
}

/**
 * Looks at the file at each use, since a secret that is set anew needs no restart, and reads it only when it is another one:
 * every delivery waits for this.
 */
function createCachedReader(path: string): () => Promise<StoredSecrets> {
  let known: { readonly mark: string; readonly secrets: StoredSecrets } | null = null;
  return async () => {
    const found = await stat(path, { bigint: true }).catch(() => null);
    const mark = found === null ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
    if (known?.mark !== mark) known = { mark, secrets: (await readSecrets(path)) ?? {} };
    return known.secrets;
  };
}

/** What is in the file; nothing set where there is none; null when it cannot be understood. */
async function readSecrets(path: string): Promise<StoredSecrets | null> {
  const bytes = await readWhole(path);
  if (bytes === null) return {};
  try {
    return fileSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

/** A file that was copied or written by hand may be open to others. Windows keeps it in the user's own folder. */
async function restrictToOwner(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const found = await stat(path).catch(() => null);
  if (found !== null && (found.mode & 0o077) !== 0) await chmod(path, 0o600);
}
