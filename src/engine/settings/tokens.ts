/** Manages access to the control API: the desk's own token, and named tokens stored as hashes. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { TokenRow } from '../../contract/settings.ts';
import { type Right, rights } from '../../core/commands/commandRow.ts';
import { markMessage, type Phrase, say, sayLater } from '../../core/language/say.ts';
import { looksLike, nameKey } from '../../core/names.ts';
import { isolateName } from '../../core/outsideName.ts';
import { parseJson } from '../../core/parseJson.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';
import { formatChecked, parseChecked } from '../../disk/checkedJson.ts';
import { errorCodeOf } from '../../disk/errorCode.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Cancel, Ports } from '../ports.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { secretsWithinMs } from './secretsInUse.ts';
import { saveWithinMs } from './settingsSaver.ts';

/** Holder of a valid token; the logs show `name`. */
export type Bearer = {
  readonly name: string;
  readonly right: Right;
  /** Hash of the token, which also distinguishes a later token with the same name. */
  readonly id: string;
  /** Checked again at each use; anything opened with the token ends once this is true. */
  readonly isRevoked: () => boolean;
};

export type Tokens = {
  /** Problems found when the list was opened. */
  readonly problems: readonly Problem[];
  /** `address` is where the request came from. */
  readonly bearerOf: (token: string | null, address: string) => Promise<Bearer | null>;
  readonly list: () => readonly TokenRow[];
  /** True if a token has this name or looks as if it had. */
  readonly hasName: (name: string) => boolean;
  /**
   * Creates a token and returns its value; it can't be read again. Returns `null` if the name is in use or reserved. Rejects if it can’t be saved,
   * with `DiskHangs` if the disk does not answer in time; then there is no such token, also later.
   */
  readonly create: (name: string, right: Right) => Promise<string | null>;
  /** Ends the token’s access now, even if that can’t be saved or the disk hangs. Returns false if no token has that name. */
  readonly revoke: (name: string) => Promise<boolean>;
  /** Calls the listener when any token is revoked; check `isRevoked` of each bearer. Returns a function that unsubscribes. */
  readonly onRevoked: (listener: () => void) => () => void;
  /** Tries once more to save a revocation. */
  readonly stop: () => Promise<void>;
};

/** A token was not created, because the disk did not answer in time. */
export class DiskHangs extends Error {}

/** Delay before a revocation that could not be saved is tried again. Milliseconds. */
const saveRetryMs = 15_000;

const fileSchema = z.object({
  version: z.literal(1),
  tokens: z.array(
    z.object({
      name: z.string(),
      right: z.enum(rights),
      createdAt: z.string(),
      sha256: z.string(),
    }),
  ),
});

type StoredToken = z.infer<typeof fileSchema>['tokens'][number];

/**
 * Opens the list of tokens. An unreadable file is quarantined, and its tokens must be created again. `onUnsaved` gets the problem while a
 * revocation can’t be saved, and `null` once it is.
 */
