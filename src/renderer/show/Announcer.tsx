/** One place for all words, always there and always this high, so that a problem never moves the lists. */
import { History, OctagonAlert, Radio, RefreshCw, TriangleAlert, Undo2, WifiOff } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { capOf, useKeymap } from '../keys/keymap.ts';
import { readAirChange } from '../state/airChange.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { useHand } from '../state/hand.ts';
import { useMirror } from '../state/mirror.ts';
import { FrameEmpty, GateShut } from '../ui/Icon.tsx';
import { type Announcement, type AnnouncerButton, announcementOf, lostAnnouncement } from '../words/announcement.ts';
import { nameOf } from '../words/counts.ts';
import { SpokenWord } from './SpokenWord.tsx';

export function Announcer() {
  const said = useAnnouncement();
  return (
    <div className={`announcer ${said.kind === 'usual' ? '' : `is-${said.kind}`}`}>
      <AnnouncerSign icon={said.icon} />
      <div className="announcer-text">
        {said.time !== null && <time>{said.time} </time>}
        {said.lead !== '' && <b>{said.lead}</b>}
        {said.lead !== '' && !said.rest.startsWith(',') && ' '}
        <Emphasised words={said.rest} />
      </div>
      {said.buttons.map((button, place) => (
        <Button key={button} button={button} isFirst={place === 0} kind={said.kind} />
      ))}
      <SpokenWord words={`${said.lead} ${said.rest}`.replaceAll('**', '')} isAssertive={said.isAssertive} />
    </div>
  );
}

function useAnnouncement(): Announcement {
  const desk = useDesk();
  const armed = useHand((hand) => hand.armed);
  const notice = useHand((hand) => hand.notice);
  const airChange = useMirror((mirror) => mirror.airChanges[desk.feed.slug]) ?? readAirChange(desk.index.lists);
  const arrivals = useHand((hand) => hand.arrivals);
  if (desk.isCutOff) {
    const host = window.greenroom?.isDesktop === true ? null : window.location.hostname;
    return lostAnnouncement(desk.lostForMs, host);
  }
  const { index } = desk;
  return announcementOf({
    state: desk.state,
    feed: desk.feed,
    nowMs: desk.nowMs,
    armed,
    notice,
    airChange,
    arrivals,
    nameOfPost: (id) => nameOf(index.liveItems.get(id) ?? index.stagedItems.get(id) ?? index.servedItems.get(id)),
  });
}

/** `**word**` is set in bold, so that a name inside a sentence stands out. */
function Emphasised({ words }: { readonly words: string }): ReactNode {
  return words.split('**').map((part, place) => {
    return place % 2 === 1 ? <b key={place}>{part}</b> : <Fragment key={place}>{part}</Fragment>;
  });
}

function AnnouncerSign({ icon }: { readonly icon: Announcement['icon'] }) {
  switch (icon) {
    case 'radio':
      return <Radio className="icon" aria-hidden="true" />;
    case 'gate-shut':
      return <GateShut />;
    case 'frame-empty':
      return <FrameEmpty />;
    case 'triangle':
      return <TriangleAlert className="icon" aria-hidden="true" />;
    case 'octagon':
      return <OctagonAlert className="icon" aria-hidden="true" />;
    case 'cut':
      return <WifiOff className="icon" aria-hidden="true" />;
    case 'history':
      return <History className="icon" aria-hidden="true" />;
    default:
      return icon satisfies never;
  }
}

type ButtonProps = { readonly button: AnnouncerButton; readonly isFirst: boolean; readonly kind: Announcement['kind'] };

function Button({ button, isFirst, kind }: ButtonProps) {
  const { feed, offers } = useDesk();
  const { press, perform, client } = useHands();
  const keymap = useKeymap();
  const quiet = isFirst && (kind !== 'usual' || button === 'back') ? '' : ' is-quiet';
  const make = (words: ReactNode, act: () => void, more = quiet): ReactNode => (
    <button type="button" className={`button${more}`} onClick={act}>
      {words}
    </button>
  );
  switch (button) {
    case 'checkNow':
      return make(
        <>
          <RefreshCw className="icon" aria-hidden="true" />
          Check now
        </>,
        () => press('checkNow'),
      );
    case 'log':
      return make('All events', () => perform('log'));
    case 'happened':
      return make('What happened', () => perform('log'));
    case 'stopped':
      return make('Why it stopped', () => perform('log'));
    case 'back':
      return make(
        <>
          <Undo2 className="icon" aria-hidden="true" />
          Back{feed.beforeClear?.revision == null ? '' : ` to ${feed.beforeClear.revision}`}, twice{' '}
          {capOf(keymap, 'back') !== null && <kbd>{capOf(keymap, 'back')}</kbd>}
        </>,
        () => press('back'),
        offers.back.reason === null ? ' is-main is-twice' : '',
      );
    case 'seen':
      return make('I have looked', () => press('seen'));
    case 'waiting':
      return make('Show what waits', () => document.getElementById('waiting')?.focus());
    case 'tryNow':
      return make('Try now', () => client.tryNow());
    case 'addresses':
      return make('Feed addresses', () => useHand.setState({ panel: 'addresses', screen: 'show' }));
    default:
      return button satisfies never;
  }
}
