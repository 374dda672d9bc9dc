/** Settings, Feeds: releases a feed that this desk created to follow live, and says how the created feed is now. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import type { SettingChange } from '../../../contract/settings.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { Lamp } from '../../../ui/Lamp.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { useIsUnsaved } from './useIsUnsaved.ts';

export type PressedFeed = { readonly slug: string; readonly starts: 'held' | 'following' };

type CreatedFeedProps = PressedFeed & {
  /** The saved changes: none if another desk had added the feed before. */
  readonly saved: readonly SettingChange[];
};

/** Shown only after this desk's own change was saved, and until another choice, so that it releases nothing else. */
export function CreatedFeed({ slug, starts, saved }: CreatedFeedProps) {
  const feed = useDesk(({ state }) => state.feeds.find((other) => other.slug === slug) ?? null);
  const isOwn = saved.some(({ path, from }) => path === `feeds.${slug}` && from === null);
  const isUnsaved = useIsUnsaved();
  useReleaseOnce(isOwn && starts === 'following' ? feed : null);
  return (
    <p className="setting-result" role="status">
      {isOwn && isUnsaved ? (
        <Lamp kind="warn" text={say('In use, not saved yet')} />
      ) : (
        <Lamp kind="good" text={isOwn ? describeCreated(slug, feed) : say('Nothing changed')} />
      )}
    </p>
  );
}

/** Releases the feed as the desk sees it first, never later: others could hold or clear it on purpose. */
function useReleaseOnce(feed: DeskFeed | null): void {
  const send = useCommand();
  const isSeen = useRef(false);
  const slug = feed?.slug ?? null;
  const release = useEffectEvent(() => {
    if (feed === null || isSeen.current) return;
    isSeen.current = true;
    if (feed.gate === 'following') return;
    const { gate, revision, pending } = feed;
    send({
      title: markMessage('Release'),
      keyLabel: null,
      command: { name: 'release', input: { feed: feed.slug, liveVersion: pending.liveVersion, gate, revision } },
    });
  });
  useEffect(() => {
    if (slug !== null) release();
  }, [slug]);
}

function describeCreated(slug: string, feed: DeskFeed | null): string {
  if (feed === null) return say('Saved');
  const named = { feed: slug, count: feed.counts.onAir };
  if (feed.gate === 'cleared') return say('Saved. {feed} is cleared, nothing on air', named);
  if (feed.gate === 'following' && feed.collectionId === null)
    return say('Saved. {feed} follows no collection, {count, plural, =0 {nothing} other {#}} on air', named);
  if (feed.gate === 'following')
    return say('Saved. {feed} follows live, {count, plural, =0 {nothing} other {#}} on air', named);
  return say('Saved. {feed} is held, {count, plural, =0 {nothing} other {#}} on air', named);
}
