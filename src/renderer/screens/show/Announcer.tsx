/** The announcer: the worst problem, the armed action or the last change on air, with its next step. Other screens show only what can't wait. */

import { RefreshCw, Undo2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { say } from '../../../core/language/say.ts';
import { AnnouncerBar } from '../../../ui/AnnouncerBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useSecondPress } from '../../../ui/secondPress.ts';
import { TwoLabels } from '../../../ui/TwoLabels.tsx';
import { useClient } from '../../engine/queries.ts';
import { inferAirChange } from '../../model/airChange.ts';
import type { ItemLookup } from '../../model/feedIndex.ts';
import {
  type Announcement,
  type AnnouncementInput,
  type AnnouncerButton,
  announcementOf,
} from '../../model/words/announcement.ts';
import { announceBrokenDesk, announceDisconnection } from '../../model/words/disconnection.ts';
import { removeEmphasis, splitEmphasis } from '../../model/words/emphasis.ts';
import { postNameIn } from '../../model/words/postNameIn.ts';
import { useMirror } from '../../stores/engineMirror.ts';
import { openPanel, type UiState, useUiState } from '../../stores/uiState.ts';
import { useActionState, useComputed, useIsFollowing } from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';
import { focusOn } from '../focusOn.ts';
import { KeyCap } from '../KeyCap.tsx';
import { OffScreenButton } from './OffScreenButton.tsx';
import { useKeptHeight } from './useKeptHeight.ts';

export function Announcer() {
  const { announcement, spoken, done, isAlarm } = useAnnouncement();
  const isOnShow = useUiState((ui) => ui.screen === 'show');
  const bar = useKeptHeight(isAlarm);
  const layout = isOnShow ? 'announcer-place' : isAlarm ? 'announcer-place is-in-page' : 'announcer-place is-over-page';
  return (
    <div ref={bar} className={layout}>
      {(isOnShow || announcement.isAssertive) && <Bar announcement={announcement} />}
      <LiveRegion
        text={removeEmphasis(`${spoken.lead} ${spoken.rest}`)}
        isAssertive={spoken.isAssertive}
        occurrence={spoken.subject}
      />
      <LiveRegion text={done?.sentence ?? ''} isAssertive={null} occurrence={done?.count ?? 0} />
    </div>
  );
}

function Bar({ announcement }: { readonly announcement: Announcement }) {
  const buttons = useIsFollowing() ? [] : announcement.buttons;
  return (
    <AnnouncerBar
      kind={announcement.kind}
      icon={announcement.icon}
      time={announcement.time}
      length={announcement.lead.length + announcement.rest.length}
      sentence={
        <>
          {announcement.lead !== '' && <b>{announcement.lead}</b>}
          {announcement.lead !== '' && !announcement.rest.startsWith(',') && ' '}
          <Emphasised text={announcement.rest} />
        </>
      }
    >
      {buttons.map((button, index) => (
        <AnnouncerButtonView key={button} button={button} isFirst={index === 0} kind={announcement.kind} />
      ))}
    </AnnouncerBar>
  );
}

type Announced = {
  readonly announcement: Announcement;
  /** The same without what the last press did, which has its own live region. */
  readonly spoken: Announcement;
  /** The effect of the last press; `null` once its sentence is not true any more. */
  readonly done: UiState['done'];
  /** Whether on air is affected, also while an armed key's sentence is shown instead. */
  readonly isAlarm: boolean;
};

function useAnnouncement(): Announced {
  const { armed } = useSecondPress();
  const isOnHistory = useUiState((ui) => ui.screen === 'log' && ui.logView === 'history');
  const isBroken = useMirror(({ link }) => link.state === 'broken');
  const notice = useUiState((ui) => ui.notice);
  const lastDone = useUiState((ui) => ui.done);
  const arrivals = useUiState((ui) => ui.arrivals);
  return useComputed(({ state, feed, index, airChange, disconnectedAt, actionStates }, nowMs): Announced => {
    if (disconnectedAt !== null) {
      const host = window.greenroom?.isDesktop === true ? null : window.location.hostname;
      const hasKeys = state.right !== 'view';
      const announcement = isBroken
        ? announceBrokenDesk(hasKeys)
        : announceDisconnection(nowMs - Date.parse(disconnectedAt), host, hasKeys);
      return { announcement, spoken: announcement, done: null, isAlarm: true };
    }
    const done = lastDone?.isTrueOf(feed) === true ? lastDone : null;
    const input = {
      state,
      feed,
      nowMs,
      notice,
      done: done === null || done.isOnlySpoken ? null : done,
      airChange: airChange ?? inferAirChange(index.lists),
      arrivals: findArrivals(arrivals, index.stagingItems),
      nameOfPost: postNameIn(index),
      isInLive: index.liveItems.has,
      hasPost: (id: string) => index.liveItems.has(id) || index.stagingItems.has(id) || index.onAir.has(id),
    };
    const unarmed = announcementOf({ ...input, armed: null });
    const isAlarm = unarmed.kind === 'alarm';
    if (armed === null)
      return { announcement: unarmed, spoken: announcementOf({ ...input, armed, done: null }), done, isAlarm };
    // The second press must find the button of the first.
    const isBack = armed.id === 'back' && armed.target === actionStates.back.target;
    const buttons = isBack ? unarmed.buttons.filter((button) => button === 'back') : [];
    const spoken = { ...announcementOf({ ...input, armed }), buttons };
    // The bar of History shows the sentence, beside its key.
    const announcement = isOnHistory && armed.id === 'back' ? unarmed : spoken;
    return { announcement, spoken, done, isAlarm };
  });
}

/** Those of the posts that are still in staging, and when the newest arrived; `null` without any. */
function findArrivals(ids: readonly string[], staging: ItemLookup): AnnouncementInput['arrivals'] {
  const times = ids.flatMap((id) => staging.get(id)?.mark?.arrivedAt ?? []).sort();
  const newest = times.at(-1);
  return newest === undefined ? null : { count: times.length, at: newest };
}

function Emphasised({ text }: { readonly text: string }): ReactNode {
  return splitEmphasis(text).map((part, index) => {
    return index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>;
  });
}

type ButtonProps = { readonly button: AnnouncerButton; readonly isFirst: boolean; readonly kind: Announcement['kind'] };

function AnnouncerButtonView({ button, isFirst, kind }: ButtonProps) {
  const canGoBack = useActionState('back').disabledReason === null;
  const { press, perform } = useDeskControls();
  const isBackArmed = useSecondPress().armed?.id === 'back';
  const client = useClient();
  const isPlain = isFirst && (kind !== 'normal' || button === 'back');
  const render = (content: ReactNode, onPress: () => void, className?: string): ReactNode => (
    <Button className={className ?? (isPlain ? 'button' : 'button is-quiet')} disabledReason={null} onPress={onPress}>
      {content}
    </Button>
  );
  switch (button) {
    case 'offScreen':
      return <OffScreenButton />;
    case 'checkNow':
      return render(
        <>
          <RefreshCw />
          {say('Check now')}
        </>,
        () => press('checkNow'),
      );
    case 'log':
      return render(say('All events'), () => perform('log'));
    case 'details':
      return render(say('Details'), () => perform('log'));
    case 'back': {
      const className = canGoBack ? `button is-primary is-two-press${isBackArmed ? ' is-armed' : ''}` : 'button';
      return render(
        <TwoLabels isArmed={isBackArmed} armedLabel={say('Press again to go back')}>
          <Undo2 />
          {say('Back')} <KeyCap action="back" />
        </TwoLabels>,
        () => press('back'),
        className,
      );
    }
    case 'seen':
      return render(say('Got it'), () => press('seen'));
    case 'waiting':
      return render(say('Show waiting'), () => focusOn('waiting', 'waiting'));
    case 'retryNow':
      return render(say('Retry now'), () => client.retryNow());
    case 'howToStart':
      return (
        <Button className="button is-quiet how-to-start" disabledReason={null} onPress={() => openPanel('start')}>
          {say('How to start it')}
        </Button>
      );
    default:
      return button satisfies never;
  }
}
