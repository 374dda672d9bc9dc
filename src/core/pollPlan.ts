/** How the collections in use are polled: each of a few directly; of more, the service’s list, and each of them only to catch a wrong ETag. */

/** Up to this many collections are polled directly, which is simpler and also finds changes the list does not show. */
const maxPolledDirectly = 3;

/** In milliseconds or seconds. */
type Intervals = {
  /** Between two polls that look for changes. */
  readonly every: number;
  /** Between two full polls of a collection. */
  readonly fullEvery: number;
};

export function isListPolledFor(collections: number): boolean {
  return collections > maxPolledDirectly;
}

/** The time between two polls of one collection, in the unit of the intervals. */
export function collectionIntervalOf({ every, fullEvery }: Intervals, isListPolled: boolean): number {
  return isListPolled ? Math.max(every, fullEvery) : every;
}

/** While nothing changes and nothing fails, and the collections are on the first page of the list. Intervals in seconds. */
export function requestsPerMinute(intervals: Intervals, collections: number): number {
  const isListPolled = isListPolledFor(collections);
  const ofList = isListPolled ? 60 / intervals.every : 0;
  return ofList + (60 * collections) / collectionIntervalOf(intervals, isListPolled);
}
