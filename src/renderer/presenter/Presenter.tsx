/** The presenter’s page: the current post in large text, the next one, and one button that marks the current post used. */

import { Check, CircleQuestionMark, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { PresenterPost, PresenterView } from '../../contract/presenter.ts';
import { handleOf } from '../../core/collection.ts';
import { say } from '../../core/language/say.ts';
import { givenNameOf, shownNameOf } from '../../core/shownName.ts';
import { formatAge, formatDuration, padToTwoDigits } from '../../core/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { sourceNameOf } from '../../ui/SourceIcon.tsx';
import { sayNode } from '../../ui/sayNode.ts';
import { startOfText } from '../../ui/startOfText.ts';
import { usePressGuard } from '../../ui/usePressGuard.ts';
import { usePresenter } from './presenterStore.ts';

/** A press this soon after another post became current was meant for the one before. Milliseconds. */
const changedWithinMs = 250;

export type PresenterProps = {
  /** Resolves with what to tell the presenter; `null` once it is done. */
  readonly onMark: (feed: string, itemId: string, used: boolean) => Promise<string | null>;
};

export function Presenter({ onMark }: PresenterProps) {
  const { view, isConnected, refusal } = usePresenter();
  const nowMs = useNow();
  const status = useStatus(nowMs);
  useEffect(() => {
    if (view !== null) document.title = say('Presenter: {feed} · Greenroom', { feed: view.feed });
  }, [view]);
  return (
    <div className="presenter">
      <header>
        <Tally view={view} isConnected={isConnected} />
        {view !== null && view.index !== null && (
          <span className="presenter-position">
            {say('{number} of {count}', { number: view.index + 1, count: view.onAirCount })}
          </span>
        )}
        <span className={`presenter-status${isConnected ? '' : ' is-late'}`}>
          {!isConnected && <TriangleAlert />}
          {status}
        </span>
        <time className="presenter-clock">{formatHoursAndMinutes(nowMs)}</time>
      </header>
      <main>
        <Current view={view} isConnected={isConnected} nowMs={nowMs} refusal={refusal} />
      </main>
      <Next view={view} isConnected={isConnected} />
      <Footer view={view} isConnected={isConnected} onMark={onMark} />
      <LiveRegion
        text={describeForScreenReader(view, isConnected)}
        isAssertive={null}
        occurrence={`${view?.current?.id} ${describeForScreenReader(view, isConnected)}`}
      />
      <LiveRegion text={isConnected ? '' : (refusal ?? say('Not up to date.'))} isAssertive={null} occurrence={0} />
    </div>
  );
}

function Tally({ view, isConnected }: { readonly view: PresenterView | null; readonly isConnected: boolean }) {
  if (view === null || !isConnected || !view.served)
    return (
      <span className="presenter-tally is-unknown">
        <CircleQuestionMark />
        {view === null || view.current === null ? say('NOT KNOWN') : say('WAS ON AIR')}
      </span>
    );
  if (view.current === null) return <span className="presenter-tally is-none">{say('NOTHING ON AIR')}</span>;
  return <span className="presenter-tally is-air">{say('ON AIR')}</span>;
}

type CurrentProps = {
  readonly view: PresenterView | null;
  readonly isConnected: boolean;
  readonly nowMs: number;
  readonly refusal: string | null;
};

function Current({ view, isConnected, nowMs, refusal }: CurrentProps) {
  const post = view?.current ?? null;
  if (post === null)
    return (
      <p className="presenter-none">
        {refusal ?? (view === null ? say('Connecting…') : describeNoPost(view, isConnected))}
      </p>
    );
  return (
    <>
      <div className="presenter-who">
        <Avatar url={post.avatarUrl} />
        <div>
          <h1>
            <bdi>{nameOf(post)}</bdi>
          </h1>
          <p>{describeOrigin(post, formatAge(post.publishedAt, nowMs, true))}</p>
        </div>
        <PostPicture url={post.pictureUrl} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the arrow keys. */}
      <p className={`presenter-words ${sizeOf(post.message)}`} dir="auto" tabIndex={0}>
        {post.message}
      </p>
      {refusal !== null && <p className="presenter-refusal">{refusal}</p>}
    </>
  );
}

/** The picture of another post is never shown while it loads, and a broken one leaves the space to the text. */
function PostPicture({ url }: { readonly url: string | null }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || url === brokenUrl) return null;
  return (
    <img
      key={url}
      className="presenter-picture"
      src={url}
      alt={say('From the post')}
      onError={() => setBrokenUrl(url)}
    />
  );
}

