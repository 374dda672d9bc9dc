/** One feed on the wall: its tally, gate, current post, service, consumers and worst problem, and the key that it needs. */
import { OctagonAlert, TriangleAlert, UserRound } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { say } from '../../../core/language/say.ts';
import { ownValue } from '../../../core/ownValue.ts';
import { Button, useExplainDisabled } from '../../../ui/Button.tsx';
import { FactText } from '../../../ui/FactText.tsx';
import { useSecondPress } from '../../../ui/secondPress.ts';
import { TwoLabels } from '../../../ui/TwoLabels.tsx';
import { usePressGuard } from '../../../ui/usePressGuard.ts';
import { actionInfo, putsNewPostsOnAir } from '../../model/actions.ts';
import type { FeedNeed } from '../../model/feedNeed.ts';
import { buildWallTile } from '../../model/wallTile.ts';
import type { Fact } from '../../model/words/fact.ts';
import { useMirror } from '../../stores/engineMirror.ts';
import { openScreen, selectFeed } from '../../stores/uiState.ts';
import { useComputed, useDesk } from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';
import { FeedKeyCap } from '../FeedKeyCap.tsx';
import { KeyCap } from '../KeyCap.tsx';
import { FeedTally } from '../top/TopLine.tsx';

type FeedTileProps = {
  readonly slug: string;
  /** The feeds in the order of their tiles, as text: without one of them, others move to its place. */
  readonly order: string;
  readonly isSelected: boolean;
};

export function FeedTile({ slug, order, isSelected }: FeedTileProps) {
  const feed = useDesk(({ state }) => state.feeds.find((other) => other.slug === slug) ?? null);
  const tile = useComputed(({ state, disconnectedAt }, nowMs) => {
    const shown = state.feeds.find((other) => other.slug === slug);
    if (shown === undefined) return null;
    const disconnection = disconnectedAt === null ? null : { since: disconnectedAt };
    return buildWallTile(state, shown, ownValue(useMirror.getState().lists, slug), disconnection, nowMs);
  });
  if (feed === null || tile === null) return null;
  const open = (): void => {
    select(slug);
    openScreen('show');
  };
  return (
    <li
      className="tile"
      data-feed={slug}
      data-gate={tile.gate.kind}
      aria-current={isSelected ? 'true' : undefined}
      onFocus={() => select(slug)}
    >
      <div className="tile-body">
        <button type="button" className="tile-open" onClick={open}>
          <FeedKeyCap slug={slug} />{' '}
          <b className="is-outside" title={slug}>
            {slug}
          </b>{' '}
          <FeedTally slug={feed.slug} />
        </button>
        <TileFact name="gate" fact={tile.gate} />
        <p className="tile-line tile-current is-outside" dir="auto" title={tile.current}>
          {tile.current}
        </p>
        <TileFact name="source" fact={tile.source} />
        <TileFact name="consumers" fact={tile.consumers} />
        {tile.trouble !== null && (
          <p className={`tile-line tile-trouble${tile.trouble.isOnAir ? ' is-on-air' : ''}`} title={tile.trouble.text}>
            {tile.trouble.isOnAir ? <OctagonAlert /> : <TriangleAlert />}
            <span>{tile.trouble.text}</span>
          </p>
        )}
        <div className="tile-foot">
          {tile.need !== null && <NeedButton slug={slug} order={order} need={tile.need} onOpen={open} />}
          {tile.pressed !== null && (
            <p className="tile-pressed" title={tile.pressed}>
              <UserRound />
              <span>{tile.pressed}</span>
            </p>
          )}
        </div>
      </div>
    </li>
  );
}

/** The strip and the gate keys follow the selected feed. Selecting it again would deselect its post. */
function select(slug: string): void {
  const selected = document.querySelector<HTMLElement>('.tile[aria-current]')?.dataset['feed'];
  if (selected !== slug) selectFeed(slug);
}

function TileFact({ name, fact }: { readonly name: string; readonly fact: Fact }) {
  return (
    <p className={`tile-line tile-fact is-${name} is-${fact.kind}`}>
      <FactText icon={fact.icon} main={fact.main} count={fact.count} note={fact.note} />
    </p>
  );
}

type NeedButtonProps = Pick<FeedTileProps, 'slug' | 'order'> & { readonly need: FeedNeed; readonly onOpen: () => void };

function NeedButton({ slug, order, need, onOpen }: NeedButtonProps) {
  const { press } = useDeskControls();
  const { armed } = useSecondPress();
  const explain = useExplainDisabled();
  const subject = `${need.kind === 'press' ? need.action : need.kind} ${order}`;
  const keyGuard = usePressGuard(subject, useRef(subject).current);
  const liveVersion = useDesk(({ state }) => state.feeds.find((feed) => feed.slug === slug)?.pending.liveVersion);
  const guardsList = need.kind === 'press' && putsNewPostsOnAir(need.action);
  const listGuard = usePressGuard(guardsList ? String(liveVersion) : null, null, 0);
  const handlers = {
    onPointerDown: () => {
      keyGuard.handlers.onPointerDown();
      listGuard.handlers.onPointerDown();
    },
    onKeyDown: (event: KeyboardEvent) => {
      keyGuard.handlers.onKeyDown(event);
      listGuard.handlers.onKeyDown(event);
    },
  };
  /** The tile keeps one button, and so the focus, while its action changes. */
  const onPress = (act: () => void): void => {
    const isListMeant = listGuard.isMeant();
    if (keyGuard.isMeant() && isListMeant) act();
    else explain(say('the key changed as you pressed'));
  };
  if (need.kind === 'none') return <p className="tile-calm">{say('No action needed')}</p>;
  if (need.kind === 'open')
    return (
      <Button
        className="button is-primary tile-need"
        disabledReason={null}
        {...handlers}
        onPress={() => onPress(onOpen)}
      >
        {say('Check the screen')} <KeyCap action="open" />
      </Button>
    );
  const { action, actionState } = need;
  const title = say(actionInfo[action].title);
  const isTwoPress = actionState.confirm !== null;
  const isArmed = armed?.id === action && armed.target === actionState.target;
  return (
    <Button
      className={`button is-primary tile-need${isTwoPress ? ' is-two-press' : ''}${isArmed ? ' is-armed' : ''}`}
      aria-label={isArmed ? undefined : say('{action}, feed {feed}', { action: title, feed: slug })}
      disabledReason={null}
      {...handlers}
      onPress={() =>
        onPress(() => {
          select(slug);
          press(action);
        })
      }
    >
      {isTwoPress ? (
        <TwoLabels isArmed={isArmed} armedLabel={say('Press again')}>
          {title}
        </TwoLabels>
      ) : (
        title
      )}{' '}
      <KeyCap action={action} />
    </Button>
  );
}