export async function openTokens(
  dataDir: string,
  ports: Ports,
  onUnsaved: (problem: Problem | null) => void,
): Promise<Tokens> {
  const path = join(dataDir, 'tokens.json');
  const read = await readTokens(path, ports);
  let stored = read.tokens;
  const listeners = new Set<() => void>();
  /** By the hash of the token; in memory only, because each request would otherwise write. */
  const lastUses = new Map<string, NonNullable<TokenRow['lastUsed']>>();
  /** Changes run one at a time; otherwise the second would write back what the first removed. */
  const runInOrder = createSerialQueue();
  /** Revoked, but not saved since. */
  let unsavedNames: readonly string[] = [];
  let cancelRetry: Cancel = () => undefined;
  const reportSaved = (): void => {
    cancelRetry();
    if (unsavedNames.length > 0) onUnsaved(null);
    unsavedNames = [];
  };
  const save = async (added: readonly StoredToken[]): Promise<void> => {
    const saved = stored;
    await writeAtomic(path, formatChecked({ version: 1, tokens: [...saved, ...added] }));
    // Another token may have been revoked meanwhile. Its save follows.
    if (stored === saved) reportSaved();
  };
  const reportUnsaved = (what: string | Phrase): void => {
    const facts = { tokens: unsavedNames.map(isolateName).join(', '), what, path };
    onUnsaved(describeProblem('TOKEN_REVOCATION_UNSAVED', 'tokens', new Date(ports.clock.now()).toISOString(), facts));
  };
  const saveRevocations = (): Promise<void> =>
    runInOrder(async () => {
      cancelRetry();
      // A change before it in the queue can have saved them.
      if (unsavedNames.length === 0) return;
      try {
        await save([]);
      } catch (error) {
        reportUnsaved(errorCodeOf(error));
        cancelRetry = ports.clock.after(saveRetryMs, () => void saveRevocations());
      }
    });
  const hasName = (name: string): boolean => stored.some((other) => nameKey(other.name) === nameKey(name));
  return {
    problems: read.problems,
    bearerOf: async (token, address) => {
      if (token === null) return null;
      const id = hashSha256(token);
      if (isSameHash(id, hashSha256(await ports.secrets.deskToken()))) {
        return { name: deskTokenName, right: 'desk', id, isRevoked: () => false };
      }
      const found = stored.find((other) => isSameHash(id, other.sha256));
      if (found === undefined) return null;
      lastUses.set(id, { at: new Date(ports.clock.now()).toISOString(), from: address });
      const isRevoked = (): boolean => stored.every((other) => other.sha256 !== id);
      return { name: found.name, right: found.right, id, isRevoked };
    },
    hasName,
    list: () =>
      stored.map(({ name, right, createdAt, sha256 }) => ({
        ...{ name, right, createdAt },
        lastUsed: lastUses.get(sha256) ?? null,
      })),
    create: async (name, right) => {
      let isRefused = false;
      const creating = runInOrder(async () => {
        if (isRefused || isReservedName(name) || hasName(name)) return null;
        const value = randomBytes(24).toString('base64url');
        const createdAt = new Date(ports.clock.now()).toISOString();
        const created = { name, right, createdAt, sha256: hashSha256(value) };
        await save([created]);
        if (isRefused) {
          await save([]);
          return null;
        }
        stored = [...stored, created];
        return value;
      });
      const result = await waitAtMost(ports.clock, secretsWithinMs, creating, () => {
        isRefused = true;
        return new DiskHangs();
      });
      if (result instanceof DiskHangs) throw result;
      return result;
    },
    revoke: async (name) => {
      const next = stored.filter((other) => other.name !== name);
      if (next.length === stored.length) return false;
      stored = next;
      unsavedNames = [...new Set([...unsavedNames, name])];
      for (const listener of [...listeners]) listener();
      await waitAtMost(ports.clock, saveWithinMs, saveRevocations(), () => {
        if (unsavedNames.includes(name)) reportUnsaved(sayLater('the disk isn’t responding'));
      });
      return true;
    },
    onRevoked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      if (unsavedNames.length > 0) await saveRevocations();
      cancelRetry();
    },
  };
}

/** The as-run log shows these names for the desk's own token, OSC and the app's tray. */
const deskTokenName = markMessage('Control API');
export const oscName = 'OSC';
export const trayName = markMessage('Tray icon');

/** Older logs show `Control`. The others are words that stand where operators are named: for the reader, the service, a rule and Greenroom. */
const reservedNames = [
  ...[deskTokenName, markMessage('Control'), oscName, trayName, markMessage('You'), markMessage('Service')],
  ...[markMessage('The service'), markMessage('Rule'), markMessage('A guard'), markMessage('Rotation')],
  ...[markMessage('The rotation'), markMessage('Restart'), markMessage('The restart'), markMessage('Operator')],
  ...[markMessage('An operator'), 'Greenroom'],
];

/** Whether it looks like a reserved name, in English or in the current language. */
export function isReservedName(name: string): boolean {
  return reservedNames.some((reserved) => looksLike(name, reserved) || looksLike(name, say(reserved)));
}

type ReadTokens = { readonly tokens: readonly StoredToken[]; readonly problems: readonly Problem[] };

async function readTokens(path: string, ports: Ports): Promise<ReadTokens> {
  // A file that cannot be opened must not stop the start either.
  const bytes = await readFileIfExists(path).catch(() => undefined);
  if (bytes === null) return { tokens: [], problems: [] };
  const { data } = fileSchema.safeParse(
    bytes === undefined ? undefined : (parseChecked(bytes) ?? parseUnchecked(bytes)),
  );
  if (data !== undefined) return { tokens: data.tokens, problems: [] };
  const facts = {
    file: 'tokens.json',
    kept: await quarantineFile(path),
    used: () => say('No named token is valid any more.'),
    air: () => say('No post is stored in it.'),
    check: () => say('which panels and programs used one, and create new ones with POST /api/tokens'),
  };
  const at = new Date(ports.clock.now()).toISOString();
  return { tokens: [], problems: [describeProblem('DISK_FILE_CORRUPT', 'tokens.json', at, facts)] };
}

/** Reads a file of version 0.1, which has no checksum. A damaged newer file never looks like one, because its content is a part of it. */
function parseUnchecked(bytes: Buffer): unknown {
  return parseJson(bytes.toString('utf8'));
}

function hashSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
