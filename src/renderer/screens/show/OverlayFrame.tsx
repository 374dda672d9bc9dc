/** Shows the built-in card overlay in a frame, scaled to the available width; it doesn't count as a consumer. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useUiState } from '../../stores/uiState.ts';

/** The overlay's size, in pixels. */
const overlaySize = { width: 1920, height: 1080 };

/** `base` is the feed port's address. */
export function OverlayFrame({ base, slug, title }: { base: string; slug: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [scale, setScale] = useState(0);
  const isVideoPlaying = useUiState((ui) => ui.isVideoPlaying);
  const postIsVideoPlaying = (): void => frame.current?.contentWindow?.postMessage({ isVideoPlaying }, '*');
  useLayoutEffect(() => {
    const box = frame.current?.parentElement;
    if (box === null || box === undefined) return;
    const measure = (): void => setScale(box.clientWidth / overlaySize.width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(postIsVideoPlaying, [isVideoPlaying]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={`${base}/overlay/card?feed=${encodeURIComponent(slug)}&preview=1`}
      sandbox="allow-scripts allow-same-origin"
      tabIndex={-1}
      onLoad={postIsVideoPlaying}
      style={{ width: overlaySize.width, height: overlaySize.height, transform: `scale(${scale})` }}
    />
  );
}
