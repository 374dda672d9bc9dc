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
import { Fragment, memo } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { formatClockTime } from '../../../core/time.ts';
import { AppIcon } from '../../../ui/Icon.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { Tool, TopLineFrame } from '../../../ui/TopLineFrame.tsx';
import { nameCollectionOf } from '../../model/words/followed.ts';
import { openLog, openScreen, selectFeed, togglePanel, useUiState } from '../../stores/uiState.ts';
import { useComputed, useDesk, useIsFollowing } from '../../stores/useDesk.ts';
import { FeedKeyCap } from '../FeedKeyCap.tsx';
import { NameTool } from './NameTool.tsx';
import { NetworkMark } from './NetworkMark.tsx';
import { ServiceTool } from './ServiceTool.tsx';

export function TopLine() {
  const slugs = useComputed(({ state }) => state.feeds.map((feed) => feed.slug));
  const slug = useDesk(({ feed }) => feed.slug);
  const collectionName = useDesk(({ state, feed }) => nameCollectionOf(state, feed));
  const screen = useUiState((ui) => ui.screen);
  const isFollowing = useIsFollowing();
  return (
    <TopLineFrame icon={<AppIcon />} name="Greenroom" tools={<Tools />}>
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
          choices={slugs.map((each) => [
            each,
            <Fragment key={each}>
              <FeedKeyCap slug={each} />{' '}
              <span className="feed-name is-outside" title={each}>
                {each}
              </span>{' '}
              <span className="tally-room" data-room={sayTallies()}>
                <FeedTally slug={each} />
              </span>
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

const Tools = memo(function Tools() {
  const screen = useUiState((ui) => ui.screen);
  const panel = useUiState((ui) => ui.panel);
  const isFollowing = useIsFollowing();
  return isFollowing ? (
    <>
      <span className="tool">
        <Eye />
        {say('Following||desk without keys')}
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
});

function Clock() {
  const time = useComputed((_, nowMs) => formatClockTime(nowMs));
  return <time className="clock">{time}</time>;
}

/** `null` while it is not known what is on air on the feed. */
export function useFeedTally(slug: string): ReturnType<typeof tallyOf> | null {
  return useComputed(({ state, disconnectedAt }) => {
    const feed = state.feeds.find((each) => each.slug === slug);
    return disconnectedAt !== null || feed?.served !== true ? null : tallyOf(feed);
  });
}

/** A feed's tally: red when on air, amber when held, with a red octagon when on air is affected. */
export function FeedTally({ slug }: { readonly slug: string }) {
  const tally = useFeedTally(slug);
  if (tally === null) return <span className="tally is-none">{say('UNKNOWN')}</span>;
  return (
    <>
      <span className={`tally ${tally.className}`}>{tally.text}</span>
      {tally.isAlarm && <OctagonAlert className="tally-alarm" aria-label={say('on air is affected')} />}
    </>
  );
}

/** All tallies, one a line. A tab has room for each of them, because a second line of tabs would move everything below. */
function sayTallies(): string {
  const count = 88;
  return [say('ON AIR {count}', { count }), say('HELD {count}', { count }), say('CLEARED'), say('UNKNOWN')].join('\n');
}

function tallyOf({ gate, counts, consumers, blocked }: DeskFeed) {
  const { onAir } = counts;
  return {
    isAlarm:
      consumers.some(({ state }) => state === 'behind') || blocked.some(({ waitingFor }) => waitingFor.length > 0),
    text:
      gate === 'cleared'
        ? say('CLEARED')
        : onAir === 0
          ? say('EMPTY')
          : gate === 'held'
            ? say('HELD {count}', { count: onAir })
            : say('ON AIR {count}', { count: onAir }),
    className: gate === 'cleared' || onAir === 0 ? 'is-none' : gate === 'held' ? 'is-held' : 'is-air',
  };
}
