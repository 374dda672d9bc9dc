/** Edits posts: drafts, uploads, saving, and resolving a conflict with someone who saved the same post. */
import type { MediaItem } from '../../../document.ts';
import type { Collection } from '../api/shapes.ts';
import { uploadMedia } from '../api/upload.ts';
import type { Changes } from './changes.ts';
import { type Conflict, chooseSide, chooseSideForAll, findConflict, mergedFields, type Side } from './conflict.ts';
import { acceptVersion, type Context, collectionFrom412, showNotice, showRefusal, showWarning } from './context.ts';
import {
  changedFields,
  type Draft,
  type DraftFields,
  emptyFields,
  type FieldName,
  fieldNames,
  fieldsOf,
  findProblem,
  isSameField,
  newPostKey,
  requestFields,
} from './draft.ts';
import { findItem, positionText } from './place.ts';
import { authorName } from './words.ts';

const maxAttempts = 4;

export type Editing = ReturnType<typeof createEditing>;

export function createEditing(context: Context, changes: Changes) {
  const { store, client, token, now } = context;

  function currentDraft(): { readonly key: string; readonly draft: Draft } | null {
    const { selectedId } = store.getState();
    const draft = selectedId === null ? null : draftOf(selectedId);
    return selectedId === null || draft === null ? null : { key: selectedId, draft };
  }

  /** Returns the post's draft, or a clean one made from the saved post; `null` when the post is gone. */
  function draftOf(key: string): Draft | null {
    const { drafts, collection } = store.getState();
    const draft = drafts[key];
    const position = collection === null ? null : findItem(collection, key);
    if (draft !== undefined || position === null || collection === null) return draft ?? null;
    const { item, list } = position;
    return { base: item, baseVersion: collection.version, list, fields: fieldsOf(item) };
  }

  function storeDraft(key: string, draft: Draft): void {
    const isClean = draft.base !== null && changedFields(draft).length === 0;
    store.setState(({ drafts }) =>
      isClean ? { drafts: omitKey(drafts, key) } : { drafts: { ...drafts, [key]: draft } },
    );
  }

  function updateFields(fields: Partial<DraftFields>): void {
    const { selectedId } = store.getState();
    if (selectedId !== null) editDraft(selectedId, (all) => ({ ...all, ...fields }));
  }

  /** Edits one post's draft, even if another post has been selected since, for example during an upload. */
  function editDraft(key: string, change: (fields: DraftFields) => DraftFields): void {
    const draft = draftOf(key);
    if (draft !== null) storeDraft(key, { ...draft, fields: change(draft.fields) });
  }

  function removeDraft(key: string): void {
    store.setState(({ drafts }) => ({ drafts: omitKey(drafts, key) }));
  }

  async function addPost(draft: Draft): Promise<void> {
    const before = new Set(idsOf(store.getState().collection));
    const changed = await changes.change(() => ({
      verb: 'add',
      list: draft.list,
      fields: requestFields(draft.fields, fieldNames),
    }));
    if (changed === null) return;
    removeDraft(newPostKey);
    const addedId = changed.lastChange.itemId ?? idsOf(changed).find((id) => !before.has(id)) ?? null;
    if (store.getState().selectedId === newPostKey) store.setState({ selectedId: addedId });
  }

  /** Saves on top of the newest version. If someone else changed the same post, opens the conflict view instead. */
  async function savePost(key: string, draft: Draft): Promise<void> {
    const { organisation, collection } = store.getState();
    if (organisation === null || collection === null) return;
    let current: Collection = collection;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const theirs = findItem(current, key);
      if (theirs === null) {
        removeDraft(key);
        store.setState({
          drafts: { ...store.getState().drafts, [newPostKey]: { ...draft, base: null, baseVersion: null } },
          selectedId: newPostKey,
        });
        return showWarning(
          context,
          'Someone else deleted this post while you were editing. Your version is kept as a new post. Save it or discard it.',
        );
      }
      const conflict = findConflict(draft, theirs.item);
      if (conflict !== null) return store.setState({ conflict });
      const fields = fieldNames.filter((name) => !isSameField(name, fieldsOf(theirs.item), draft.fields));
      const mine = draft.base === null ? fields : fields.filter((name) => changedFields(draft).includes(name));
      if (mine.length === 0) return removeDraft(key);
      const change = { verb: 'edit', itemId: key, fields: requestFields(draft.fields, mine) } as const;
      const result = await client.changeCollection(organisation, collection.id, change, current.etag);
      if (result.ok) {
        removeDraft(key);
        if (result.value !== null) acceptVersion(context, result.value, true);
        store.setState({ conflict: null });
        const saved = result.value === null ? null : findItem(result.value, key);
        const where = saved === null ? '' : `: ${positionText(saved)}`;
        const strong = authorName(saved?.item ?? null);
        return showNotice(context, { icon: 'radio', strong, text: ` saved${where}.`, action: 'undo' });
      }
      const newer = collectionFrom412(result);
      if (newer === null) return showRefusal(context, result);
      acceptVersion(context, newer, false);
      current = newer;
    }
    showWarning(context, 'The collection keeps changing. Your version is not saved, but nothing is lost. Save again.');
  }

  async function save(): Promise<void> {
    const { conflict, isSaving, uploads, selectedId } = store.getState();
    if (isSaving) return;
    const open = currentDraft();
    if (open === null) return;
    const draft = conflict === null ? open.draft : resolvedDraft(open.draft, conflict);
    if (conflict === null && changedFields(draft).length === 0) return;
    const problem = findProblem(draft.fields);
    if (problem !== null) return showWarning(context, `Not saved. ${problem}`);
    if (uploads.some(({ draftKey }) => draftKey === selectedId)) {
      return showWarning(context, 'Not saved: a file is still uploading. Wait for it or cancel it.');
    }
    store.setState({ isSaving: true });
    try {
      if (open.key === newPostKey) await addPost(draft);
      else await savePost(open.key, draft);
    } finally {
      store.setState({ isSaving: false });
    }
  }

  return {
    currentDraft,
    updateFields,
    save,
    startNewPost: () => {
      const { drafts, collection } = store.getState();
      if (collection === null) return;
      const draft: Draft = drafts[newPostKey] ?? newDraft(now());
      store.setState({ drafts: { ...drafts, [newPostKey]: draft }, selectedId: newPostKey, conflict: null });
    },
    discard: () => {
      const open = currentDraft();
      if (open === null || store.getState().drafts[open.key] === undefined) return;
      for (const upload of store.getState().uploads) if (upload.draftKey === open.key) upload.cancel();
      removeDraft(open.key);
      const isNew = open.key === newPostKey;
      store.setState({ discarded: open, conflict: null, mediaProblem: null, ...(isNew ? { selectedId: null } : {}) });
      if (isNew && changedFields(open.draft).length === 0) return;
      const strong = open.draft.fields.fullName === '' ? 'Post' : open.draft.fields.fullName;
      showNotice(context, { icon: 'undo', strong, text: ': changes discarded.', action: 'restoreDraft' });
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
    removeMedia: (index: number) => {
      const open = currentDraft();
      if (open !== null) editDraft(open.key, (all) => ({ ...all, media: all.media.toSpliced(index, 1) }));
    },
    addMedia: (media: MediaItem) => {
      const open = currentDraft();
      if (open !== null) editDraft(open.key, (all) => ({ ...all, media: [...all.media, media] }));
    },
    /** Uploads files one after another and adds each to the post. `asAvatar` uploads only the first, as the avatar. */
    upload: async (files: readonly File[], asAvatar: boolean) => {
      const { organisation } = store.getState();
      const open = currentDraft();
      if (organisation === null || open === null) return;
      store.setState({ mediaProblem: null });
      for (const file of asAvatar ? files.slice(0, 1) : files) {
        const id = crypto.randomUUID();
        const upload = uploadMedia(organisation, token, file, (sentBytes) =>
          store.setState(({ uploads }) => ({
            uploads: uploads.map((one) => (one.id === id ? { ...one, sentBytes } : one)),
          })),
        );
        const inProgress = {
          id,
          draftKey: open.key,
          name: file.name,
          totalBytes: file.size,
          sentBytes: 0,
          startedAt: now(),
          cancel: upload.cancel,
        };
        store.setState((state) => ({ uploads: [...state.uploads, inProgress] }));
        const result = await upload.result;
        store.setState((state) => ({ uploads: state.uploads.filter((one) => one.id !== id) }));
        if (result.outcome === 'refused')
          store.setState({ mediaProblem: `${file.name} was not added. ${result.message}` });
        if (result.outcome !== 'stored') continue;
        const { media } = result;
        editDraft(open.key, (all) =>
          asAvatar ? { ...all, profileImageUrl: media.mediaUrl } : { ...all, media: [...all.media, media] },
        );
      }
    },
  };

  function updateConflict(editDraft: (conflict: Conflict) => Conflict): void {
    store.setState(({ conflict }) => (conflict === null ? {} : { conflict: editDraft(conflict) }));
  }
}

function newDraft(now: number): Draft {
  return { base: null, baseVersion: null, list: 'staging', fields: emptyFields(now) };
}

/** The draft to save after a conflict: based on their version, with the chosen fields. */
function resolvedDraft(draft: Draft, conflict: Conflict): Draft {
  return { ...draft, base: conflict.theirItem, fields: mergedFields(conflict) };
}

function idsOf(collection: Collection | null): readonly string[] {
  return collection === null ? [] : [...collection.staging, ...collection.live].map(({ id }) => id);
}

function omitKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
