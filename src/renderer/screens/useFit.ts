/** Has a post measured while it is shown. */
import { useEffect } from 'react';
import type { DeskItem } from '../../contract/deskItem.ts';
import type { MeasuredFit } from '../../core/fit.ts';
import { requestFit, useFits, withdrawFit } from '../stores/fits.ts';

/** The measured fit; `null` until it is measured, and if `item` is `null`. */
export function useFit(item: DeskItem | null): MeasuredFit | null {
  const fit = useFits(({ fits }) => (item === null ? null : (fits.get(item) ?? null)));
  const fits = useFits((store) => store.fits);
  useEffect(() => {
    if (item === null) return;
    requestFit(item);
    return () => withdrawFit(item);
  }, [item, fits]);
  return fit;
}
