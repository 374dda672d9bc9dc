/** A part of the rail that scrolls if it has too little room, and is then reached and scrolled by keys too. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

/** Elsewhere on the Show screen, these keys move the selection. */
const scrollKeys: readonly string[] = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

export function ScrollArea({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (area.current === null || content.current === null) return;
    const observer = new ResizeObserver(() => setTabStop(area.current));
    observer.observe(area.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the keys that scroll it
    <div ref={area} className={`scroll-area ${className}`} onKeyDown={keepScrollKeys}>
      <div ref={content}>{children}</div>
    </div>
  );
}

function setTabStop(area: HTMLElement | null): void {
  if (area === null) return;
  if (area.scrollHeight > area.clientHeight) area.tabIndex = 0;
  // The focus would be lost.
  else if (area !== document.activeElement) area.removeAttribute('tabindex');
}

function keepScrollKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: area, key } = event;
  if (target === area && area.scrollHeight > area.clientHeight && scrollKeys.includes(key)) event.stopPropagation();
}
