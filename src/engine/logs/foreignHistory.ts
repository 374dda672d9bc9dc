/** Keeps the history of another feed apart from that of the feed in whose folder it is, for example because a wrong folder was restored. */

import { join } from 'node:path';
import type { FeedState } from '../../core/feedState.ts';
import { errorCodeOf } from '../../disk/errorCode.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import type { LoadProblem } from '../show/showFiles.ts';
import { type LastList, readLastList } from './lastKnown.ts';

/**
 * Call before anything else uses the folder. Renames a history of another feed, so that this feed begins its own. `saved` is the feed of the
 * saved show; `null` if it never had it.
 */
export async function readOwnHistory(
  dataDir: string,
  slug: string,
  saved: FeedState | null,
): Promise<{ readonly history: LastList; readonly problems: readonly LoadProblem[] }> {
  const history = await readLastList(dataDir, slug, saved);
  return { history, problems: history.isForeign ? [await setHistoryAside(dataDir, slug)] : [] };
}

async function setHistoryAside(dataDir: string, slug: string): Promise<LoadProblem> {
  const file = `history/${slug}`;
  const facts = { file, feed: slug };
  try {
    const kept = `history/${await quarantineFile(join(dataDir, file))}`;
    return { code: 'DISK_HISTORY_FOREIGN', about: file, facts: { ...facts, kept } };
  } catch (error) {
    const what = errorCodeOf(error);
    return { code: 'DISK_HISTORY_MIXED', about: file, facts: { ...facts, what } };
  }
}
