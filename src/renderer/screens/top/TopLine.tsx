/** The top line: feeds with their tally, the selected feed's collection, screens and clock. */

import {
  ClipboardCheck,
  Eye,
  Keyboard,
  Layers,
  LayoutGrid,
  OctagonAlert,
  Plug,
  ScrollText,
  Settings as SettingsIcon,
  ShieldAlert,
} from 'lucide-react';
import { Fragment } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { formatClockTime } from '../../../core/time.ts';
import { AppIcon } from '../../../ui/Icon.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { Tool, TopLineFrame } from '../../../ui/TopLineFrame.tsx';
import { nameCollectionOf } from '../../model/words/followed.ts';
import { openLog, openScreen, selectFeed, togglePanel, useUiState } from '../../stores/uiState.ts';
import { useComputed, useDesk, useIsDisconnected, useIsFollowing } from '../../stores/useDesk.ts';
import { FeedKeyCap } from '../FeedKeyCap.tsx';
import { NameTool } from './NameTool.tsx';
import { NetworkMark } from './NetworkMark.tsx';
import { ServiceTool } from './ServiceTool.tsx';

export function TopLine() {
  const feeds = useDesk(({ state }) => state.feeds);
  const slug = useDesk(({ feed }) => feed.slug);
  const collectionName = useDesk(({ state, feed }) => nameCollectionOf(state, feed));
  const screen = useUiState((ui) => ui.screen);
  const panel = useUiState((ui) => ui.panel);
  const isFollowing = useIsFollowing();
  const tools = isFollowing ? (
    <>
      <span className="tool">
        <Eye />
        {say('Following')}
      </span>
      <Clock />
    </>
  ) : (
    <>
      <NetworkMark />
      <ServiceTool />
      <Tool
        Icon={ShieldAlert}
        label={say('Kept off')}
        isCurrent={panel === 'keptOff'}
        onPress={() => togglePanel('keptOff')}
      />
      <Tool Icon={Plug} label={say('Recipes')} isCurrent={screen === 'recipes'} onPress={() => openScreen('recipes')} />
      <Tool
        Icon={ClipboardCheck}
        label={say('Preflight')}
        isCurrent={screen === 'preflight'}
        onPress={() => openScreen('preflight')}
      />
      <Tool Icon={ScrollText} label={say('Log')} isCurrent={screen === 'log'} onPress={() => openLog('events')} />
      <Tool
        Icon={SettingsIcon}
        label={say('Settings')}
        isCurrent={screen === 'settings' || screen === 'pushSetup'}
        onPress={() => openScreen('settings')}
      />
      <Tool Icon={Keyboard} label={say('Keys')} isCurrent={panel === 'keys'} onPress={() => togglePanel('keys')} />
      <NameTool />
      <Clock />
    </>
  );
  return (
    <TopLineFrame icon={<AppIcon />} name="Greenroom" tools={tools}>
      {!isFollowing && (
        <button
          type="button"
          className="tool top-wall"
          aria-current={screen === 'wall' ? 'page' : undefined}
          aria-label={say('All feeds')}
          title={say('All feeds')}
          onClick={() => openScreen('wall')}
        >
          <LayoutGrid />
        </button>
      )}
      <div className="top-feeds" role="toolbar">
        <Segments
          className="feed-tabs"
          label={say('Feeds')}
          choices={feeds.map((feed) => [
            feed.slug,
            <Fragment key={feed.slug}>
              <FeedKeyCap slug={feed.slug} />{' '}
              <span className="feed-name is-outside" title={feed.slug}>
                {feed.slug}
              </span>{' '}
              <FeedTally feed={feed} />
            </Fragment>,
          ])}
          selected={slug}
          disabledReason={null}
          onSelect={selectFeed}
        />
      </div>
      {!isFollowing && (
        <button
          type="button"
          className="tool top-collection"
          aria-current={screen === 'collections' ? 'page' : undefined}
          onClick={() => openScreen('collections')}
        >
          <Layers />
          <span className="top-collection-short">{say('Collections')}</span>
          <span className="top-collection-long is-outside" title={collectionName ?? undefined}>
            {sayNode('Collection: <b>{name}</b>', {
              name: collectionName ?? say('none yet'),
              b: (children) => <b>{children}</b>,
            })}
          </span>
        </button>
      )}
    </TopLineFrame>
  );
}

function Clock() {
  const time = useComputed((_, nowMs) => formatClockTime(nowMs));
  return <time className="clock">{time}</time>;
}

/** A feed's tally: red when on air, amber when held, with a red octagon when on air is affected. */
export function FeedTally({ feed }: { readonly feed: DeskFeed }) {
  const isDisconnected = useIsDisconnected();
  if (isDisconnected || !feed.served) return <span className="tally is-none">{say('UNKNOWN')}</span>;
  const isAlarm =
    feed.consumers.some((consumer) => consumer.state === 'behind') ||
    feed.blocked.some((block) => block.waitingFor.length > 0);
  const { onAir } = feed.counts;
  const text =
    feed.gate === 'cleared'
      ? say('CLEARED')
      : onAir === 0
        ? say('EMPTY')
        : feed.gate === 'held'
          ? say('HELD {count}', { count: onAir })
          : say('ON AIR {count}', { count: onAir });
  const className = feed.gate === 'cleared' || onAir === 0 ? 'is-none' : feed.gate === 'held' ? 'is-held' : 'is-air';
  return (
    <>
      <span className={`tally ${className}`}>{text}</span>
      {isAlarm && <OctagonAlert className="tally-alarm" aria-label={say('on air is affected')} />}
    </>
  );
}
