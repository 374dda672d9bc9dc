/** How far the detection of the signature format is, and which captured deliveries count. */
import type { Detection } from '../../contract/settings.ts';

/** `waiting`: for deliveries; `found`: a format can be locked; `failed`: no format matches two signed deliveries. */
export type DetectionPhase = 'off' | 'waiting' | 'found' | 'failed';

/** Two deliveries must match, so that a format is not found by chance. */
export const neededDeliveries = 2;

type Delivery = Detection['captured'][number];

/** Without a note, every format was tried on it. */
export const isUnmatched = ({ hasSignature, note, fits }: Delivery): boolean =>
  hasSignature && note === null && fits.length === 0;

export function phaseOf(detection: Detection | null): DetectionPhase {
  if (detection === null) return 'off';
  if (detection.found !== null) return 'found';
  return detection.captured.filter(isUnmatched).length >= neededDeliveries ? 'failed' : 'waiting';
}
