/** The program that each feed's graphics run in, as chosen on this desk; else the programs that read the feed. */
import { create } from 'zustand';
import type { DeskFeed } from '../../contract/deskState.ts';
import { ownValue } from '../../core/ownValue.ts';
import { parseJson } from '../../core/parseJson.ts';
import { type Target, targets, targetsOf } from '../../core/targets.ts';
import { machineStorage } from '../../ui/safeStorage.ts';

const storageKey = 'greenroom.targets';

type Choices = Readonly<Record<string, Target>>;

export const useTargetChoice = create<{ readonly bySlug: Choices }>()(() => ({
  bySlug: readChoices(machineStorage),
}));

/** `null` follows the programs that read the feed. */
export function chooseTarget(slug: string, target: Target | null): void {
  const { [slug]: _, ...others } = useTargetChoice.getState().bySlug;
  const bySlug: Choices = target === null ? others : { ...others, [slug]: target };
  machineStorage.setItem(storageKey, JSON.stringify(bySlug));
  useTargetChoice.setState({ bySlug });
}

/** The targets that a feed's posts are checked for. */
export function targetsFor(
  { slug, consumers }: Pick<DeskFeed, 'slug' | 'consumers'>,
  chosen: Choices,
): readonly Target[] {
  const target = ownValue(chosen, slug);
  return target === undefined ? targetsOf(consumers.map(({ program }) => program)) : [target];
}

export function readChoices(storage: Pick<Storage, 'getItem'>): Choices {
  const stored = parseJson(storage.getItem(storageKey) ?? '');
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([slug, value]) => {
      const target = targets.find((known) => known === value);
      return target === undefined ? [] : [[slug, target]];
    }),
  );
}
