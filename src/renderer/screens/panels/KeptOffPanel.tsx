/** The Kept off air panel: guard words and authors, the posts they match, and every block. */

import { formatCount } from '../../model/words/counts.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { BlockedPosts, GuardedPosts } from './KeptOffLists.tsx';
import { Panel } from './Panel.tsx';
import { SaveGuards } from './SaveGuards.tsx';
import { useGuardForm } from './useGuardForm.ts';

export function KeptOffPanel() {
  const feed = useDesk((desk) => desk.feed);
  return (
    <Panel
      label="Kept off air"
      title="KEPT OFF AIR"
      note={
        <>
          Feed <b>{feed.slug}</b>. Guarded posts stay off air until allowed.
        </>
      }
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
      <h3>Keep off air until allowed</h3>
      <label className="field">
        <span>Words</span>
        <input
          value={form.words}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => form.edit({ words: event.target.value })}
        />
        <small>Separate with commas. Not case-sensitive.</small>
      </label>
      <label className="field">
        <span>Authors</span>
        <input
          value={form.authors}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => form.edit({ authors: event.target.value })}
        />
        <small>Complete handles or names, with or without @.</small>
      </label>
      <p className="field-note">
        {allowedCount === 0 ? 'No posts allowed. ' : `${formatCount(allowedCount, 'post', 'posts')} allowed. `}
        Changing either list forgets which posts were allowed.
      </p>
      <SaveGuards form={form} />
    </form>
  );
}
