/** The collections column: find, open, rename, delete and create collections. */

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import { formatDayTime } from '../../core/time.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { SecondPressButton } from '../../ui/SecondPressButton.tsx';
import { VirtualRows } from '../../ui/VirtualRows.tsx';
import { formatCounts } from '../state/text.ts';
import { Button } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useCollection, useList } from '../ui/useService.ts';

type ColumnProps = {
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly isCreating: boolean;
  readonly onCreatingChange: (isCreating: boolean) => void;
};

export function CollectionColumn({ searchField, isCreating, onCreatingChange }: ColumnProps) {
  const { openCollection } = usePage();
  const summaries = useList('collections') ?? [];
  const currentId = useCollection()?.id ?? null;
  const now = usePageState((state) => state.now);
  const [search, setSearch] = useState('');
  const pane = useRef<HTMLDivElement>(null);
  const matches = summaries.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // The page’s own Escape would discard a draft.
    event.stopPropagation();
    if (search !== '') {
      setSearch('');
      return;
    }
    const current = pane.current?.querySelector<HTMLElement>('.collection-open[aria-current="true"]');
    if (current == null) event.currentTarget.blur();
    else current.focus();
  };
  return (
    <section className="list collection-list" aria-label={say('Collections')}>
      <div className="list-head">
        <h2 className="list-title">{say('COLLECTIONS {count}', { count: summaries.length })}</h2>
      </div>
      <div className="list-rows" ref={pane}>
        {summaries.length === 0 ? null : (
          <SearchField
            ref={searchField}
            value={search}
            placeholder={say('Name')}
            label={say('Find a collection by name')}
            end={<kbd>/</kbd>}
            onKeyDown={onSearchKey}
            onChange={setSearch}
          />
        )}
        <ul className="collections">
          <VirtualRows
            pane={pane}
            rowElement="li"
            items={matches}
            keyOf={({ id }) => id}
            rowHeight={66}
            kept={[]}
            render={({ id, name, stagingContentCount, liveContentCount, lastModifiedDate }, index, measure) => (
              <li
                ref={measure}
                data-index={index}
                className={id === currentId ? 'collection is-current' : 'collection'}
              >
                <button
                  type="button"
                  className="collection-open"
                  aria-current={id === currentId}
                  onClick={() => openCollection(id)}
                >
                  <b dir="auto">{name}</b>
                  <span>{formatCounts(stagingContentCount, liveContentCount)}</span>
                  <time>{formatDayTime(lastModifiedDate, now)}</time>
                </button>
                {id === currentId ? <CollectionActions name={name} /> : null}
              </li>
            )}
          />
        </ul>
        {summaries.length > 0 && matches.length === 0 ? <p className="list-empty">{say('No matches.')}</p> : null}
      </div>
      <div className="list-foot is-tall">
        {isCreating ? (
          <NewCollectionForm onDone={() => onCreatingChange(false)} />
        ) : (
          <Button id="new-collection" onPress={() => onCreatingChange(true)}>
            <Plus />
            {say('New collection')} <kbd>⇧N</kbd>
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
        label={say('New name')}
        initialName={name}
        submitLabel={say('Save')}
        openerId="rename-collection"
        onDone={() => setRenaming(false)}
        onSubmit={async (typed) => typed === name || (await changes.renameCollection(typed)) !== null}
      />
    );
  }
  return (
    <div className="button-row">
      <Button id="rename-collection" onPress={() => setRenaming(true)}>
        <Pencil />
        {say('Rename')}
      </Button>
      <SecondPressButton
        disabledReason={null}
        armedLabel={say('Press again to delete')}
        sentence={say('Press again within 2 seconds to delete {name} with all its posts.', { name: isolateName(name) })}
        onPress={() => void changes.deleteCollection()}
      >
        <Trash2 />
        {say('Delete')}
      </SecondPressButton>
    </div>
  );
}

function NewCollectionForm({ onDone }: { readonly onDone: () => void }) {
  const { changes } = usePage();
  return (
    <NameForm
      label={say('New collection’s name')}
      initialName=""
      submitLabel={say('Create')}
      openerId="new-collection"
      onDone={onDone}
      onSubmit={(name) => changes.createCollection(name, 'SOCIAL_POST')}
    />
  );
}

type NameFormProps = {
  readonly label: string;
  readonly initialName: string;
  readonly submitLabel: string;
  /** The button that opens the form; it gets the focus back. */
  readonly openerId: string;
  readonly onDone: () => void;
  /** Resolves to `false` when the change failed; the form then stays open. */
  readonly onSubmit: (name: string) => Promise<boolean>;
};

function NameForm({ label, initialName, submitLabel, openerId, onDone, onSubmit }: NameFormProps) {
  const { dismissWarning } = usePage();
  const [name, setName] = useState(initialName);
  const isSubmitting = useRef(false);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(openerId)?.focus();
    },
    [],
  );
  const submit = async () => {
    if (name.trim() === '' || isSubmitting.current) return;
    isSubmitting.current = true;
    const isDone = await onSubmit(name.trim());
    isSubmitting.current = false;
    if (isDone) onDone();
  };
  return (
    <form
      className="name-form"
      onChange={dismissWarning}
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
      <Button type="submit" variant="primary" disabledReason={name.trim() === '' ? say('enter a name') : null}>
        {submitLabel}
      </Button>
    </form>
  );
}
