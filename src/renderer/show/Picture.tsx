/** What is painted, not what is hoped: our own overlay reading the same feed, on a checkerboard. Not counted as a consumer. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useDesk } from '../state/desk.ts';
import { clockTime } from '../words/time.ts';

/** The overlay is made for this raster and shown smaller. Pixels. */
const raster = { width: 1920, height: 1080 };

export function Picture() {
  const { feed, state, isCutOff, knownAt, isCompact } = useDesk();
  if (isCompact) return null;
  if (isCutOff) return <Dark words={`No picture since ${clockTime(knownAt)}.\nLook at the programme monitor.`} />;
  if (feed.counts.onAir === 0) return <Dark words="Nothing is painted" />;
  if (state.feedBase === null) return <Dark words="The feed’s port is not open: nobody can read it." />;
  const { index } = feed.playHead;
  const label = index === null ? 'CARD' : `NOW ${index + 1}, card`;
  return (
    <section className="panel is-screen" aria-label="Picture">
      <div className="screen is-clear">
        <Overlay address={`${state.feedBase}/overlay/card?feed=${encodeURIComponent(feed.slug)}&preview=1`} />
        <span className="screen-label">{label}</span>
      </div>
    </section>
  );
}

function Dark({ words }: { readonly words: string }) {
  return (
    <section className="panel is-screen" aria-label="Picture">
      <div className="screen is-dark">
        <div className="screen-none">{words}</div>
        <span className="screen-label">PICTURE</span>
      </div>
    </section>
  );
}

function Overlay({ address }: { readonly address: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const box = frame.current?.parentElement;
    if (box === null || box === undefined) return;
    const measure = (): void => setScale(box.clientWidth / raster.width);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  return (
    <iframe
      ref={frame}
      title="What the card overlay paints now"
      src={address}
      sandbox="allow-scripts allow-same-origin"
      tabIndex={-1}
      style={{ width: raster.width, height: raster.height, transform: `scale(${scale})` }}
    />
  );
}
