/** The duplicates of the open collection, found once for each of its versions. */
import { useMemo } from 'react';
import { type Duplicate, findDuplicates } from '../state/duplicates.ts';
import { useCollection } from './useService.ts';

const none: ReadonlyMap<string, Duplicate> = new Map();

export function useDuplicates(): ReadonlyMap<string, Duplicate> {
  const collection = useCollection();
  return useMemo(() => (collection === null ? none : findDuplicates(collection)), [collection]);
}