function Next({ view, isConnected }: { readonly view: PresenterView | null; readonly isConnected: boolean }) {
  const post = view?.next ?? null;
  const isKnown = view?.served === true && isConnected;
  return (
    <section className="presenter-next" aria-label={say('Next post')}>
      <span>{say('NEXT')}</span>
      <b
        className={post === null ? undefined : 'is-outside'}
        dir="auto"
        title={post === null ? undefined : nameOf(post)}
      >
        {post !== null ? nameOf(post) : isKnown ? say('No next post') : say('Next post unknown')}
      </b>
      {post !== null && (
        <p className="is-outside" dir="auto" title={post.message}>
          {startOfText(post.message)}
        </p>
      )}
    </section>
  );
}

type FooterProps = {
  readonly view: PresenterView | null;
  readonly isConnected: boolean;
  readonly onMark: PresenterProps['onMark'];
};

function Footer({ view, isConnected, onMark }: FooterProps) {
  const post = view?.current ?? null;
  const [notice, setNotice] = useState<{ readonly text: string; readonly itemId: string } | null>(null);
  const note =
    notice !== null && notice.itemId === post?.id ? notice.text : say('The gallery decides what comes next.');
  const isOff = post === null || !isConnected;
  const { handlers, isMeant } = usePressGuard(post === null ? null : `${post.id} ${view?.used}`, null, changedWithinMs);
  const press = async (): Promise<void> => {
    const isPressMeant = isMeant();
    if (view === null || post === null || !isConnected) return;
    const text = isPressMeant
      ? await onMark(view.feed, post.id, !view.used)
      : say('The post changed as you pressed. Nothing happened.');
    setNotice(text === null ? null : { text, itemId: post.id });
  };
  return (
    <footer>
      <button
        type="button"
        className={`presenter-used${view?.used === true ? ' is-on' : ''}`}
        aria-pressed={view?.used === true}
        aria-disabled={isOff}
        {...handlers}
        onClick={() => void press()}
      >
        <Check />
        {view?.used === true ? say('Marked used') : say('Mark used')}
      </button>
      <span role="status">
        {isOff && post !== null ? say('Not connected. Mark it once this page is up to date.') : note}
      </span>
    </footer>
  );
}

/** Ticks once a second, with Greenroom’s clock. */
function useNow(): number {
  const offsetMs = usePresenter((page) => page.clockOffsetMs);
  const [deviceMs, setDeviceMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setDeviceMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return deviceMs + offsetMs;
}

function useStatus(nowMs: number): string {
  const { isConnected, heardAtMs, clockOffsetMs } = usePresenter();
  if (isConnected) return say('Up to date');
  if (heardAtMs === null) return say('Not connected');
  return say('Not up to date: {duration}', { duration: formatDuration(nowMs - clockOffsetMs - heardAtMs) });
}

/** Without a connection, or if Greenroom does not know what the feed shows, graphics can still show a post. */
function describeNoPost({ served }: PresenterView, isConnected: boolean): string {
  return served && isConnected ? say('Nothing is on air.') : say('It is not known what is on air.');
}

function describeForScreenReader(view: PresenterView | null, isConnected: boolean): string {
  // Without a connection, the last post may be off air; another region says that the page is not up to date.
  if (view === null || (view.current !== null && !isConnected)) return '';
  if (view.current === null || !view.served) return describeNoPost(view, isConnected);
  return say('On air: {name}: {text}', { name: nameOf(view.current), text: view.current.message });
}

function nameOf(post: PresenterPost): string {
  return givenNameOf(post) ?? handleOf(post.username) ?? shownNameOf(post);
}

/** Where and when the post was published. */
function describeOrigin({ username, source }: PresenterPost, age: string): ReactNode {
  const name = sourceNameOf(source);
  const handle = handleOf(username);
  if (handle === null) return `${name}, ${age}`;
  return sayNode('{handle} on {source}, {age}', { handle: <bdi>{handle}</bdi>, source: name, age });
}

/** Longer texts get smaller characters, so that nearly all fit without scrolling. */
function sizeOf(message: string): string {
  return message.length <= 140 ? 'is-short' : message.length <= 320 ? 'is-medium' : 'is-long';
}

function formatHoursAndMinutes(atMs: number): string {
  const date = new Date(atMs);
  return `${padToTwoDigits(date.getHours())}:${padToTwoDigits(date.getMinutes())}`;
}
