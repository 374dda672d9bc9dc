/** Who may use the control API: the desk's own token, and named ones with lesser rights, kept only as their hashes. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { normaliseText } from '../../core/guard.ts';
import { readWhole, writeAtomic } from '../../disk/atomicFile.ts';
import { setAside } from '../../disk/quarantine.ts';
import type { Ports } from '../ports.ts';

/** `desk` everything; `operate` the verbs; `present` looking and `used`; `view` looking. */
export type Right = 'desk' | 'operate' | 'present' | 'view';

export type TokenRow = { readonly name: string; readonly right: Right; readonly createdAt: string };

/** Who a good token belongs to; `name` is who the log and as-run name. */
export type Bearer = {
  readonly name: string;
  readonly right: Right;
  /** Tells tokens apart, also one made later under the same name. Not the token. */
  readonly id: string;
  /** Asked anew each time: whatever was opened with the token is over once this is so. */
  readonly isRevoked: () => boolean;
};

export type Tokens = {
  readonly bearerOf: (token: string | null) => Promise<Bearer | null>;
  readonly list: () => readonly TokenRow[];
  /** Makes one and answers its value, which is nowhere else; null when the name is taken, or is one of Greenroom’s own. */
  readonly make: (name: string, right: Right) => Promise<string | null>;
  /** False when there is none of that name. */
  readonly revoke: (name: string) => Promise<boolean>;
  /** Tells in the same turn that a token was revoked; whose it was, each bearer knows. Answers the way to stop. */
  readonly onRevoked: (listener: () => void) => () => void;
};

const fileSchema = z.object({
  version: z.literal(1),
  tokens: z.array(
    z.object({
      name: z.string(),
      right: z.enum(['desk', 'operate', 'present', 'view']),
      createdAt: z.string(),
      sha256: z.string(),
    }),
  ),
});

type Kept = z.infer<typeof fileSchema>['tokens'][number];

/** Opens the list of tokens. A file that cannot be read is set aside: its tokens then have to be made anew. */
export async function openTokens(dataDir: string, ports: Ports): Promise<Tokens> {
  const path = join(dataDir, 'tokens.json');
  let kept: readonly Kept[] = await readTokens(path, ports);
  const listeners = new Set<() => void>();
  /** One change after the other: two at once would bring back what the first of them took. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(change: () => Promise<Value>): Promise<Value> => {
    const done = last.then(change, change);
    last = done;
    return done;
  };
  const save = async (next: readonly Kept[]): Promise<void> => {
    await writeAtomic(path, `${JSON.stringify({ version: 1, tokens: next }, null, 2)}\n`);
    kept = next;
  };
  return {
    bearerOf: async (token) => {
      if (token === null) return null;
      const id = sha256(token);
      if (isSameHash(id, sha256(await ports.secrets.deskToken()))) {
        return { name: deskTokenName, right: 'desk', id, isRevoked: () => false };
      }
      const found = kept.find((other) => isSameHash(id, other.sha256));
      if (found === undefined) return null;
      const isRevoked = (): boolean => kept.every((other) => other.sha256 !== id);
      return { name: found.name, right: found.right, id, isRevoked };
    },
    list: () => kept.map(({ name, right, createdAt }) => ({ name, right, createdAt })),
    make: (name, right) =>
      inTurn(async () => {
        if (isOwnName(name) || kept.some((other) => other.name === name)) return null;
        const value = randomBytes(24).toString('base64url');
        const createdAt = new Date(ports.clock.now()).toISOString();
        await save([...kept, { name, right, createdAt, sha256: sha256(value) }]);
        return value;
      }),
    revoke: (name) =>
      inTurn(async () => {
        const next = kept.filter((other) => other.name !== name);
        if (next.length === kept.length) return false;
        await save(next);
        for (const listener of [...listeners]) listener();
        return true;
      }),
    onRevoked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Under which the desk's own token and OSC press: as-run could not tell a named token of that name from them. */
const deskTokenName = 'Control';
export const oscName = 'OSC';

/** Whether Greenroom itself presses under that name, however it is written. */
export function isOwnName(name: string): boolean {
  const wanted = normaliseText(name).trim();
  return [deskTokenName, oscName].some((own) => normaliseText(own) === wanted);
}

/** Whether that right is enough for what is asked. */
export function isEnough(right: Right, needed: Right): boolean {
  return order.indexOf(right) <= order.indexOf(needed);
}

const order: readonly Right[] = ['desk', 'operate', 'present', 'view'];

async function readTokens(path: string, ports: Ports): Promise<readonly Kept[]> {
  const bytes = await readWhole(path);
  if (bytes === null) return [];
  try {
    return fileSchema.parse(JSON.parse(bytes.toString('utf8'))).tokens;
  } catch {
    const aside = await setAside(path);
    ports.log('warn', 'DISK_FILE_CORRUPT', { file: 'tokens.json', kept: aside });
    return [];
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
