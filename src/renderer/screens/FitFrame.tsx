/** A hidden frame of the feed that measures with the overlays' own code whether posts fit; no consumer, and it shows nothing. */

import { useEffect, useRef } from 'react';
import { say } from '../../core/language/say.ts';
import { connectFitFrame, receiveFits } from '../stores/fits.ts';
import { useDesk } from '../stores/useDesk.ts';
import { useIsFrameRefused } from './show/useIsFrameRefused.ts';

export function FitFrame() {
  const feedBase = useDesk(({ state }) => state.feedBase);
  const isRefused = useIsFrameRefused(feedBase);
  return feedBase === null || isRefused ? null : <ConnectedFrame key={feedBase} base={feedBase} />;
}

function ConnectedFrame({ base }: { readonly base: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { origin } = new URL(base);
    const disconnect = connectFitFrame((message) => frame.current?.contentWindow?.postMessage(message, origin));
    const receive = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === frame.current?.contentWindow) receiveFits(data);
    };
    window.addEventListener('message', receive);
    return () => {
      window.removeEventListener('message', receive);
      disconnect();
    };
  }, [base]);
  return (
    <iframe
      ref={frame}
      className="fit-frame"
      title={say('Measures whether posts fit')}
      aria-hidden
      tabIndex={-1}
      src={`${base}/overlay/fit`}
      sandbox="allow-scripts allow-same-origin"
    />
  );
}
