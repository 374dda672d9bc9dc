/** The form of one post at the right: what differs from the saved post has a blue edge, and nothing is sent before Save. */
import { useEffect, useRef } from 'react';
import { changedFields, type DraftFields, type FieldName, newPostKey } from '../state/draft.ts';
import { findItem } from '../state/place.ts';
import { localTimeOf } from '../state/time.ts';
import { Button, TwiceButton } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { AvatarField } from './AvatarField.tsx';
import { FormField } from './FormField.tsx';
import { MediaField } from './MediaField.tsx';

const known = [
  { value: 'INSTAGRAM', words: 'Instagram' },
  { value: 'FACEBOOK', words: 'Facebook' },
  { value: 'WHATSAPP', words: 'WhatsApp' },
];

export function PostEditor() {
  const { writing, changes } = usePage();
  const selectedId = usePageState((state) => state.selectedId);
  const collection = usePageState((state) => state.collection);
  const draftsHere = usePageState((state) => state.drafts);
  const isSaving = usePageState((state) => state.isSaving);
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (selectedId === newPostKey) form.current?.querySelector('input')?.focus();
  }, [selectedId]);

  const open = writing.openDraft();
  if (open === null || selectedId === null || collection === null) return <NoPost />;
  const { fields } = open.draft;
  const changed = changedFields(open.draft);
  const isNew = open.key === newPostKey;
  const isWritten = draftsHere[open.key] !== undefined;
  const place = findItem(collection, selectedId);
  const where = isNew
    ? 'New, for the end of staging'
    : place === null
      ? ''
      : `${place.list === 'live' ? 'Live' : 'Staging'}, place ${place.index + 1}`;
  const mark = (name: FieldName) => !isNew && changed.includes(name);
  const set = (name: keyof DraftFields) => (event: { target: { value: string } }) =>
    writing.write({ [name]: event.target.value });
  const isOther = !known.some(({ value }) => value === fields.source);
  return (
    <section className="list editor" aria-label="Post" ref={form} key={open.key}>
      <div className="list-head">
        <h2 className="list-title">POST</h2>
        <span className="list-note">{where}</span>
      </div>
      <div className="editor-body">
        <div className="form-pair">
          <FormField label="Full name" isChanged={mark('fullName')}>
            <input aria-label="Full name" dir="auto" value={fields.fullName} onChange={set('fullName')} />
          </FormField>
          <FormField label="Username" note="may be empty" isChanged={mark('username')}>
            <input aria-label="Username" value={fields.username} onChange={set('username')} />
          </FormField>
        </div>
        <FormField label="Source" isChanged={mark('source')}>
          <div className="source-line">
            <Segments
              label="Source"
              options={[...known, { value: 'OTHER', words: 'Other' }]}
              value={isOther ? 'OTHER' : fields.source}
              onChoose={(value) => writing.write({ source: value === 'OTHER' ? '' : value })}
            />
            {isOther ? (
              <input
                aria-label="Other source"
                placeholder="PEBBLE"
                value={fields.source}
                onChange={(event) => writing.write({ source: event.target.value.toUpperCase() })}
              />
            ) : null}
          </div>
        </FormField>
        <FormField label="Message" note={`${[...fields.message].length} signs`} isChanged={mark('message')}>
          <textarea
            aria-label="Message"
            className="text-area"
            dir="auto"
            rows={3}
            value={fields.message}
            onChange={set('message')}
          />
        </FormField>
        <AvatarField address={fields.profileImageUrl} isChanged={mark('profileImageUrl')} />
        <MediaField media={fields.media} isChanged={mark('media')} draftKey={open.key} />
        <FormField label="Published" note="when the post was written" isChanged={mark('publishedAt')}>
          <div className="avatar-line">
            <input
              aria-label="Published"
              className="is-time"
              value={fields.publishedAt}
              onChange={set('publishedAt')}
            />
            <Button onPress={() => writing.write({ publishedAt: localTimeOf(new Date().toISOString()) })}>Now</Button>
          </div>
        </FormField>
      </div>
      <footer className="editor-foot">
        <Button
          look={changed.length > 0 ? 'main' : 'usual'}
          isDisabled={changed.length === 0 || isSaving}
          onPress={() => void writing.save()}
        >
          Save {changed.length > 0 ? <kbd>Ctrl ↵</kbd> : null}
        </Button>
        {isWritten ? (
          <Button onPress={writing.discard}>
            Discard <kbd>Esc</kbd>
          </Button>
        ) : null}
        <span>{isWritten ? '' : 'All saved'}</span>
        {isNew ? null : <TwiceButton onPress={() => void changes.deleteItem(open.key)}>Delete, twice</TwiceButton>}
      </footer>
    </section>
  );
}

function NoPost() {
  return (
    <section className="list editor" aria-label="Post">
      <div className="list-head">
        <h2 className="list-title">POST</h2>
      </div>
      <p className="list-empty">Choose a post to read and change it, or press N for a new one.</p>
    </section>
  );
}
