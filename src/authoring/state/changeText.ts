/** The page's sentences about changes, each with its post or collection in bold. */
import { say } from '../../core/language/say.ts';
import { type StrongSentence, sayStrong } from '../../core/language/sayStrong.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { UndoneChange } from '../../core/serviceDocument.ts';
import type { Collection } from '../api/shapes.ts';
import { findItem, formatPosition } from './position.ts';
import { getAuthorName } from './text.ts';

/** The sentence about a collection's last change. */
export function describeChange(collection: Collection): StrongSentence {
  const { kind, itemId } = collection.lastChange;
  const position = itemId === null ? null : findItem(collection, itemId);
  const name = position === null ? '' : getAuthorName(position.item);
  const where = position === null ? '' : formatPosition(position);
  switch (kind) {
    case 'itemAdded':
      return sayStrong('<b>{name}</b> added to {where}.', { name, where });
    case 'itemEdited':
      return sayStrong('<b>{name}</b> saved: {where}.', { name, where });
    case 'itemPromoted':
      return sayStrong('<b>{name}</b> promoted to {where}.', { name, where });
    case 'itemDemoted':
      return sayStrong('<b>{name}</b> demoted to {where}.', { name, where });
    case 'itemDeleted':
      return sayStrong('Post deleted.');
    case 'itemsPromoted':
    case 'itemsDemoted':
    case 'itemsDeleted':
      return describeSeveralChange(kind);
    case 'listOrdered':
      return name === '' ? sayStrong('Order changed.') : sayStrong('<b>{name}</b> moved to {where}.', { name, where });
    case 'liveCleared':
      return sayStrong('<b>Live cleared.</b> Its posts moved to the end of staging.');
    case 'changeUndone':
      return sayStrong('Last change undone.');
    case 'collectionCreated':
      return sayStrong('<b>{name}</b> created. Add a post to staging.', { name: isolateName(collection.name) });
    case 'collectionEdited':
      return sayStrong('Collection renamed to <b>{name}</b>.', { name: isolateName(collection.name) });
    case 'collectionDeleted':
      return sayStrong('<b>{name}</b> deleted.', { name: isolateName(collection.name) });
    default:
      return kind satisfies never;
  }
}

function describeSeveralChange(kind: 'itemsPromoted' | 'itemsDemoted' | 'itemsDeleted'): StrongSentence {
  switch (kind) {
    case 'itemsPromoted':
      return sayStrong('<b>Several posts</b> promoted to live.');
    case 'itemsDemoted':
      return sayStrong('<b>Several posts</b> demoted to staging.');
    case 'itemsDeleted':
      return sayStrong('<b>Several posts</b> deleted.');
    default:
      return kind satisfies never;
  }
}

/** The sentence about this window's undo, which names the change that was undone. */
export function describeOwnUndo(after: Collection, before: Collection | null): StrongSentence {
  const { undone } = after.lastChange;
  if (undone === null) return sayStrong('Last change undone.');
  return prefixSentence(say('Undone:'), describeUndone(undone, before, after));
}

/** The sentence about someone else's undo of their own change. */
export function describeOthersUndo(undone: UndoneChange, before: Collection | null, after: Collection): StrongSentence {
  return prefixSentence(say('Someone else undid their change:'), describeUndone(undone, before, after));
}

function prefixSentence(prefix: string, sentence: StrongSentence): StrongSentence {
  return { ...sentence, lead: `${prefix} ${sentence.lead}` };
}

/** The sentence about a change that was undone, for example *Tom Okafor* promoted to live. It follows a colon. */
function describeUndone({ kind, itemId }: UndoneChange, before: Collection | null, after: Collection): StrongSentence {
  const find = (collection: Collection | null) =>
    collection === null || itemId === null ? null : (findItem(collection, itemId)?.item ?? null);
  const item = find(after) ?? find(before);
  const name = item === null ? say('A post') : getAuthorName(item);
  switch (kind) {
    case 'itemAdded':
      return sayStrong('<b>{name}</b> added.', { name });
    case 'itemEdited':
      return sayStrong('<b>{name}</b> edited.', { name });
    case 'itemPromoted':
      return sayStrong('<b>{name}</b> promoted to live.', { name });
    case 'itemDemoted':
      return sayStrong('<b>{name}</b> demoted to staging.', { name });
    case 'itemDeleted':
      return sayStrong('<b>{name}</b> deleted.', { name });
    case 'itemsPromoted':
    case 'itemsDemoted':
    case 'itemsDeleted':
      return describeSeveralChange(kind);
    case 'listOrdered':
      return itemId === null ? sayStrong('order changed.') : sayStrong('<b>{name}</b> moved.', { name });
    case 'liveCleared':
      return sayStrong('live cleared.');
    case 'collectionEdited':
      return sayStrong('<b>{name}</b> renamed.', { name: isolateName(before?.name ?? after.name) });
    case 'collectionDeleted':
      return sayStrong('<b>{name}</b> deleted.', { name: isolateName(after.name) });
    case 'collectionCreated':
    case 'changeUndone':
      return sayStrong('last change.');
    default:
      return kind satisfies never;
  }
}
