/** What a screen reader is told: one polite sentence at most every five seconds; what affects air at once, and once. */
import { useEffect, useRef, useState } from 'react';

const politeEveryMs = 5000;

/** Counting seconds must not make a new sentence of an old one. */
function withoutFigures(words: string): string {
  return words.replace(/\d+/g, '#');
}

export function SpokenWord({ words, isAssertive }: { readonly words: string; readonly isAssertive: boolean }) {
  const [spoken, setSpoken] = useState({ words: '', isAssertive: false });
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const kept = useRef('');
  const meaning = `${isAssertive} ${withoutFigures(words)}`;
  useEffect(() => {
    if (kept.current === meaning) return;
    // What is no longer so goes at once, although the next sentence has to wait for its time.
    if (kept.current !== '') setSpoken({ words: '', isAssertive: false });
    kept.current = '';
    const waitMs = isAssertive ? 0 : Math.max(0, lastAt.current + politeEveryMs - performance.now());
    const timer = setTimeout(() => {
      kept.current = meaning;
      lastAt.current = performance.now();
      setSpoken({ words, isAssertive });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [meaning, words, isAssertive]);
  return (
    <>
      <span className="out-of-sight" role="status" aria-live="polite">
        {spoken.isAssertive ? '' : spoken.words}
      </span>
      <span className="out-of-sight" role="alert">
        {spoken.isAssertive ? spoken.words : ''}
      </span>
    </>
  );
}
