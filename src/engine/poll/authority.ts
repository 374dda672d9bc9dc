/** Reads the file of a private certificate authority. */

import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { describeFileFault } from '../fileFault.ts';

/** Larger files are no certificates. Bytes. */
const maxBytes = 1_000_000;

/** Returns the certificates in PEM, or why the file can't be used, as part of a sentence. */
export async function readAuthority(
  path: string,
): Promise<{ readonly certificates: readonly string[]; readonly fault: string | Phrase | null }> {
  try {
    const text = await readFile(path, 'latin1');
    const certificates =
      text.length > maxBytes ? [] : (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []);
    for (const certificate of certificates) new X509Certificate(certificate);
    return { certificates, fault: certificates.length === 0 ? sayLater('it has no certificate in PEM format') : null };
  } catch (error) {
    return {
      certificates: [],
      fault: describeFileFault(error) ?? sayLater('a certificate in it can’t be read'),
    };
  }
}
