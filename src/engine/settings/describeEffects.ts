/** Describes the effects on air of the differences between two settings, together. */
import type { SettingChange } from '../../contract/settings.ts';
import type { Collection } from '../../core/collection.ts';
import { type EffectDeps, effectOf } from './airEffect.ts';
import type { SettingDifference } from './compareSettings.ts';
import { identifyEffect } from './seenEffects.ts';

const servicePath = 'source.baseUrl';

/**
 * `only` are the paths with which each one would be applied; `null` is all. Settings in `fixedPaths` are overridden until the next start. A
 * new service has already returned the `collection`.
 */
export async function describeAirEffects(
  differences: readonly SettingDifference[],
  only: readonly string[] | null,
  fixedPaths: ReadonlySet<string>,
  collection: Collection | null,
  deps: EffectDeps,
): Promise<readonly SettingChange[]> {
  const isServiceSet =
    differences.some(({ path }) => path === servicePath) &&
    !fixedPaths.has(servicePath) &&
    (only === null || only.includes(servicePath));
  const newService = isServiceSet ? { collection } : null;
  return Promise.all(
    differences.map(async (difference) => {
      const effect = await effectOf(difference, fixedPaths.has(difference.path), newService, deps);
      return { ...difference, ...effect, effect: identifyEffect(difference.path, effect) };
    }),
  );
}

/** Whether an import without a choice leaves the service as it is, because another one would change air. */
export function keepsService(changes: readonly SettingChange[]): boolean {
  return changes.some(({ path, changesAir }) => path === servicePath && changesAir);
}
