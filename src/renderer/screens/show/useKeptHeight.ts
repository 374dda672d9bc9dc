/** Keeps the height of the announcer while an alarm lasts. Otherwise a shorter sentence, such as that of an armed key, would move the keys before their second press. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { leaveRoomForKeys } from './leaveRoomForKeys.ts';

/** The element never becomes lower while `isKept`, unless the window gets another size. */
export function useKeptHeight(isKept: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  // After each render: the sentence changes with the time in it.
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    leaveRoomForKeys(element);
    element.style.minHeight = isKept ? `${element.offsetHeight}px` : '';
  });
  useEffect(() => {
    const release = (): void => {
      if (ref.current === null) return;
      ref.current.style.removeProperty('min-height');
      leaveRoomForKeys(ref.current);
    };
    // Until its fonts have loaded, the text can be longer.
    void document.fonts?.ready.then(release);
    window.addEventListener('resize', release);
    return () => window.removeEventListener('resize', release);
  }, []);
  return ref;
}
