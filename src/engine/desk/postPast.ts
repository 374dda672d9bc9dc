/** Reads what changed in one post on air and when it was on air, from the history and the as-run log. */
import type { PostChange, PostPast, TimeOnAir } from '../../contract/postPast.ts';
import type { AirEntry } from '../../core/asRun.ts';
import type { AsRun } from '../logs/asRun.ts';
import type { History } from '../logs/history.ts';

type Rows = NonNullable<Awaited<ReturnType<History['list']>>>;

/** The newest revisions that are read; a longer history would delay each answer. */
const maxRevisions = 500;
const maxChanges = 20;
const maxTimes = 20;
/** Entries of one post that are kept while the log is read. */
const maxEntries = 1000;

/** Returns `null` for an unknown feed. If one of the logs can’t be read, the answer names it and has what the other one says. */
export async function readPostPast(
  { history, asRun }: { readonly history: Pick<History, 'list'>; readonly asRun: Pick<AsRun, 'readRows'> },
  { feed, itemId }: { readonly feed: string; readonly itemId: string },
): Promise<PostPast | null> {
  const rows = await history.list(feed, null, maxRevisions).catch(() => 'unreadable' as const);
  if (rows === null) return null;
  const revisions = rows === 'unreadable' ? [] : rows;
  const since = revisions.at(-1)?.at ?? null;
  const entries = await readEntriesOf(asRun, { feed, of: 'list', from: since, to: null }, itemId).catch(() => null);
  const changes = changesOf(revisions, itemId, entries ?? []);
  const times = timesOf(entries ?? []);
  return {
    since,
    changes: changes.slice(0, maxChanges),
    earlierChanges: Math.max(0, changes.length - maxChanges),
    times: times.slice(-maxTimes).reverse(),
    earlierTimes: Math.max(0, times.length - maxTimes),
    missingRevisions: countMissing(revisions),
    unreadable: [
      ...(rows === 'unreadable' ? (['history'] as const) : []),
      ...(entries === null ? (['asRun'] as const) : []),
    ],
  };
}

/** The entries of the post, oldest first. */
async function readEntriesOf(
  asRun: Pick<AsRun, 'readRows'>,
  query: Parameters<AsRun['readRows']>[0],
  itemId: string,
): Promise<readonly AirEntry[]> {
  let entries: AirEntry[] = [];
  for await (const part of asRun.readRows(query, null))
    entries = [...entries, ...part.filter((entry) => entry.itemId === itemId)].slice(-maxEntries);
  return entries;
}

/** Newest first, as the rows are. */
function changesOf(rows: Rows, itemId: string, entries: readonly AirEntry[]): readonly PostChange[] {
  return rows.flatMap(({ revision, at, cause, by, verb, about, added, removed, edited }): readonly PostChange[] => {
    const origin = { revision, at, cause, by, verb, about };
    if (added.includes(itemId)) return [{ ...origin, kind: 'on', fields: [], text: null }];
    if (removed.includes(itemId)) return [{ ...origin, kind: 'off', fields: [], text: null }];
    const edit = edited.find(({ id }) => id === itemId);
    if (edit === undefined) return [];
    return [{ ...origin, kind: 'edited', fields: edit.fields, text: textChangeAt(revision, entries) }];
  });
}

/** An edited text ends one entry and begins the next. `null` if the text is the same, or not in the log. */
function textChangeAt(revision: number, entries: readonly AirEntry[]): PostChange['text'] {
  const index = entries.findIndex((entry) => entry.revision === revision);
  const [before, after] = [entries[index - 1], entries[index]];
  if (before === undefined || after === undefined || before.off !== after.on) return null;
  return before.message === after.message ? null : { before: before.message, after: after.message };
}

/** Oldest first. Entries that an edit divides are one time on air. */
function timesOf(entries: readonly AirEntry[]): readonly TimeOnAir[] {
  const times: TimeOnAir[] = [];
  for (const { on, off, seconds } of entries) {
    const last = times.at(-1);
    if (last !== undefined && last.off === on)
      times[times.length - 1] = { ...last, off, seconds: last.seconds + seconds };
    else times.push({ on, off, seconds });
  }
  return times;
}

/** Damage to the history leaves out revisions, and a crash skips numbers. */
function countMissing(rows: Rows): number {
  const newest = rows[0]?.revision ?? 0;
  const oldest = rows.at(-1)?.revision ?? newest;
  return rows.length === 0 ? 0 : newest - oldest + 1 - rows.length;
}
