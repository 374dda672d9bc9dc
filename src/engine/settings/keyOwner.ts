/** Decides which service may get a saved API key: the service for which it was saved. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';

/** Code of the error when the saved key belongs to another service. */
const otherOwnerCode = 'KEY_OF_OTHER_SERVICE';

export type OtherOwner = {
  /** The origin that owns the key. */
  readonly owner: string;
  /** Whether the environment sets the key, so that no other can be entered. */
  readonly isFixed: boolean;
};

type KeyOfOtherService = Error & OtherOwner & { readonly code: typeof otherOwnerCode };

/** `key` is a fingerprint: a key that was replaced in the file or the environment is a new one, for the address in use. */
const ownerSchema = z.object({ origin: z.string(), key: z.string() });

/** The value of `apiKeyOwner`; `null` without an address or a key, because nobody owns the key then. */
export function formatOwner(address: string, apiKey: string | null): string | null {
  if (apiKey === null || !URL.canParse(address)) return null;
  return JSON.stringify({ origin: new URL(address).origin, key: fingerprintOf(apiKey) });
}

/** Returns the origin that the key belongs to; `null` if the stored owner is of another key. */
export function readOwner(stored: string | null, apiKey: string): string | null {
  const { data } = ownerSchema.safeParse(parseJson(stored ?? ''));
  return data !== undefined && data.key === fingerprintOf(apiKey) ? data.origin : null;
}

/** The origin that owns the key, if that is not the service at `to`; otherwise `null`. A key without an owner belongs to the address in use. */
export function findOtherOwner(stored: string | null, apiKey: string | null, inUse: string, to: string): string | null {
  if (apiKey === null || apiKey === '') return null;
  const owner = readOwner(stored, apiKey) ?? (URL.canParse(inUse) ? new URL(inUse).origin : null);
  return owner === null || isSameService(owner, to) ? null : owner;
}

/** Rejects the use of a key that belongs to another service. */
export function keyOfOtherService(other: OtherOwner): KeyOfOtherService {
  return Object.assign(new Error(`the key belongs to ${other.owner}`), { code: otherOwnerCode, ...other } as const);
}

export function isKeyOfOtherService(error: unknown): error is KeyOfOtherService {
  return error instanceof Error && 'code' in error && error.code === otherOwnerCode;
}

/** A path does not make another service, and neither does https in place of http on the usual ports. */
export function isSameService(owner: string, address: string): boolean {
  if (!URL.canParse(owner) || !URL.canParse(address)) return owner === address;
  const [from, to] = [new URL(owner), new URL(address)];
  if (from.origin === to.origin) return true;
  const isNowEncrypted = from.protocol === 'http:' && to.protocol === 'https:';
  return isNowEncrypted && from.hostname === to.hostname && from.port === '' && to.port === '';
}

function fingerprintOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 16);
}
