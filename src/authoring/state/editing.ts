/** Edits posts: drafts, uploads, saving and conflicts. */
import { say } from '../../core/language/say.ts';
import { sayStrong } from '../../core/language/sayStrong.ts';
import { isolateName } from '../../core/outsideName.ts';
import { ownValue } from '../../core/ownValue.ts';
import type { ContentItem, MediaItem } from '../../core/serviceDocument.ts';
import type { ChangeRequest } from '../api/client.ts';
import type { Collection } from '../api/shapes.ts';
import { uploadMedia } from '../api/upload.ts';
import type { Changes } from './changes.ts';
import { type Conflict, chooseSide, chooseSideForAll, findConflict, resolveDraft, type Side } from './conflict.ts';
import { type Context, runChange, showNotice, showWarning } from './context.ts';
import {
  createDraft,
  type Draft,
  type DraftFields,
  type FieldName,
  fieldNames,
  fieldsOf,
  findChangedFields,
  findProblem,
  isSameField,
  newPostKey,
  toRequestFields,
} from './draft.ts';
import { findItem, formatPosition } from './position.ts';
import { currentCollection, currentOrganisation } from './serviceData.ts';
import { getAuthorName } from './text.ts';

export function createEditing(context: Context, changes: Changes) {
  const { store, token, now } = context;
  let lastSave: Promise<void> = Promise.resolve();
  /** All new posts have one key; the number keeps a post that is being saved apart from the next. */
  let newPostNumber = 0;

  function getCurrentDraft(): { readonly key: string; readonly draft: Draft } | null {
    const { selectedId } = store.getState();
    const draft = selectedId === null ? null : getDraft(selectedId);
    return selectedId === null || draft === null ? null : { key: selectedId, draft };
  }

  /** Returns the post's draft, or a new one from the saved post; `null` when the post is gone. */
  function getDraft(key: string): Draft | null {
    const draft = ownValue(store.getState().drafts, key);
    const collection = currentCollection(context);
    const position = collection === null ? null : findItem(collection, key);
    if (draft !== undefined || position === null || collection === null) return draft ?? null;
    const { item, list } = position;
    return { base: item, baseVersion: collection.version, list, fields: fieldsOf(item) };
  }

  function storeDraft(key: string, draft: Draft): void {
    const isClean = draft.base !== null && findChangedFields(draft).length === 0;
    store.setState(({ drafts }) =>
      isClean ? { drafts: omitKey(drafts, key) } : { drafts: { ...drafts, [key]: draft } },
    );
  }

  function updateFields(fields: Partial<DraftFields>): void {
    const { selectedId } = store.getState();
    if (selectedId !== null) editDraft(selectedId, (current) => ({ ...current, ...fields }));
  }

  /** Edits this post's draft even if another post is selected, as it may be when an upload ends. */
  function editDraft(key: string, change: (fields: DraftFields) => DraftFields): void {
    const draft = getDraft(key);
    if (draft !== null) storeDraft(key, { ...draft, fields: change(draft.fields) });
  }

  function removeDraft(key: string): void {
    store.setState(({ drafts }) => ({ drafts: omitKey(drafts, key) }));
  }

  /** Text typed while the draft `sent` was being saved stays, based on the saved post. */
  function removeSavedDraft(key: string, sent: Draft | undefined, changed: Collection, savedId: string | null): void {
    const later = ownValue(store.getState().drafts, key);
    const saved = savedId === null ? null : findItem(changed, savedId);
    removeDraft(key);
    if (later === undefined || later === sent || saved === null) return;
    const { item, list } = saved;
    storeDraft(item.id, { base: item, baseVersion: changed.version, list, fields: later.fields });
  }

  async function addPost(draft: Draft): Promise<void> {
    const sent = store.getState().drafts[newPostKey];
    const number = newPostNumber;
    const before = new Set(listIds(currentCollection(context)));
    const fields = toRequestFields(draft.fields, fieldNames);
    const changed = await changes.change(() => ({ verb: 'add', list: draft.list, fields }), null);
    if (changed === null || number !== newPostNumber) return;
    const addedId = changed.lastChange.itemId ?? listIds(changed).find((id) => !before.has(id)) ?? null;
    removeSavedDraft(newPostKey, sent, changed, addedId);
    if (store.getState().selectedId === newPostKey) store.setState({ selectedId: addedId });
  }

  async function savePost(key: string, draft: Draft): Promise<void> {
    const sent = ownValue(store.getState().drafts, key);
    const changed = await changes.change(
      (current) => buildEdit(current, key, draft),
      (after) => {
        const saved = findItem(after, key);
        const name = getAuthorName(saved?.item ?? null);
        return saved === null
          ? sayStrong('<b>{name}</b> saved.', { name })
          : sayStrong('<b>{name}</b> saved: {where}.', { name, where: formatPosition(saved) });
      },
    );
    if (changed === null) return;
    removeSavedDraft(key, sent, changed, key);
    if (store.getState().selectedId === key) store.setState({ conflict: null });
  }

  /** Returns the edit of the newest version. If someone else changed the same post, opens the conflict view instead. */
  function buildEdit(current: Collection, key: string, draft: Draft): ChangeRequest | 'stop' {
    const theirs = findItem(current, key)?.item ?? null;
    if (theirs === null) {
      removeDraft(key);
      store.setState(({ drafts }) => ({
        drafts: { ...drafts, [newPostKey]: { ...draft, base: null, baseVersion: null } },
        selectedId: newPostKey,
        several: null,
      }));
      showWarning(
        context,
        say(
          'Someone else deleted this post while you were editing. Your version is kept as a new post. Save it or discard it.',
        ),
      );
      return 'stop';
    }
    const conflict = findConflict(draft, theirs);
    if (conflict !== null) {
      // Another post’s form is open; the draft stays.
      if (store.getState().selectedId !== key) warnAboutConflict(theirs);
      else store.setState({ conflict });
      return 'stop';
    }
    const differing = fieldNames.filter((name) => !isSameField(name, fieldsOf(theirs), draft.fields));
    const changedNames =
      draft.base === null ? differing : differing.filter((name) => findChangedFields(draft).includes(name));
    if (changedNames.length > 0)
      return { verb: 'edit', itemId: key, fields: toRequestFields(draft.fields, changedNames) };
    removeDraft(key);
    store.setState({ conflict: null });
    const sentence = sayStrong('<b>{name}</b> stays as they saved it. Nothing to save.', {
      name: getAuthorName(theirs),
    });
    showNotice(context, { icon: 'radio', ...sentence, action: null });
    return 'stop';
  }

  function warnAboutConflict(theirs: ContentItem): void {
    const name = getAuthorName(theirs);
    const reason = say('Someone else changed {name} while you were editing. Select it and save it again.', { name });
    showWarning(context, `${say('Not saved.')} ${reason}`);
  }

  /** Saves the selected post as it is once the saves before have ended. */
  function save(): Promise<void> {
    const key = getCurrentDraft()?.key ?? null;
    if (key === null) return Promise.resolve();
    const collectionId = currentCollection(context)?.id;
    const seenItem = getConflict(key)?.theirItem;
    lastSave = lastSave.then(async () => {
      if (currentCollection(context)?.id !== collectionId) {
        const reason = say(
          'Another collection was opened before an earlier save had ended. Go back and save it again.',
        );
        return showWarning(context, `${say('Not saved.')} ${reason}`);
      }
      // The save before opened the conflict view, which was not seen when this one was pressed.
      if (getConflict(key)?.theirItem === seenItem) await saveNow(key);
    });
    return lastSave;
  }

  function getConflict(key: string): Conflict | null {
    const { conflict } = store.getState();
    return conflict?.theirItem.id === key ? conflict : null;
  }

  async function saveNow(key: string): Promise<void> {
    const conflict = getConflict(key);
    const edited = getDraft(key);
    if (edited === null) return;
    const draft = conflict === null ? edited : resolveDraft(edited, conflict);
    if (conflict === null && findChangedFields(draft).length === 0) return;
    const problem = findProblem(draft.fields);
    if (problem !== null) return showWarning(context, `${say('Not saved.')} ${problem}`);
    if (store.getState().uploads.some(({ draftKey }) => draftKey === key)) {
      return showWarning(context, say('Not saved: a file is still uploading. Wait for it or cancel it.'));
    }
    await runChange(context, 'save', () => (key === newPostKey ? addPost(draft) : savePost(key, draft)));
  }

  return {
    getCurrentDraft,
    updateFields,
    save,
    startNewPost: () => {
      const { drafts } = store.getState();
      if (currentCollection(context) === null) return;
      if (drafts[newPostKey] === undefined) newPostNumber += 1;
      store.setState({
        drafts: { [newPostKey]: createDraft(now()), ...drafts },
        selectedId: newPostKey,
        several: null,
        conflict: null,
      });
    },
    discard: () => {
      const current = getCurrentDraft();
      if (current === null || ownValue(store.getState().drafts, current.key) === undefined) return;
      for (const upload of store.getState().uploads) if (upload.draftKey === current.key) upload.cancel();
      removeDraft(current.key);
      const isNew = current.key === newPostKey;
      store.setState({
        discarded: current,
        conflict: null,
        mediaProblem: null,
        ...(isNew ? { selectedId: null } : {}),
      });
      if (isNew && findChangedFields(current.draft).length === 0) return;
      const { fullName } = current.draft.fields;
      const sentence = sayStrong('<b>{name}</b>: changes discarded.', {
        name: fullName === '' ? say('Post') : isolateName(fullName),
      });
      showNotice(context, { icon: 'undo', ...sentence, action: 'restoreDraft' });
    },
    restoreDiscarded: () => {
      const { discarded, drafts } = store.getState();
      if (discarded === null) return;
      store.setState({
        drafts: { ...drafts, [discarded.key]: discarded.draft },
        selectedId: discarded.key,
        discarded: null,
        notice: null,
      });
    },
    chooseSide: (field: FieldName, side: Side) => updateConflict((conflict) => chooseSide(conflict, field, side)),
    chooseSideForAll: (side: Side) => updateConflict((conflict) => chooseSideForAll(conflict, side)),
    editMessage: (message: string) => updateConflict((conflict) => ({ ...conflict, editedMessage: message })),
    closeConflict: () => store.setState({ conflict: null }),
    removeMedia: (index: number) => changeMedia((media) => media.toSpliced(index, 1)),
    addMedia: (added: MediaItem) => changeMedia((media) => [...media, added]),
    /** Uploads files one after another and adds each to the post. With `isAvatar`, uploads only the first, as the avatar. */
    upload: async (files: readonly File[], isAvatar: boolean) => {
      const organisation = currentOrganisation(context);
      const current = getCurrentDraft();
      if (organisation === null || current === null) return;
      store.setState({ mediaProblem: null });
      for (const file of isAvatar ? files.slice(0, 1) : files) {
        const id = crypto.randomUUID();
        const upload = uploadMedia(organisation, token, file, (sentBytes) =>
          store.setState(({ uploads }) => ({
            uploads: uploads.map((other) => (other.id === id ? { ...other, sentBytes } : other)),
          })),
        );
        const uploadInProgress = {
          id,
          draftKey: current.key,
          name: file.name,
          totalBytes: file.size,
          sentBytes: 0,
          startedAt: now(),
          cancel: upload.cancel,
        };
        store.setState((state) => ({ uploads: [...state.uploads, uploadInProgress] }));
        const result = await upload.result;
        store.setState((state) => ({ uploads: state.uploads.filter((other) => other.id !== id) }));
        if (result.outcome === 'refused')
          store.setState({ mediaProblem: `${say('{file} was not added.', { file: file.name })} ${result.message}` });
        if (result.outcome !== 'stored') continue;
        const { media } = result;
        editDraft(current.key, (fields) =>
          isAvatar ? { ...fields, profileImageUrl: media.mediaUrl } : { ...fields, media: [...fields.media, media] },
        );
      }
    },
  };

  /** A message about an earlier file ends with the change. */
  function changeMedia(change: (media: readonly MediaItem[]) => readonly MediaItem[]): void {
    const current = getCurrentDraft();
    store.setState({ mediaProblem: null });
    if (current !== null) editDraft(current.key, (fields) => ({ ...fields, media: change(fields.media) }));
  }

  function updateConflict(update: (conflict: Conflict) => Conflict): void {
    store.setState(({ conflict }) => (conflict === null ? {} : { conflict: update(conflict) }));
  }
}

function listIds(collection: Collection | null): readonly string[] {
  return collection === null ? [] : [...collection.staging, ...collection.live].map(({ id }) => id);
}

function omitKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
