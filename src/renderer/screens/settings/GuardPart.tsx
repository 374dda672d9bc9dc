/** Settings, Word guard: the words and authors that keep a post of the selected feed off air, and the posts they match. */
import { useId } from 'react';
import { removeDirections } from '../../../core/outsideName.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { formatCount } from '../../model/words/counts.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { SaveGuards } from '../panels/SaveGuards.tsx';
import { useGuardForm } from '../panels/useGuardForm.ts';
import { SettingLine } from './SettingLine.tsx';

export function GuardPart() {
  const slug = useDesk(({ feed }) => feed.slug);
  return (
    <>
      <Guards key={slug} />
      <h2>Guarded posts in live</h2>
      <GuardedPosts />
    </>
  );
}

function Guards() {
  const allowedCount = useDesk(({ feed }) => feed.guards.allowed.length);
  const slug = useDesk(({ feed }) => feed.slug);
  const isDisconnected = useIsDisconnected();
  const form = useGuardForm();
  const wordsId = useId();
  const authorsId = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isUnchanged && !isDisconnected) form.save();
      }}
    >
      <h2>Keep off air until allowed</h2>
      <SettingLine
        {...{ setting: null, secret: null, label: 'Words', labelId: wordsId, below: null }}
        note="Separate with commas. Not case-sensitive"
      >
        <input
          className="is-long"
          aria-labelledby={wordsId}
          value={form.words}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => form.edit({ words: event.target.value })}
        />
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: 'Authors', labelId: authorsId, below: null }}
        note="With or without @"
      >
        <input
          className="is-long"
          aria-labelledby={authorsId}
          value={form.authors}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => form.edit({ authors: event.target.value })}
        />
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: 'Allowed', labelId: null }}
        note="Changing either list forgets which posts were allowed"
        below={!form.isUnchanged && <SaveGuards form={form} />}
      >
        <span>
          {allowedCount === 0 ? 'none' : formatCount(allowedCount, 'post', 'posts')}, on the feed {slug}
        </span>
      </SettingLine>
    </form>
  );
}

function GuardedPosts() {
  const index = useDesk((desk) => desk.index);
  const allowKey = keyLabelOf(useKeymap(), 'allow') ?? 'Allow';
  const { guarded } = index.feed;
  if (guarded.length === 0) return <p className="setting-lead">None.</p>;
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th>Post</th>
          <th>Rule</th>
          <th>Where</th>
          <th>
            <span className="visually-hidden">Next step</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {guarded.map(({ itemId: id, by, rule }) => {
          const live = index.liveItems.get(id);
          const isBlocked = index.blocked.has(id);
          const list = `${live === undefined ? 'staging' : 'live'}${index.onAir.has(id) ? ', old text on air' : ''}`;
          return (
            <tr key={id}>
              <th scope="row" className="setting-name" dir="auto">
                {removeDirections((live ?? index.stagingItems.get(id))?.fullName ?? 'No name given')}
              </th>
              <td>
                <Badge
                  badge={{
                    kind: 'warning',
                    icon: null,
                    text: by === 'author' ? `@${rule.replace(/^@/, '')}` : `“${rule}”`,
                  }}
                />
              </td>
              <td>{isBlocked ? `${list}, also blocked` : list}</td>
              <td>
                {isBlocked
                  ? 'Stays blocked, whatever the guard says'
                  : `To allow it, select it on the show and press ${allowKey}, then ${allowKey} again`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function GuardAside() {
  return (
    <>
      <h2>Not a moderation filter</h2>
      <p>
        A guard keeps a matching post off air and says so, on the row and here. It runs on this machine, for staging and
        live, even when the service is offline.
      </p>
    </>
  );
}
