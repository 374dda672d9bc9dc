/** Keeps a report of each unhandled error in the data directory, without secrets. The oldest are deleted. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, writeAtomic } from '../../disk/atomicFile.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Clock } from '../../engine/ports.ts';
import { readNextKey } from '../../engine/settings/serviceKey.ts';
import type { Keychain } from './keychain.ts';

export type FaultReports = {
  /** Resolves when the report is on disk, or could not be written. */
  readonly add: (where: string, error: unknown) => Promise<void>;
};

const maxReports = 10;
const maxLength = 20_000;

/** `secrets` returns the secrets to leave out. */
export function createFaultReports(
  folder: string,
  about: Readonly<Record<string, string>>,
  secrets: () => Promise<readonly string[]>,
  clock: Clock,
): FaultReports {
  const runInOrder = createSerialQueue();
  const write = async (where: string, error: unknown): Promise<void> => {
    const at = new Date(clock.now()).toISOString();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const report = { at, ...about, where, error: removeSecrets(text.slice(0, maxLength), await secrets()) };
    await makeDirectory(folder);
    await writeAtomic(join(folder, `report-${at.replaceAll(':', '-')}.json`), `${JSON.stringify(report, null, 2)}\n`);
    const reports = (await readdir(folder)).filter((name) => name.startsWith('report-')).sort();
    for (const name of reports.slice(0, -maxReports)) await rm(join(folder, name), { force: true });
  };
  return { add: (where, error) => runInOrder(() => write(where, error)).catch(() => undefined) };
}

/** Every secret, also the key of an address that the settings do not name yet. */
export async function listSecrets({
  secrets,
  secretStore,
}: Pick<Keychain, 'secrets' | 'secretStore'>): Promise<readonly string[]> {
  const next = readNextKey(await secretStore.nextApiKey());
  const found = await Promise.all([secrets.apiKey(), secrets.webhookSecrets(), secrets.deskToken()]);
  return [...found.flat(), next?.apiKey ?? null].filter((secret) => secret !== null);
}

/** Removes the given secrets, and what looks like one: values after a question mark or a number sign, and tokens in headers. */
export function removeSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, removed), text);
  return known
    .replace(/([?#&][\w.-]+=)[^\s&#'"`)]+/g, `$1${removed}`)
    .replace(/\b(bearer|basic|token|x-api-key)([ :=]+)[\w.~+/=-]{8,}/gi, `$1$2${removed}`);
}

const removed = '(removed)';
