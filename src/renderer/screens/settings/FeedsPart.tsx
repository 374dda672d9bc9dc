/** Settings, Feeds: the feeds with their collections, gates and consumers. A feed without consumers can be deleted. */
import { Trash2 } from 'lucide-react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { hasOpenAlarm } from '../../model/offScreen.ts';
import { findSettingField } from '../../model/settingFields.ts';
import { nameCollectionOf, nameGate } from '../../model/words/followed.ts';
import { openScreen, selectFeed } from '../../stores/uiState.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { FeedTally } from '../top/TopLine.tsx';
import { ChangeResult } from './ChangeResult.tsx';
import { withoutFeed } from './feedList.ts';
import { NewFeed } from './NewFeed.tsx';
import type { SettingsAnswer } from './SettingRow.tsx';
import { useSettingChange } from './useSettingChange.ts';

export function FeedsPart({ answer }: { readonly answer: SettingsAnswer }) {
  const feeds = useDesk(({ state }) => state.feeds);
  const changer = useSettingChange(null);
  const { description, title } = findSettingField(answer.schema, 'feeds');
  return (
    <div data-setting="feeds">
      <h2>{say(title)}</h2>
      <p className="setting-lead">{say(description)}</p>
      <table className="data-table feeds-table">
        <thead>
          <tr>
            <th>{say('Feed')}</th>
            <th>{say('Collection')}</th>
            <th>{say('Gate')}</th>
            <th>{say('On air')}</th>
            <th>{say('Consumers')}</th>
            <th>
              <span className="visually-hidden">{say('Delete')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <FeedLine
              key={feed.slug}
              feed={feed}
              isOnly={feeds.length === 1}
              onDelete={() => void changer.change(withoutFeed(feed.slug))}
            />
          ))}
        </tbody>
      </table>
      <ChangeResult changer={changer} />
      <NewFeed />
    </div>
  );
}

type FeedLineProps = { readonly feed: DeskFeed; readonly isOnly: boolean; readonly onDelete: () => void };

function FeedLine({ feed, isOnly, onDelete }: FeedLineProps) {
  const isDisconnected = useIsDisconnected();
  const { consumers } = feed.counts;
  const name = useDesk(({ state }) => nameCollectionOf(state, feed)) ?? say('none yet');
  const obstacle = hasOpenAlarm(feed)
    ? say('A blocked post or an older list may still be on screen: can’t delete')
    : consumers > 0
      ? say('{count, plural, one {# consumer} other {# consumers}}: can’t delete', { count: consumers })
      : null;
  return (
    <tr>
      <th scope="row">{feed.slug}</th>
      <td className="setting-name is-outside" dir="auto" title={name}>
        <button
          type="button"
          className="plain-button is-outside"
          onClick={() => {
            selectFeed(feed.slug);
            openScreen('collections');
          }}
        >
          {name}
        </button>
      </td>
      <td>{nameGate(feed)}</td>
      <td>
        <FeedTally slug={feed.slug} />
      </td>
      <td>{consumers === 0 ? say('none') : consumers}</td>
      <td>
        {obstacle !== null ? (
          <span className="setting-note">{obstacle}</span>
        ) : (
          <SecondPressButton
            armedLabel={say('Press again to delete')}
            sentence={say('Press again within 2 seconds to delete the feed {feed}.', { feed: feed.slug })}
            disabledReason={isOnly ? say('the last feed stays') : isDisconnected ? say('not connected') : null}
            onPress={onDelete}
          >
            <Trash2 />
            {sayNode('Delete<hidden> {feed}</hidden>', {
              feed: feed.slug,
              hidden: (children) => <span className="visually-hidden">{children}</span>,
            })}
          </SecondPressButton>
        )}
      </td>
    </tr>
  );
}

export function FeedsAside() {
  const slug = useDesk(({ feed }) => feed.slug);
  return (
    <>
      <h2>{say('Its addresses')}</h2>
      <p className="setting-paths">
        {['live.json', 'vmix.json'].map((file) => (
          <code key={file}>{`/feeds/${slug}/${file}`}</code>
        ))}
        <code>{`/overlay/card?feed=${slug}`}</code>
      </p>
      <h2>{say('Deleting')}</h2>
      <p>
        {say(
          'You can’t delete a feed with consumers: their graphics would freeze. Disconnect them, wait until the count is none, then press Delete and confirm. Its history and as-run log are kept.',
        )}
      </p>
      <p>
        {say(
          'You can’t delete a feed while a blocked post or an older list may still be on screen: its alarm would end.',
        )}
      </p>
    </>
  );
}
