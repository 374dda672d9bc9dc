/** Describes a change of a list on air for the event log: which posts, in the order of importance to an operator. */
import type { LogEntry } from '../../contract/eventLog.ts';
import type { Item } from '../../core/collection.ts';
import { compareLists, type Edit, isSameItem } from '../../core/compare.ts';
import { describeAction } from '../../core/describeAction.ts';
import type { FeedState } from '../../core/feedState.ts';
import { say } from '../../core/language/say.ts';
import { listNamesBriefly } from '../../core/listNames.ts';
import { authorOf, labelPost, startSentence } from '../../core/postLabel.ts';
import { collectionNamesOf, type ShowState } from '../../core/show.ts';
import { describeTextChange, findTextEdit } from '../../core/textChange.ts';

/** For example `main: Block. Mira Solberg “The whole quay…” off air. 5 posts on air.` */
export function describeOnAir(before: FeedState, after: FeedState, show: ShowState): Omit<LogEntry, 'at'> {
  const { items, revision, cause, by } = after.onAir;
  const { added, removed, edited, moved } = compareLists(before.onAir.items, items);
  const sentences = [
    describeAction(after.onAir, collectionNamesOf(show)),
    added.length === 0 ? null : describeAdded(added, items),
    ...(after.gate === 'held' ? describeWaiting(added, after) : []),
    removed.length === 0 ? null : say('{posts} off air', { posts: labelPosts(removed, before.onAir.items) }),
    ...describeEdited(edited, before.onAir.items, items),
    moved.length === 0 ? null : say('{posts} moved', { posts: labelPosts(moved, items) }),
    say('{count, plural, =0 {No posts} one {# post} other {# posts}} on air', { count: items.length }),
  ];
  const text = sentences.flatMap((sentence) => (sentence === null ? [] : [startSentence(sentence)])).join('. ');
  return {
    level: 'info',
    code: added.length === 0 && removed.length > 0 ? 'OFF_AIR' : 'ON_AIR',
    ...{ about: after.slug, cause, by, revision },
    message: say('{feed}: {text}.', { feed: after.slug, text }),
    edits: findEdits(edited, before.onAir.items, items),
  };
}

function describeAdded(ids: readonly string[], items: readonly Item[]): string {
  const posts = labelPosts(ids, items);
  if (ids.length > 1) return say('{posts} on air', { posts });
  const position = items.findIndex(({ id }) => id === ids[0]) + 1;
  return say('{posts} on air, position {position}', { posts, position });
}

/** The version that live has of the posts that went on air. It can be another: Unblock and Back bring the version of the held list. */
function describeWaiting(added: readonly string[], { onAir, live }: FeedState): readonly string[] {
  if (added.length === 0 || live.version === 0) return [];
  const liveItems = new Map(live.items.map((item) => [item.id, item]));
  const addedIds = new Set(added);
  const posts = onAir.items.filter(({ id }) => addedIds.has(id));
  const others = posts.filter((item) => !isSameItem(item, liveItems.get(item.id) ?? item)).map(({ id }) => id);
  const gone = posts.filter(({ id }) => !liveItems.has(id)).map(authorOf);
  const waiting = say(
    '{count, plural, one {Live has another version, which waits: {posts}} other {Live has other versions, which wait: {posts}}}',
    { posts: labelPosts(others, live.items), count: others.length },
  );
  return [
    ...(others.length === 0 ? [] : [waiting]),
    ...(gone.length === 0 ? [] : [say('Not in live: {names}', { names: listNamesBriefly(gone) })]),
  ];
}

/** For example `Tom Okafor edited: “…a show at 7 pm” → “…a show at 8 pm”`; more than three posts only by their names. */
function describeEdited(edited: readonly Edit[], before: readonly Item[], after: readonly Item[]): readonly string[] {
  if (edited.length === 0) return [];
  const ids = edited.map(({ id }) => id);
  if (ids.length > maxLabelled) return [say('{posts} edited', { posts: labelPosts(ids, after) })];
  return ids.map((id) => {
    const [old, item] = [before, after].map((items) => items.find((one) => one.id === id));
    if (old === undefined || item === undefined) return say('{posts} edited', { posts: id });
    if (old.message === item.message)
      return say('{post} edited: name, picture or date changed', { post: labelPost(item) });
    const [author, former] = [authorOf(item), authorOf(old)];
    const change = describeTextChange(old.message, item.message);
    return author === former
      ? say('{author} edited: {change}', { author, change })
      : say('{author} (before: {former}) edited: {change}', { author, former, change });
  });
}

/** The changes that `describeEdited` quotes. */
function findEdits(edited: readonly Edit[], before: readonly Item[], after: readonly Item[]): LogEntry['edits'] {
  if (edited.length > maxLabelled) return [];
  const textOf = (items: readonly Item[], id: string): string => items.find((one) => one.id === id)?.message ?? '';
  return edited.flatMap(({ id }) => findTextEdit(textOf(before, id), textOf(after, id)) ?? []);
}

/** As many as a list of names shows. */
const maxLabelled = 3;

/** For example `Mira Solberg “The whole quay…” and 4 more`. */
function labelPosts(ids: readonly string[], items: readonly Item[]): string {
  const labels = ids.map((id, index) => {
    const item = index < maxLabelled ? items.find((one) => one.id === id) : undefined;
    return item === undefined ? id : labelPost(item);
  });
  return listNamesBriefly(labels);
}
