/** Reads announcements to screen readers: polite ones at most every 5 s, alarms immediately and once. */
import { useEffect, useRef, useState } from 'react';

const politeEveryMs = 5000;

/** Removes numbers, so that a counting second isn't read as a new sentence. */
function maskDigits(text: string): string {
  return text.replace(/\d+/g, '#');
}

export function LiveRegion({ text, isAssertive }: { readonly text: string; readonly isAssertive: boolean }) {
  const [spoken, setSpoken] = useState({ text: '', isAssertive: false });
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const lastMeaning = useRef('');
  const meaning = `${isAssertive} ${maskDigits(text)}`;
  useEffect(() => {
    if (lastMeaning.current === meaning) return;
    // An outdated sentence is removed immediately; the next one may have to wait.
    if (lastMeaning.current !== '') setSpoken({ text: '', isAssertive: false });
    lastMeaning.current = '';
    const waitMs = isAssertive ? 0 : Math.max(0, lastAt.current + politeEveryMs - performance.now());
    const timer = setTimeout(() => {
      lastMeaning.current = meaning;
      lastAt.current = performance.now();
      setSpoken({ text, isAssertive });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [meaning, text, isAssertive]);
  return (
    <>
      <span className="out-of-sight" role="status" aria-live="polite">
        {spoken.isAssertive ? '' : spoken.text}
      </span>
      <span className="out-of-sight" role="alert">
        {spoken.isAssertive ? spoken.text : ''}
      </span>
    </>
  );
}
