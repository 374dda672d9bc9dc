/** Settings, Feeds: the feeds with their collections; one can be added or deleted. */
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { findSettingField } from '../../model/settingFields.ts';
import { openScreen, selectFeed } from '../../stores/uiState.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import type { SettingsAnswer } from './SettingRow.tsx';
import { useSettingChange } from './useSettingChange.ts';

export function FeedsPart({ answer }: { readonly answer: SettingsAnswer }) {
  const feeds = useDesk(({ state }) => state.feeds);
  const isDisconnected = useIsDisconnected();
  const changer = useSettingChange();
  const [slug, setSlug] = useState('');
  const { description } = findSettingField(answer.schema, 'feeds');
  const disabledReason = isDisconnected ? 'not connected' : null;
  const saved = feeds.map((feed) => ({ slug: feed.slug, collectionId: feed.collection?.id ?? null }));
  return (
    <div data-setting="feeds">
      <h2>Feeds</h2>
      <p className="setting-note">{description}</p>
      <table className="data-table">
        <thead>
          <tr>
            <th>Name in the address</th>
            <th>Collection</th>
            <th className="is-number">Consumers</th>
            <th>Change</th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <tr key={feed.slug}>
              <th scope="row">{feed.slug}</th>
              <td className="setting-name" dir="auto">
                {feed.collection?.name ?? 'none yet'}
              </td>
              <td className="is-number">{feed.counts.consumers}</td>
              <td>
                <div className="button-row">
                  <Button
                    disabledReason={null}
                    onPress={() => {
                      selectFeed(feed.slug);
                      openScreen('collections');
                    }}
                  >
                    Choose a collection
                  </Button>
                  <SecondPressButton
                    armedLabel="Press again to delete"
                    effect={`to delete the feed ${feed.slug}.`}
                    disabledReason={feeds.length === 1 ? 'the last feed stays' : disabledReason}
                    onPress={() => void changer.change({ feeds: saved.filter((other) => other.slug !== feed.slug) })}
                  >
                    Delete
                  </SecondPressButton>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (slug.trim() === '' || disabledReason !== null) return;
          void changer.change({ feeds: [...saved, { slug: slug.trim(), collectionId: null }] });
        }}
      >
        <input
          aria-label="Name of a new feed"
          placeholder="name of a new feed"
          value={slug}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setSlug(event.target.value);
            changer.reset();
          }}
        />
        <Button type="submit" disabledReason={slug.trim() === '' ? 'enter a name' : disabledReason}>
          Add feed
        </Button>
      </form>
      <p className="setting-note">
        {findSettingField(answer.schema, 'feeds').title}: a new feed starts held and empty.
      </p>
      <ChangeResult changer={changer} />
    </div>
  );
}
