/** The column of collections: find one, open it, rename or delete the open one, make a new one. */
import { Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { momentOf } from '../state/time.ts';
import { countWords } from '../state/words.ts';
import { Button, TwiceButton } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

type ColumnProps = {
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly isMaking: boolean;
  readonly onMaking: (isMaking: boolean) => void;
};

export function CollectionColumn({ findField, isMaking, onMaking }: ColumnProps) {
  const { open, store } = usePage();
  const summaries = usePageState((state) => state.summaries) ?? [];
  const here = usePageState((state) => state.collectionId);
  const now = usePageState((state) => state.now);
  const [wanted, setWanted] = useState('');
  const found = summaries.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const openOrSay = (id: string) => {
    if (open(id)) return;
    const words = 'Something is written and not saved. Next: save or discard it, then open another collection.';
    store.setState({ said: { kind: 'warning', icon: 'warning', at: null, strong: '', words, action: null } });
  };
  return (
    <section className="list collection-list" aria-label="Collections">
      <div className="list-head">
        <h2 className="list-title">COLLECTIONS {summaries.length}</h2>
      </div>
      <div className="list-rows">
        {summaries.length === 0 ? null : (
          <label className="find">
            <Search aria-hidden="true" />
            <input
              ref={findField}
              value={wanted}
              placeholder="Name"
              aria-label="Find a collection by name"
              onChange={(event) => setWanted(event.target.value)}
            />
            <kbd>/</kbd>
          </label>
        )}
        <ul className="collections">
          {found.map((summary) => (
            <li key={summary.id} className={summary.id === here ? 'collection is-here' : 'collection'}>
              <button
                type="button"
                className="collection-open"
                aria-current={summary.id === here}
                onClick={() => openOrSay(summary.id)}
              >
                <b dir="auto">{summary.name}</b>
                <span>{countWords(summary.stagingContentCount, summary.liveContentCount)}</span>
                <time>{momentOf(summary.lastModifiedDate, now)}</time>
              </button>
              {summary.id === here ? <OpenCollection name={summary.name} /> : null}
            </li>
          ))}
        </ul>
        {summaries.length > 0 && found.length === 0 ? (
          <p className="list-empty">No collection has “{wanted}” in its name.</p>
        ) : null}
      </div>
      <div className="list-foot is-tall">
        {isMaking ? (
          <NewName onDone={() => onMaking(false)} />
        ) : (
          <Button onPress={() => onMaking(true)}>
            <Plus aria-hidden="true" />
            New collection <kbd>⇧N</kbd>
          </Button>
        )}
      </div>
    </section>
  );
}

function OpenCollection({ name }: { readonly name: string }) {
  const { changes } = usePage();
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <NameForm
        label="New name"
        value={name}
        word="Save"
        onDone={() => setRenaming(false)}
        onName={async (typed) => typed === name || (await changes.rename(typed)) !== null}
      />
    );
  }
  return (
    <div className="row-of-buttons">
      <Button onPress={() => setRenaming(true)}>
        <Pencil aria-hidden="true" />
        Rename
      </Button>
      <TwiceButton onPress={() => void changes.deleteCollection()}>
        <Trash2 aria-hidden="true" />
        Delete, twice
      </TwiceButton>
    </div>
  );
}

function NewName({ onDone }: { readonly onDone: () => void }) {
  const { changes } = usePage();
  return (
    <NameForm
      label="Name of the new collection"
      value=""
      word="Make"
      onDone={onDone}
      onName={(name) => changes.create(name, 'SOCIAL_POST')}
    />
  );
}

type NameFormProps = {
  readonly label: string;
  readonly value: string;
  readonly word: string;
  readonly onDone: () => void;
  /** Answers whether it was done; the field stays open when it was not. */
  readonly onName: (name: string) => Promise<boolean>;
};

function NameForm({ label, value, word, onDone, onName }: NameFormProps) {
  const [name, setName] = useState(value);
  const isAsked = useRef(false);
  const send = async () => {
    if (name.trim() === '' || isAsked.current) return;
    isAsked.current = true;
    const isDone = await onName(name.trim());
    isAsked.current = false;
    if (isDone) onDone();
  };
  return (
    <form
      className="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
        autoFocus
        aria-label={label}
        placeholder={label}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="button is-main" disabled={name.trim() === ''}>
        {word}
      </button>
    </form>
  );
}
