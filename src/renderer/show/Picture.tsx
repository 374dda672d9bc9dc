/** What is painted, not what is hoped: our own overlay reading the same feed, on a checkerboard. Not counted as a consumer. */
import type { ReactNode } from 'react';
import { useDesk } from '../state/desk.ts';
import { clockTime } from '../words/time.ts';
import { OverlayFrame } from './OverlayFrame.tsx';
import { useIsFrameRefused } from './pictureFacts.ts';

export function Picture() {
  const { feed, state, isCutOff, knownAt, isCompact } = useDesk();
  const isRefused = useIsFrameRefused(state.feedBase);
  if (isCompact) return null;
  if (isCutOff) return <Dark words={`No picture since ${clockTime(knownAt)}.\nLook at the programme monitor.`} />;
  if (feed.counts.onAir === 0) return <Dark words="Nothing is painted" />;
  if (state.feedBase === null) return <Dark words="The feed’s port is not open: nobody can read it." />;
  if (state.feedAsksForToken) return <Dark words={'The feed asks for a read token:\nthe picture is not shown here.'} />;
  if (isRefused) {
    return (
      <Dark words={'The picture is read at another address now.\nOn air is not affected.'}>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Load this page again
        </button>
      </Dark>
    );
  }
  const { index } = feed.playHead;
  const label = index === null ? 'CARD' : `NOW ${index + 1}, card`;
  return (
    <section className="panel is-screen" aria-label="Picture">
      <div className="screen is-clear">
        <OverlayFrame base={state.feedBase} slug={feed.slug} title="What the card overlay paints now" />
        <span className="screen-label">{label}</span>
      </div>
    </section>
  );
}

function Dark({ words, children = null }: { readonly words: string; readonly children?: ReactNode }) {
  return (
    <section className="panel is-screen" aria-label="Picture">
      <div className="screen is-dark">
        <div className="screen-none">
          {words}
          {children}
        </div>
        <span className="screen-label">PICTURE</span>
      </div>
    </section>
  );
}
