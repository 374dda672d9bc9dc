/** Changes of the open collection: each asked against the version that the person saw, and asked again only where that is safe. */
import type { Change } from '../api/client.ts';
import type { Present } from '../api/shapes.ts';
import { type Context, presentOf, say, sayRefused, takeIn, warn } from './context.ts';
import { findItem, type Hand, isAtHome, orderWith } from './place.ts';
import { changeWords, nameOf, toldWords } from './words.ts';

/** How often a change is asked again on a newer version before it is given up. */
const mostTries = 4;

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(context: Context) {
  const { store, client } = context;
  /** The collection deleted last by this window, until that is undone or something else is changed. */
  let lastDeletedId: string | null = null;
  let underWay: Promise<unknown> = Promise.resolve();

  /**
   * Asks for a change. `intentOn` says what it is on the version that stands now; asked again on a newer one when that moved on meanwhile.
   * Null from it: it makes no sense any more, and nothing is done.
   */
  function change(intentOn: (present: Present) => Change | null): Promise<Present | null> {
    const changed = changeNow(intentOn);
    underWay = changed.catch(() => null);
    return changed;
  }

  async function changeNow(intentOn: (present: Present) => Change | null): Promise<Present | null> {
    const { organisation, collection } = store.getState();
    if (organisation === null || collection === null) return null;
    let present = collection;
    for (let tries = 0; tries < mostTries; tries++) {
      const intent = intentOn(present);
      if (intent === null) {
        warn(context, 'Somebody else changed this list as you pressed. Nothing was done. Look and press again.');
        return null;
      }
      const answer = await client.change(organisation, collection.id, intent, present.etag);
      if (answer.ok) {
        if (answer.value !== null) took(answer.value);
        return answer.value;
      }
      const newer = presentOf(answer);
      if (newer === null) {
        sayRefused(context, answer);
        return null;
      }
      takeIn(context, newer, false);
      present = newer;
    }
    warn(context, 'The list keeps changing under this window. Nothing was done. Next: press again.');
    return null;
  }

  function took(present: Present): void {
    lastDeletedId = null;
    takeIn(context, present, true);
    const { hooks } = store.getState();
    const { strong, words } = changeWords(present);
    const told = present.lastChange.kind === 'collectionDeleted' ? '' : ` ${toldWords(hooks.length)}`;
    say(context, { kind: 'usual', icon: 'radio', strong, words: `${words}${told}`, action: 'undo' });
  }

  /** Only on the very version that was seen; otherwise the person looks again. */
  function changeAsSeen(intent: Change): Promise<Present | null> {
    const seen = store.getState().collection?.version;
    return change((present) => (present.version === seen ? intent : null));
  }

  function move(hand: Hand): Promise<Present | null> {
    if (isAtHome(hand)) return Promise.resolve(null);
    const { itemId, from, to } = hand;
    return change((present) => {
      const place = findItem(present, itemId);
      if (place === null || place.list !== from.list) return null;
      if (to.list !== from.list) {
        return { verb: to.list === 'live' ? 'promote' : 'demote', itemId, index: to.index };
      }
      return { verb: 'order', list: to.list, itemIds: orderWith(present[to.list], itemId, to.index) };
    });
  }

  return {
    change,
    move,
    promote: (itemId: string) =>
      change((present) =>
        findItem(present, itemId)?.list === 'staging' ? { verb: 'promote', itemId, index: null } : null,
      ),
    demote: (itemId: string) =>
      change((present) =>
        findItem(present, itemId)?.list === 'live' ? { verb: 'demote', itemId, index: null } : null,
      ),
    moveBy: (itemId: string, by: 1 | -1) => {
      const { collection } = store.getState();
      const place = collection === null ? null : findItem(collection, itemId);
      if (collection === null || place === null) return Promise.resolve(null);
      const index = place.index + by;
      if (index < 0 || index >= collection[place.list].length) return Promise.resolve(null);
      return move({ itemId, from: place, to: { list: place.list, index } });
    },
    clearLive: () => changeAsSeen({ verb: 'clearLive' }),
    rename: (name: string) => change(() => ({ verb: 'rename', name })),
    deleteItem: async (itemId: string) => {
      const { collection } = store.getState();
      const name = collection === null ? '' : nameOf(findItem(collection, itemId)?.item ?? null);
      const present = await change((now) => (findItem(now, itemId) === null ? null : { verb: 'deleteItem', itemId }));
      if (present === null) return;
      say(context, {
        kind: 'usual',
        icon: 'radio',
        strong: name,
        words: ' deleted. Undo brings it back.',
        action: 'undo',
      });
    },
    undo: async () => {
      // What was pressed just before is what is undone, also when its answer is still on its way.
      await underWay;
      const { organisation } = store.getState();
      const deletedId = lastDeletedId;
      if (organisation === null) return;
      if (deletedId === null) {
        if (store.getState().isOwnVersion) await changeAsSeen({ verb: 'undo' });
        else warn(context, 'The last change was not made in this window. Nothing was undone.');
        return;
      }
      lastDeletedId = null;
      const answer = await client.change(organisation, deletedId, { verb: 'undo' }, '*');
      if (!answer.ok || answer.value === null) {
        if (!answer.ok) sayRefused(context, answer);
        return;
      }
      store.setState({ collectionId: deletedId, collection: null, selectedId: null });
      took(answer.value);
    },
    deleteCollection: async () => {
      const { organisation, collection } = store.getState();
      if (organisation === null || collection === null) return;
      const answer = await client.change(organisation, collection.id, { verb: 'delete' }, collection.etag);
      if (!answer.ok) {
        const newer = presentOf(answer);
        if (newer === null) return sayRefused(context, answer);
        takeIn(context, newer, false);
        return warn(
          context,
          'Somebody else changed this collection as you pressed. Nothing was deleted. Look and press again.',
        );
      }
      lastDeletedId = collection.id;
      const rest = (store.getState().summaries ?? []).filter(({ id }) => id !== collection.id);
      store.setState({
        summaries: rest,
        collectionId: rest[0]?.id ?? null,
        collection: null,
        selectedId: null,
        hand: null,
      });
      const words = ' deleted, with all its posts. Undo brings it back.';
      say(context, { kind: 'usual', icon: 'layers', strong: collection.name, words, action: 'undoDeletion' });
    },
    create: async (name: string, contentType: string) => {
      const { organisation } = store.getState();
      if (organisation === null) return false;
      const answer = await client.create(organisation, name, contentType);
      if (!answer.ok) {
        sayRefused(context, answer);
        return false;
      }
      if (answer.value === null) return false;
      store.setState({ collectionId: answer.value.id, collection: null, selectedId: null, screen: 'collections' });
      took(answer.value);
      say(context, {
        kind: 'usual',
        icon: 'layers',
        strong: name,
        words: ' made. Next: add a post to staging with N.',
        action: null,
      });
      return true;
    },
    fillDemo: async () => {
      const { organisation } = store.getState();
      if (organisation === null) return;
      const answer = await client.demo(organisation);
      if (!answer.ok) return sayRefused(context, answer);
      const summaries = await client.summaries(organisation);
      if (summaries.ok) store.setState({ summaries: summaries.value });
      const words = 'The demo show is filled in. Its collections can be changed and deleted like any others.';
      say(context, { kind: 'usual', icon: 'layers', strong: '', words, action: null });
    },
  };
}
