/** Compares what an operator was told about a settings change with its effect on air now. */
import { createHash } from 'node:crypto';
import type { SettingChange } from '../../contract/settings.ts';
import type { AirEffect } from './serviceEffect.ts';

/** The `effect` of each change shown to the operator; `null` skips the check. */
export type SeenEffects = readonly string[] | null;

export type ImportChoice = {
  readonly file: unknown;
  readonly only: readonly string[] | null;
  readonly seen: SeenEffects;
};

/** Returns a value that differs when the operator would read another effect. All changes of a setting that leave air alone have the same. */
export function identifyEffect(path: string, { changesAir, onAir, works }: AirEffect): string {
  const text = JSON.stringify(changesAir ? [path, works, onAir] : [path, works]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export function areEffectsSeen(changes: readonly SettingChange[], seen: SeenEffects): boolean {
  return seen === null || changes.every(({ effect }) => seen.includes(effect));
}
