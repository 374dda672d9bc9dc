/** The column of collections: find, open, rename, delete and create. */
import { Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { formatMoment } from '../state/time.ts';
import { countText } from '../state/words.ts';
import { Button, SecondPressButton } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

type ColumnProps = {
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly isCreating: boolean;
  readonly onCreatingChange: (isCreating: boolean) => void;
};

export function CollectionColumn({ findField, isCreating, onCreatingChange }: ColumnProps) {
  const { openCollection, store } = usePage();
  const summaries = usePageState((state) => state.summaries) ?? [];
  const currentId = usePageState((state) => state.collectionId);
  const now = usePageState((state) => state.now);
  const [search, setSearch] = useState('');
  const matches = summaries.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const openOrWarn = (id: string) => {
    if (openCollection(id)) return;
    const text = 'You have unsaved changes. Save or discard them, then open another collection.';
    store.setState({
      notice: { kind: 'warning', icon: 'warning', at: null, lead: '', strong: '', text, action: null },
    });
  };
  return (
    <section className="list collection-list" aria-label="Collections">
      <div className="list-head">
        <h2 className="list-title">COLLECTIONS {summaries.length}</h2>
      </div>
      <div className="list-rows">
        {summaries.length === 0 ? null : (
          <label className="search">
            <Search aria-hidden="true" />
            <input
              ref={findField}
              value={search}
              placeholder="Name"
              aria-label="Find a collection by name"
              onChange={(event) => setSearch(event.target.value)}
            />
            <kbd>/</kbd>
          </label>
        )}
        <ul className="collections">
          {matches.map((summary) => (
            <li key={summary.id} className={summary.id === currentId ? 'collection is-here' : 'collection'}>
              <button
                type="button"
                className="collection-open"
                aria-current={summary.id === currentId}
                onClick={() => openOrWarn(summary.id)}
              >
                <b dir="auto">{summary.name}</b>
                <span>{countText(summary.stagingContentCount, summary.liveContentCount)}</span>
                <time>{formatMoment(summary.lastModifiedDate, now)}</time>
              </button>
              {summary.id === currentId ? <CollectionActions name={summary.name} /> : null}
            </li>
          ))}
        </ul>
        {summaries.length > 0 && matches.length === 0 ? <p className="list-empty">No matches.</p> : null}
      </div>
      <div className="list-foot is-tall">
        {isCreating ? (
          <NewCollectionForm onDone={() => onCreatingChange(false)} />
        ) : (
          <Button onPress={() => onCreatingChange(true)}>
            <Plus aria-hidden="true" />
            New collection <kbd>⇧N</kbd>
          </Button>
        )}
      </div>
    </section>
  );
}

function CollectionActions({ name }: { readonly name: string }) {
  const { changes } = usePage();
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <NameForm
        label="New name"
        value={name}
        submitLabel="Save"
        onDone={() => setRenaming(false)}
        onSubmit={async (typed) => typed === name || (await changes.renameCollection(typed)) !== null}
      />
    );
  }
  return (
    <div className="row-of-buttons">
      <Button onPress={() => setRenaming(true)}>
        <Pencil aria-hidden="true" />
        Rename
      </Button>
      <SecondPressButton armedLabel="Press again to delete" onPress={() => void changes.deleteCollection()}>
        <Trash2 aria-hidden="true" />
        Delete
      </SecondPressButton>
    </div>
  );
}

function NewCollectionForm({ onDone }: { readonly onDone: () => void }) {
  const { changes } = usePage();
  return (
    <NameForm
      label="New collection’s name"
      value=""
      submitLabel="Create"
      onDone={onDone}
      onSubmit={(name) => changes.createCollection(name, 'SOCIAL_POST')}
    />
  );
}

type NameFormProps = {
  readonly label: string;
  readonly value: string;
  readonly submitLabel: string;
  readonly onDone: () => void;
  /** Resolves to whether it succeeded; the field stays open if not. */
  readonly onSubmit: (name: string) => Promise<boolean>;
};

function NameForm({ label, value, submitLabel, onDone, onSubmit }: NameFormProps) {
  const [name, setName] = useState(value);
  const isSubmitting = useRef(false);
  const submit = async () => {
    if (name.trim() === '' || isSubmitting.current) return;
    isSubmitting.current = true;
    const hasSucceeded = await onSubmit(name.trim());
    isSubmitting.current = false;
    if (hasSucceeded) onDone();
  };
  return (
    <form
      className="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just opened this field.
        autoFocus
        aria-label={label}
        placeholder={label}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="button is-main" disabled={name.trim() === ''}>
        {submitLabel}
      </button>
    </form>
  );
}
