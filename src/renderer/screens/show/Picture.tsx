/** The picture: the built-in overlay of this feed on a checkerboard; it doesn't count as a consumer. */
import type { ReactNode } from 'react';
import { formatClockTime } from '../../../ui/time.ts';
import { useDesk } from '../desk.ts';
import { OverlayFrame } from './OverlayFrame.tsx';
import { useIsFrameRefused } from './useIsFrameRefused.ts';

export function Picture() {
  const { feed, state, isDisconnected, lastKnownAt, isCompact } = useDesk();
  const isRefused = useIsFrameRefused(state.feedBase);
  if (isCompact) return null;
  if (isDisconnected)
    return <NoPicture text={`No picture since ${formatClockTime(lastKnownAt)}.\nCheck the programme monitor.`} />;
  if (feed.counts.onAir === 0) return <NoPicture text="Nothing on screen" />;
  if (state.feedBase === null) return <NoPicture text="The feed’s port is not open. Nothing can read the feed." />;
  if (state.isReadTokenRequired) return <NoPicture text={'The feed requires a read token.\nNo picture here.'} />;
  if (isRefused) {
    return (
      <NoPicture text={'The feed’s address has changed.\nOn air is not affected.'}>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Reload this page
        </button>
      </NoPicture>
    );
  }
  const { index } = feed.playHead;
  const label = index === null ? 'CARD' : `NOW ${index + 1}, card`;
  return (
    <section className="panel is-screen" aria-label="Picture">
      <div className="screen is-transparent">
        <OverlayFrame base={state.feedBase} slug={feed.slug} title="Card overlay: on screen now" />
        <span className="screen-label">{label}</span>
      </div>
    </section>
  );
}

function NoPicture({ text, children = null }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <section className="panel is-screen" aria-label="Picture">
      <div className="screen is-blank">
        <div className="screen-message">
          {text}
          {children}
        </div>
        <span className="screen-label">PICTURE</span>
      </div>
    </section>
  );
}
