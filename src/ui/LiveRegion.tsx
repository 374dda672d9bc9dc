/** Sends announcements to screen readers: polite ones at most every 5 s, alarms immediately and once. */
import { useEffect, useRef, useState } from 'react';

const politeEveryMs = 5000;

/** Masks numbers, so that a running time doesn't make screen readers repeat its sentence every second. Names can have digits too, so `occurrence` says what the sentence is about. */
function maskDigits(text: string): string {
  return text.replace(/\d+/g, '#');
}

type LiveRegionProps = {
  readonly text: string;
  /** `null` in a region that never interrupts. */
  readonly isAssertive: boolean | null;
  /** Another value makes the sentence be read again, also if it is the same or differs in digits alone. */
  readonly occurrence: string | number;
};

export function LiveRegion({ text, isAssertive, occurrence }: LiveRegionProps) {
  const [spoken, setSpoken] = useState({ text: '', isAssertive: false });
  const lastSpokenMs = useRef(Number.NEGATIVE_INFINITY);
  const lastMeaning = useRef('');
  const meaning = `${isAssertive} ${occurrence} ${maskDigits(text)}`;
  useEffect(() => {
    if (lastMeaning.current === meaning) return;
    // An outdated sentence is removed immediately, even if the next one has to wait.
    if (lastMeaning.current !== '') setSpoken({ text: '', isAssertive: false });
    lastMeaning.current = '';
    if (text === '') return;
    const waitMs = isAssertive === true ? 0 : Math.max(0, lastSpokenMs.current + politeEveryMs - performance.now());
    const timer = setTimeout(() => {
      lastMeaning.current = meaning;
      lastSpokenMs.current = performance.now();
      setSpoken({ text, isAssertive: isAssertive === true });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [meaning, text, isAssertive]);
  return (
    <>
      <span className="visually-hidden" role="status" aria-live="polite">
        {spoken.isAssertive ? '' : spoken.text}
      </span>
      {isAssertive !== null && (
        <span className="visually-hidden" role="alert">
          {spoken.isAssertive ? spoken.text : ''}
        </span>
      )}
    </>
  );
}
