/** The Kept off air panel: guard words and authors, the posts they match, and every block. */

import { useEffect, useRef, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { BlockedPosts, GuardedPosts } from './KeptOffLists.tsx';
import { Panel } from './Panel.tsx';
import { SaveGuards } from './SaveGuards.tsx';
import { useGuardForm } from './useGuardForm.ts';

export function KeptOffPanel() {
  const feed = useDesk((desk) => desk.feed);
  return (
    <Panel
      label={say('Kept off air')}
      title={say('KEPT OFF AIR')}
      note={sayNode('Feed <b>{slug}</b>. Guarded posts stay off air until allowed.', {
        slug: feed.slug,
        b: (children) => <b>{children}</b>,
      })}
    >
      <Guards key={feed.slug} />
      <GuardedPosts />
      <BlockedPosts />
    </Panel>
  );
}

/** The fields are on screen only once the operator edits them, and then one has the focus, so no word is typed beside them. */
function Guards() {
  const [isEditing, setIsEditing] = useState(false);
  const allowedCount = useDesk(({ feed }) => feed.guards.allowed.length);
  return (
    <section>
      <h3>{say('Keep off air until allowed')}</h3>
      {isEditing ? <GuardFields onLeave={() => setIsEditing(false)} /> : <GuardTexts />}
      <p className="field-note">
        {allowedCount === 0
          ? say('No posts allowed.')
          : say('{count, plural, one {# post allowed.} other {# posts allowed.}}', { count: allowedCount })}{' '}
        {say('Changing either list forgets which posts were allowed.')}
      </p>
      {!isEditing && (
        <Button disabledReason={null} onPress={() => setIsEditing(true)}>
          {say('Edit guards')}
        </Button>
      )}
    </section>
  );
}

function GuardTexts() {
  const { words, authors } = useDesk(({ feed }) => feed.guards);
  return (
    <dl className="panel-facts">
      <dt>{say('Words')}</dt>
      <dd>{words.join(', ') || say('none')}</dd>
      <dt>{say('Authors')}</dt>
      <dd>{authors.join(', ') || say('none')}</dd>
    </dl>
  );
}

/** `onLeave` when the focus has left the fields with nothing to save. */
function GuardFields({ onLeave }: { readonly onLeave: () => void }) {
  const isDisconnected = useIsDisconnected();
  const form = useGuardForm();
  const fields = useRef<HTMLFormElement>(null);
  const { isUnchanged } = form;
  const isSaving = useRef(false);
  useEffect(() => {
    if (!isUnchanged) return;
    // Until then the next word typed may be another guard; after it, the next key is meant for air.
    if (isSaving.current) fields.current?.closest<HTMLElement>('[data-keeps-focus]')?.focus();
    isSaving.current = false;
    // Saved, and left at Save.
    if (fields.current?.contains(document.activeElement) === false) onLeave();
  }, [isUnchanged, onLeave]);
  const edit: typeof form.edit = (change) => {
    isSaving.current = false;
    form.edit(change);
  };
  return (
    <form
      ref={fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isUnchanged && !isDisconnected && form.save()) isSaving.current = true;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A field keeps the focus while another window has it.
        if (form.isUnchanged && !currentTarget.contains(relatedTarget ?? document.activeElement)) onLeave();
      }}
    >
      <label className="field">
        <span>{say('Words')}</span>
        <input
          ref={focusEnd}
          value={form.words}
          spellCheck={false}
          placeholder={say('none')}
          onChange={(event) => edit({ words: event.target.value })}
        />
        <small>{say('Separate with commas. Not case-sensitive.')}</small>
      </label>
      <label className="field">
        <span>{say('Authors')}</span>
        <input
          value={form.authors}
          spellCheck={false}
          placeholder={say('none')}
          onChange={(event) => edit({ authors: event.target.value })}
        />
        <small>{say('Complete handles or names, with or without @.')}</small>
      </label>
      <SaveGuards form={form} />
    </form>
  );
}

function focusEnd(field: HTMLInputElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
