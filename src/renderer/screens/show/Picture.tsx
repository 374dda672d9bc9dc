/** The picture: the built-in overlay of this feed on a checkerboard; it doesn't count as a consumer. */
import type { ReactNode } from 'react';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime } from '../../../core/time.ts';
import { useDesk, useIsCompact, useToday } from '../../stores/useDesk.ts';
import { OverlayFrame } from './OverlayFrame.tsx';
import { useIsFrameRefused } from './useIsFrameRefused.ts';

export function Picture() {
  const slug = useDesk(({ feed }) => feed.slug);
  const isEmpty = useDesk(({ feed }) => feed.counts.onAir === 0);
  const isServed = useDesk(({ feed }) => feed.served);
  const index = useDesk(({ feed }) => feed.playHead.index);
  const feedBase = useDesk(({ state }) => state.feedBase);
  const isReadTokenRequired = useDesk(({ state }) => state.isReadTokenRequired);
  const disconnectedAt = useDesk((desk) => desk.disconnectedAt);
  const today = useToday();
  const isCompact = useIsCompact();
  const isRefused = useIsFrameRefused(feedBase);
  if (isCompact) return null;
  if (disconnectedAt !== null)
    return (
      <NoPicture
        text={say('No picture since {time}.\nCheck the programme monitor.', {
          time: formatDayTime(disconnectedAt, today),
        })}
      />
    );
  if (!isServed) return <NoPicture text={say('Graphics get nothing.\nCheck the programme monitor.')} />;
  if (isEmpty) return <NoPicture text={say('Nothing on air')} />;
  if (feedBase === null) return <NoPicture text={say('The feed’s port is not open. Nothing can read the feed.')} />;
  if (isReadTokenRequired) return <NoPicture text={say('The feed requires a read token.\nNo picture here.')} />;
  if (isRefused) {
    return (
      <NoPicture text={say('The feed’s address has changed.\nOn air is not affected.')}>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          {say('Reload this page')}
        </button>
      </NoPicture>
    );
  }
  const label = index === null ? say('CARD') : say('NOW {position}, card', { position: formatNumber(index + 1) });
  return (
    <section className="panel is-screen" aria-label={say('Picture')}>
      <div className="screen is-transparent">
        <OverlayFrame base={feedBase} slug={slug} title={say('Card overlay: on screen now')} />
        <span className="screen-label">{label}</span>
      </div>
    </section>
  );
}

function NoPicture({ text, children = null }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <section className="panel is-screen" aria-label={say('Picture')}>
      <div className="screen is-blank">
        <div className="screen-message">
          {text}
          {children}
        </div>
        <span className="screen-label">{say('PICTURE')}</span>
      </div>
    </section>
  );
}
