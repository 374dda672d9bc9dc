/** The post's form. Changed fields have a blue edge; nothing is sent until Save. */

import { useEffect, useRef } from 'react';
import { say } from '../../core/language/say.ts';
import { ownValue } from '../../core/ownValue.ts';
import { SecondPressButton } from '../../ui/SecondPressButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { knownSources, sourceNameOf } from '../../ui/SourceIcon.tsx';
import { selectDuplicate } from '../lists/selectDuplicate.ts';
import { type DraftFields, type FieldName, findChangedFields, newPostKey } from '../state/draft.ts';
import { findItem, formatPositionTitle } from '../state/position.ts';
import { formatLocalTime } from '../state/time.ts';
import { Button } from '../ui/Button.tsx';
import { useDuplicates } from '../ui/useDuplicates.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useCollection } from '../ui/useService.ts';
import { AvatarField } from './AvatarField.tsx';
import { FormField } from './FormField.tsx';
import { MediaField } from './MediaField.tsx';

const listSources = () => [
  ...knownSources.map((source) => [source, sourceNameOf(source)] as const),
  ['OTHER', say('Other||source')] as const,
];

export function PostEditor() {
  const page = usePage();
  const { editing, changes } = page;
  const duplicates = useDuplicates();
  const selectedId = usePageState((state) => state.selectedId);
  const collection = useCollection();
  const drafts = usePageState((state) => state.drafts);
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (selectedId === newPostKey) form.current?.querySelector('input')?.focus();
  }, [selectedId]);

  const current = editing.getCurrentDraft();
  if (current === null || selectedId === null || collection === null) return <NoPost />;
  const { fields } = current.draft;
  const changed = findChangedFields(current.draft);
  const isNew = current.key === newPostKey;
  const hasDraft = ownValue(drafts, current.key) !== undefined;
  const position = findItem(collection, selectedId);
  const positionLabel = isNew
    ? say('New, at the end of staging')
    : position === null
      ? ''
      : formatPositionTitle(position);
  const duplicate = duplicates.get(selectedId) ?? null;
  const isChanged = (name: FieldName) => !isNew && changed.includes(name);
  const setField = (name: keyof DraftFields) => (event: { target: { value: string } }) =>
    editing.updateFields({ [name]: event.target.value });
  const isOther = !knownSources.includes(fields.source);
  return (
    <section className="list editor" aria-label={say('Post')} ref={form} key={current.key}>
      <div className="list-head">
        <h2 className="list-title">{say('POST')}</h2>
        <span className="list-note">{positionLabel}</span>
      </div>
      <div className="editor-body">
        {duplicate === null ? null : (
          <p className="editor-duplicate">
            <span>{say('Same text and author:')}</span>
            <Button onPress={() => selectDuplicate(page)}>
              {formatPositionTitle(duplicate)} <kbd>D</kbd>
            </Button>
          </p>
        )}
        <div className="form-pair">
          <FormField label={say('Full name')} isChanged={isChanged('fullName')}>
            <input aria-label={say('Full name')} dir="auto" value={fields.fullName} onChange={setField('fullName')} />
          </FormField>
          <FormField label={say('Username')} note={say('optional')} isChanged={isChanged('username')}>
            <input aria-label={say('Username')} value={fields.username} onChange={setField('username')} />
          </FormField>
        </div>
        <FormField label={say('Source||of a post')} isChanged={isChanged('source')}>
          <div className="source-line">
            <Segments
              className="segments"
              label={say('Source||of a post')}
              choices={listSources()}
              selected={isOther ? 'OTHER' : fields.source}
              disabledReason={null}
              onSelect={(choice) => editing.updateFields({ source: choice === 'OTHER' ? '' : choice })}
            />
            {isOther ? (
              <input
                aria-label={say('Other source')}
                placeholder={say('PEBBLE')}
                value={fields.source}
                onChange={(event) => editing.updateFields({ source: event.target.value.toUpperCase() })}
              />
            ) : null}
          </div>
        </FormField>
        <FormField
          label={say('Message')}
          note={say('{count, plural, one {# character} other {# characters}}', { count: [...fields.message].length })}
          isChanged={isChanged('message')}
        >
          <textarea
            aria-label={say('Message')}
            className="text-area"
            dir="auto"
            rows={3}
            value={fields.message}
            onChange={setField('message')}
          />
        </FormField>
        <AvatarField url={fields.profileImageUrl} isChanged={isChanged('profileImageUrl')} />
        <MediaField media={fields.media} isChanged={isChanged('media')} draftKey={current.key} />
        <FormField
          label={say('Published')}
          note={say('when the post was written')}
          isChanged={isChanged('publishedAt')}
        >
          <div className="avatar-line">
            <input
              aria-label={say('Published')}
              className="is-time"
              value={fields.publishedAt}
              onChange={setField('publishedAt')}
            />
            <Button onPress={() => editing.updateFields({ publishedAt: formatLocalTime(new Date().toISOString()) })}>
              {say('Now')}
            </Button>
          </div>
        </FormField>
      </div>
      <footer className="editor-foot">
        <Button
          variant={changed.length > 0 ? 'primary' : 'normal'}
          disabledReason={changed.length === 0 ? say('all is saved') : null}
          onPress={() => void editing.save()}
        >
          {say('Save')} {changed.length > 0 ? <kbd>{say('Ctrl ↵')}</kbd> : null}
        </Button>
        {hasDraft ? (
          <Button onPress={editing.discard}>
            {say('Discard')} <kbd>{say('Esc||key')}</kbd>
          </Button>
        ) : null}
        <span>{hasDraft ? '' : say('All saved')}</span>
        {isNew ? null : (
          <SecondPressButton
            disabledReason={null}
            key={current.key}
            armedLabel={say('Press again to delete')}
            sentence={say('Press again within 2 seconds to delete this post.')}
            onPress={() => void changes.deleteItem(current.key)}
          >
            {say('Delete')}
          </SecondPressButton>
        )}
      </footer>
    </section>
  );
}

function NoPost() {
  return (
    <section className="list editor" aria-label={say('Post')}>
      <div className="list-head">
        <h2 className="list-title">{say('POST')}</h2>
      </div>
      <p className="list-empty">{say('Select a post to edit it, or press N for a new one.')}</p>
    </section>
  );
}
