/** Writing posts: drafts, saving them, and settling with somebody else who saved the same post. */
import type { MediaItem } from '../../../document.ts';
import type { Present } from '../api/shapes.ts';
import { sendMedia } from '../api/upload.ts';
import type { Changes } from './changes.ts';
import { type Conflict, choose, chooseAll, findConflict, outcomeOf, type Side } from './conflict.ts';
import { type Context, presentOf, say, sayRefused, takeIn, warn } from './context.ts';
import {
  changedFields,
  type Draft,
  type DraftFields,
  emptyFields,
  type FieldName,
  faultOf,
  fieldNames,
  fieldsOf,
  isSameField,
  newPostKey,
  sentFields,
} from './draft.ts';
import { findItem } from './place.ts';
import { nameOf } from './words.ts';

export type Writing = ReturnType<typeof createWriting>;

export function createWriting(context: Context, changes: Changes) {
  const { store, client, token, now } = context;

  function openDraft(): { readonly key: string; readonly draft: Draft } | null {
    const { selectedId } = store.getState();
    const draft = selectedId === null ? null : draftOf(selectedId);
    return selectedId === null || draft === null ? null : { key: selectedId, draft };
  }

  /** What is being written of that post, or the post as it is saved. */
  function draftOf(key: string): Draft | null {
    const { drafts, collection } = store.getState();
    const place = collection === null ? null : findItem(collection, key);
    const saved = place === null ? null : { base: place.item, list: place.list, fields: fieldsOf(place.item) };
    return drafts[key] ?? saved;
  }

  function keep(key: string, draft: Draft): void {
    const isClean = draft.base !== null && changedFields(draft).length === 0;
    store.setState(({ drafts }) =>
      isClean ? { drafts: without(drafts, key) } : { drafts: { ...drafts, [key]: draft } },
    );
  }

  function write(fields: Partial<DraftFields>): void {
    const { selectedId } = store.getState();
    if (selectedId !== null) edit(selectedId, (all) => ({ ...all, ...fields }));
  }

  /** Edits the draft of that post, wherever the selection is by now. */
  function edit(key: string, change: (fields: DraftFields) => DraftFields): void {
    const draft = draftOf(key);
    if (draft !== null) keep(key, { ...draft, fields: change(draft.fields) });
  }

  function forget(key: string): void {
    store.setState(({ drafts }) => ({ drafts: without(drafts, key) }));
  }

  async function addNew(draft: Draft): Promise<void> {
    const before = new Set(idsOf(store.getState().collection));
    const present = await changes.change(() => ({
      verb: 'add',
      list: draft.list,
      fields: sentFields(draft.fields, fieldNames),
    }));
    if (present === null) return;
    forget(newPostKey);
    const added = present.lastChange.itemId ?? idsOf(present).find((id) => !before.has(id)) ?? null;
    if (store.getState().selectedId === newPostKey) store.setState({ selectedId: added });
  }

  /** Saves on the newest version, as long as nobody else touched this very post; else the two are put side by side. */
  async function saveOnTop(key: string, draft: Draft): Promise<void> {
    const { organisation, collection } = store.getState();
    if (organisation === null || collection === null) return;
    let present: Present = collection;
    for (let tries = 0; tries < 4; tries++) {
      const theirs = findItem(present, key);
      if (theirs === null) {
        forget(key);
        store.setState({
          drafts: { ...store.getState().drafts, [newPostKey]: { ...draft, base: null } },
          selectedId: newPostKey,
        });
        return warn(
          context,
          'Somebody else deleted this post while you were writing. What you wrote is kept as a new post. Next: save it, or discard it.',
        );
      }
      const conflict = findConflict(draft, theirs.item);
      if (conflict !== null) return store.setState({ conflict });
      const fields = fieldNames.filter((name) => !isSameField(name, fieldsOf(theirs.item), draft.fields));
      const mine = draft.base === null ? fields : fields.filter((name) => changedFields(draft).includes(name));
      if (mine.length === 0) return forget(key);
      const change = { verb: 'edit', itemId: key, fields: sentFields(draft.fields, mine) } as const;
      const answer = await client.change(organisation, collection.id, change, present.etag);
      if (answer.ok) {
        forget(key);
        if (answer.value !== null) takeIn(context, answer.value, true);
        store.setState({ conflict: null });
        const place = answer.value === null ? null : findItem(answer.value, key);
        const where = place === null ? '' : `: ${place.list}, place ${place.index + 1}`;
        const strong = nameOf(place?.item ?? null);
        return say(context, { kind: 'usual', icon: 'radio', strong, words: ` saved${where}.`, action: 'undo' });
      }
      const newer = presentOf(answer);
      if (newer === null) return sayRefused(context, answer);
      takeIn(context, newer, false);
      present = newer;
    }
    warn(
      context,
      'The collection keeps changing under this window. Yours is not saved, and not lost. Next: save again.',
    );
  }

  async function save(): Promise<void> {
    const { conflict, isSaving, coming, selectedId } = store.getState();
    if (isSaving) return;
    const open = openDraft();
    if (open === null) return;
    const draft = conflict === null ? open.draft : settled(open.draft, conflict);
    if (conflict === null && changedFields(draft).length === 0) return;
    const fault = faultOf(draft.fields);
    if (fault !== null) return warn(context, `Not saved. ${fault}`);
    if (coming.some(({ draftKey }) => draftKey === selectedId)) {
      return warn(context, 'Not saved: a file is still on its way. Next: wait for it, or stop it.');
    }
    store.setState({ isSaving: true });
    try {
      if (open.key === newPostKey) await addNew(draft);
      else await saveOnTop(open.key, draft);
    } finally {
      store.setState({ isSaving: false });
    }
  }

  return {
    openDraft,
    write,
    save,
    begin: () => {
      const { drafts, collection } = store.getState();
      if (collection === null) return;
      const draft: Draft = drafts[newPostKey] ?? { base: null, list: 'staging', fields: emptyFields(now()) };
      store.setState({ drafts: { ...drafts, [newPostKey]: draft }, selectedId: newPostKey, conflict: null });
    },
    discard: () => {
      const open = openDraft();
      if (open === null || store.getState().drafts[open.key] === undefined) return;
      for (const coming of store.getState().coming) if (coming.draftKey === open.key) coming.stop();
      forget(open.key);
      const isNew = open.key === newPostKey;
      store.setState({ discarded: open, conflict: null, mediaFault: null, ...(isNew ? { selectedId: null } : {}) });
      if (isNew && changedFields(open.draft).length === 0) return;
      const strong = open.draft.fields.fullName === '' ? 'What you wrote' : open.draft.fields.fullName;
      say(context, { kind: 'usual', icon: 'undo', strong, words: ': changes discarded.', action: 'bringBack' });
    },
    bringBack: () => {
      const { discarded, drafts } = store.getState();
      if (discarded === null) return;
      store.setState({
        drafts: { ...drafts, [discarded.key]: discarded.draft },
        selectedId: discarded.key,
        discarded: null,
        said: null,
      });
    },
    choose: (field: FieldName, side: Side) => settle((conflict) => choose(conflict, field, side)),
    chooseAll: (side: Side) => settle((conflict) => chooseAll(conflict, side)),
    writeIn: (message: string) => settle((conflict) => ({ ...conflict, written: message })),
    leaveConflict: () => store.setState({ conflict: null }),
    removeMedia: (index: number) => {
      const open = openDraft();
      if (open !== null) edit(open.key, (all) => ({ ...all, media: all.media.toSpliced(index, 1) }));
    },
    addMedia: (media: MediaItem) => {
      const open = openDraft();
      if (open !== null) edit(open.key, (all) => ({ ...all, media: [...all.media, media] }));
    },
    /** Sends files one after another; each is in the post when the service has it. `asAvatar` takes the first as the face. */
    upload: async (files: readonly File[], asAvatar: boolean) => {
      const { organisation } = store.getState();
      const open = openDraft();
      if (organisation === null || open === null) return;
      store.setState({ mediaFault: null });
      for (const file of asAvatar ? files.slice(0, 1) : files) {
        const id = crypto.randomUUID();
        const upload = sendMedia(organisation, token, file, (sentBytes) =>
          store.setState(({ coming }) => ({
            coming: coming.map((one) => (one.id === id ? { ...one, sentBytes } : one)),
          })),
        );
        const coming = {
          id,
          draftKey: open.key,
          name: file.name,
          totalBytes: file.size,
          sentBytes: 0,
          startedAt: now(),
          stop: upload.stop,
        };
        store.setState((state) => ({ coming: [...state.coming, coming] }));
        const done = await upload.done;
        store.setState((state) => ({ coming: state.coming.filter((one) => one.id !== id) }));
        if (done.outcome === 'refused') store.setState({ mediaFault: `${file.name}: ${done.message}` });
        if (done.outcome !== 'kept') continue;
        const { media } = done;
        edit(open.key, (all) =>
          asAvatar ? { ...all, profileImageUrl: media.mediaUrl } : { ...all, media: [...all.media, media] },
        );
      }
    },
  };

  function settle(edit: (conflict: Conflict) => Conflict): void {
    store.setState(({ conflict }) => (conflict === null ? {} : { conflict: edit(conflict) }));
  }
}

/** The draft as it stands once the two are settled: begun on theirs, holding what was chosen. */
function settled(draft: Draft, conflict: Conflict): Draft {
  return { ...draft, base: conflict.theirItem, fields: outcomeOf(conflict) };
}

function idsOf(collection: Present | null): readonly string[] {
  return collection === null ? [] : [...collection.staging, ...collection.live].map(({ id }) => id);
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
