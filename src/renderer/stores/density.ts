/** The height of rows that the operator chose for this desk, stored on this machine. */
import { create } from 'zustand';
import { machineStorage } from '../../ui/safeStorage.ts';
import { useViewport } from './viewport.ts';

/** `auto` follows the width of the window. */
export const densities = ['auto', 'comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

const storageKey = 'greenroom.density';

const useDensity = create<{ readonly density: Density }>()(() => ({ density: readDensity(machineStorage) }));
applyDensity(useDensity.getState().density);

export function readDensity(storage: Pick<Storage, 'getItem'>): Density {
  return densities.find((known) => known === storage.getItem(storageKey)) ?? 'auto';
}

export function useChosenDensity(): Density {
  return useDensity(({ density }) => density);
}

export function chooseDensity(density: Density): void {
  machineStorage.setItem(storageKey, density);
  useDensity.setState({ density });
  applyDensity(density);
}

/** Whether rows of posts have their smaller height; the style sheet decides the same. */
export function useHasCompactRows(): boolean {
  const isNarrow = useViewport(({ isCompact }) => isCompact);
  const density = useChosenDensity();
  return density === 'auto' ? isNarrow : density === 'compact';
}

function applyDensity(density: Density): void {
  document.documentElement.dataset['density'] = density;
}
