/** Settings, Word guard: the words and authors that keep a post of the selected feed off air, and the posts they match. */
import { say } from '../../../core/language/say.ts';
import { shownNameOf } from '../../../core/shownName.ts';
import { Badge } from '../../../ui/Badge.tsx';
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
      <h2>{say('Guarded posts in live')}</h2>
      <GuardedPosts />
    </>
  );
}

function Guards() {
  const allowedCount = useDesk(({ feed }) => feed.guards.allowed.length);
  const slug = useDesk(({ feed }) => feed.slug);
  const isDisconnected = useIsDisconnected();
  const form = useGuardForm();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isUnchanged && !isDisconnected) form.save();
      }}
    >
      <h2>{say('Keep off air until allowed')}</h2>
      <SettingLine
        {...{ setting: null, secret: null, label: say('Words'), below: null }}
        note={say('Separate with commas. Not case-sensitive')}
      >
        <input
          className="is-long"
          aria-label={say('Words')}
          value={form.words}
          spellCheck={false}
          placeholder={say('none')}
          onChange={(event) => form.edit({ words: event.target.value })}
        />
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: say('Authors'), below: null }}
        note={say('With or without @')}
      >
        <input
          className="is-long"
          aria-label={say('Authors')}
          value={form.authors}
          spellCheck={false}
          placeholder={say('none')}
          onChange={(event) => form.edit({ authors: event.target.value })}
        />
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: say('Allowed') }}
        note={say('Changing either list forgets which posts were allowed')}
        below={!form.isUnchanged && <SaveGuards form={form} />}
      >
        <span>
          {say('{count, plural, =0 {none} one {# post} other {# posts}}, on the feed {feed}', {
            count: allowedCount,
            feed: slug,
          })}
        </span>
      </SettingLine>
    </form>
  );
}

function GuardedPosts() {
  const index = useDesk((desk) => desk.index);
  const allowKey = keyLabelOf(useKeymap(), 'allow') ?? say('Allow');
  const { guarded } = index.feed;
  if (guarded.length === 0) return <p className="setting-lead">{say('None.')}</p>;
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th>{say('Post')}</th>
          <th>{say('Rule')}</th>
          <th>{say('Where')}</th>
          <th>
            <span className="visually-hidden">{say('Next step')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {guarded.map(({ itemId: id, by, rule }) => {
          const live = index.liveItems.get(id);
          const isBlocked = index.blocked.has(id);
          const list = live === undefined ? 'staging' : 'live';
          const name = shownNameOf(live ?? index.stagingItems.get(id));
          return (
            <tr key={id}>
              <th scope="row" className="setting-name is-outside" dir="auto" title={name}>
                {name}
              </th>
              <td>
                <Badge
                  badge={{
                    kind: 'warning',
                    icon: null,
                    text: by === 'author' ? `@${rule.replace(/^@/, '')}` : say('“{text}”', { text: rule }),
                    isOutside: true,
                  }}
                />
              </td>
              <td>{describeList(list, index.onAir.has(id), isBlocked)}</td>
              <td>
                {isBlocked
                  ? say('Stays blocked, whatever the guard says')
                  : say('To allow it, select it on the show and press {key}, then {key} again', { key: allowKey })}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function describeList(list: 'staging' | 'live', hasOldTextOnAir: boolean, isBlocked: boolean): string {
  if (hasOldTextOnAir)
    return isBlocked
      ? say('{list, select, live {live} other {staging}}, old text on air, also blocked', { list })
      : say('{list, select, live {live} other {staging}}, old text on air', { list });
  return isBlocked
    ? say('{list, select, live {live} other {staging}}, also blocked', { list })
    : say('{list, select, live {live} other {staging}}', { list });
}

export function GuardAside() {
  return (
    <>
      <h2>{say('Not a moderation filter')}</h2>
      <p>
        {say(
          'A guard keeps a matching post off air and says so, on the row and here. It runs on this machine, for staging and live, even when the service is offline.',
        )}
      </p>
    </>
  );
}
