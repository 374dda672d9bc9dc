/** The Kept off air panel: guard words and authors, the posts they match, and every block. */

import { say } from '../../../core/language/say.ts';
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
      focus="panelWithFields"
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

function Guards() {
  const allowedCount = useDesk(({ feed }) => feed.guards.allowed.length);
  const isDisconnected = useIsDisconnected();
  const form = useGuardForm();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isUnchanged && !isDisconnected) form.save();
      }}
    >
      <h3>{say('Keep off air until allowed')}</h3>
      <label className="field">
        <span>{say('Words')}</span>
        <input
          value={form.words}
          spellCheck={false}
          placeholder={say('none')}
          onChange={(event) => form.edit({ words: event.target.value })}
        />
        <small>{say('Separate with commas. Not case-sensitive.')}</small>
      </label>
      <label className="field">
        <span>{say('Authors')}</span>
        <input
          value={form.authors}
          spellCheck={false}
          placeholder={say('none')}
          onChange={(event) => form.edit({ authors: event.target.value })}
        />
        <small>{say('Complete handles or names, with or without @.')}</small>
      </label>
      <p className="field-note">
        {allowedCount === 0
          ? say('No posts allowed.')
          : say('{count, plural, one {# post allowed.} other {# posts allowed.}}', { count: allowedCount })}{' '}
        {say('Changing either list forgets which posts were allowed.')}
      </p>
      <SaveGuards form={form} />
    </form>
  );
}
