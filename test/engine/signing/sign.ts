/** Creates the signature of a delivery in any format, as a sender would. */
import { buildSignedInput, computeHmac, deriveKey, type Scheme } from '../../../src/engine/signing/signature.ts';
import type { DeliveryParts } from '../../../src/engine/signing/templateFields.ts';

/** The signature header for this scheme; `null` if a signed field is missing. */
export function sign(scheme: Scheme, secret: string, signed: DeliveryParts): string | null {
  const key = deriveKey(scheme.key, secret);
  const input = buildSignedInput(scheme.parts, signed);
  if (key === null || key.length === 0 || input === null) return null;
  return scheme.prefix + computeHmac(key, input).toString(scheme.digest);
}
