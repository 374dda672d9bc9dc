/** Remembers when posts went on air and left it, as long as a consumer may show them. */
import { compareLists } from '../../core/compare.ts';
import type { OnAir } from '../../core/feedState.ts';
import { newestRevisionOf, oldestRevisionOf, type Reader } from './reader.ts';
import type { RestoredFeed, SavedFeed } from './savedReaders.ts';

export type PostMemory = {
  /** Remembers posts that left air for any reason, because a late reader may still show one when it is blocked. */
  readonly recordRevision: (before: OnAir, after: OnAir, readers: readonly Reader[]) => void;
  /** When the post first went on air; 0 if not known, so that any consumer may show the post. */
  readonly firstRevisionOf: (itemId: string) => number;
  /** When the post left air; `null` if it is on air, or if no known consumer may show it. */
  readonly leftRevisionOf: (itemId: string) => number | null;
  /** The revisions of posts that the takedowns after a restart depend on. */
  readonly toSaved: (readers: readonly Reader[]) => Pick<SavedFeed, 'left' | 'firstRevisions' | 'forgottenRevision'>;
};

/** A takedown of a post that left air before them and is not back waits for nobody, and is not confirmed. */
const maxLeftPosts = 10_000;

/** `revision` is the newest of the show at the start. */
export function createPostMemory(revision: number, restored: RestoredFeed, maxLeft = maxLeftPosts): PostMemory {
  /** Missing if not known. If consumers are missing, so may be what the others got since the file was saved. */
  const firstRevisions = new Map(
    restored.isComplete ? restored.firstRevisions.filter(([, first]) => first <= revision) : [],
  );
  /** Kept while a reader may still show the post. */
  const leftInRevision = new Map<string, number>(restored.left);
  /** A post that left air up to this revision may be missing here, so that it would seem new; 0 if none is. */
  let forgottenRevision = forgottenBefore(revision, restored);

  /** Forgets the posts that left air and that no reader may show any more. */
  const forgetUnshown = (newest: number, readers: readonly Reader[]): void => {
    // Computed for all readers together, because both lists can be long.
    const earliestShown = Math.min(...readers.map(oldestRevisionOf));
    const newestOfLost = Math.max(0, ...readers.filter((reader) => !reader.isConnected).map(newestRevisionOf));
    const connected = readers.filter(({ isConnected }) => isConnected);
    const earliestConnected = Math.min(newest, ...connected.map(oldestRevisionOf));
    if (earliestShown >= forgottenRevision) forgottenRevision = 0;
    for (const [id, left] of leftInRevision) {
      const isShownByLost = earliestShown < left && newestOfLost >= (firstRevisions.get(id) ?? 0);
      if (earliestConnected < left || isShownByLost) continue;
      leftInRevision.delete(id);
      firstRevisions.delete(id);
    }
  };

  return {
    recordRevision: (before, after, readers) => {
      const { added, removed } = compareLists(before.items, after.items);
      if (readers.length === 0) {
        forgottenRevision = 0;
        leftInRevision.clear();
        return firstRevisions.clear();
      }
      // First, because a post that comes back counts from now on if nobody may show it from before.
      if (leftInRevision.size > 0 || forgottenRevision > 0) forgetUnshown(after.revision, readers);
      for (const id of added) {
        // A post that was on air before the start has no first revision.
        const isKnown = leftInRevision.delete(id) || firstRevisions.has(id);
        if (!isKnown && forgottenRevision === 0) firstRevisions.set(id, after.revision);
      }
      for (const id of removed) leftInRevision.set(id, after.revision);
      // An event stream proves nothing, so it could still show the oldest.
      for (const [id, left] of leftInRevision) {
        if (leftInRevision.size <= maxLeft) break;
        forgottenRevision = Math.max(forgottenRevision, left);
        leftInRevision.delete(id);
        firstRevisions.delete(id);
      }
    },
    firstRevisionOf: (itemId) => firstRevisions.get(itemId) ?? 0,
    leftRevisionOf: (itemId) => leftInRevision.get(itemId) ?? null,
    toSaved: (readers) => {
      const lost = readers.filter(({ isConnected }) => !isConnected);
      const earliestLost = Math.min(...lost.map(newestRevisionOf));
      // For all others, a missing revision means the same.
      const unseen = [...firstRevisions].filter(([, first]) => first > earliestLost);
      return { left: [...leftInRevision], firstRevisions: unseen, forgottenRevision };
    },
  };
}

/** If the revision is another one than when the consumers were saved, posts can have left air since, or the show is another copy. */
function forgottenBefore(revision: number, { readers, isComplete, ...saved }: RestoredFeed): number {
  if (isComplete && readers.length === 0) return 0;
  return saved.revision === revision ? saved.forgottenRevision : revision;
}
