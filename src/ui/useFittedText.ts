/** Sets a text of limited height smaller until it is in full view, or as small as it may be. An alarm’s bar then becomes higher. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The steps of `data-fit` in announcer.css and page.css; after the last, an alarm’s bar has no limit. */
const [smallestStep, unlimitedStep] = [3, 4];

/** The font’s own height is some pixels more than the line’s; a hidden line is at least 14 px. */
const lineEdgePx = 5;

/** Above and below an alarm’s text together; its bar has 1 px more. */
const alarmEdgePx = 3;

export type FittedText = {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly text: RefObject<HTMLDivElement | null>;
};

/** `bar` gets `data-fit`, the number of steps, and `text` a tooltip if its end is still out of view. */
export function useFittedText(): FittedText {
  const bar = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const fitted = useRef('');
  // After each render: the sentence changes with the time in it.
  useLayoutEffect(() => {
    const shown = text.current?.textContent ?? '';
    // A running time must not make the text larger and smaller by turns.
    const sentence = `${bar.current?.className} ${shown.replace(/\d+/g, '#')}`;
    fit(bar.current, text.current, sentence === fitted.current);
    fitted.current = sentence;
  });
  useEffect(() => {
    const fitAgain = (): void => fit(bar.current, text.current, false);
    void document.fonts?.ready.then(fitAgain);
    window.addEventListener('resize', fitAgain);
    return () => window.removeEventListener('resize', fitAgain);
  }, []);
  return { bar, text };
}

function fit(bar: HTMLElement | null, text: HTMLElement | null, isSameSentence: boolean): void {
  if (bar === null || text === null) return;
  const isAlarm = bar.classList.contains('is-alarm');
  const lastStep = isAlarm ? unlimitedStep : smallestStep;
  const isCut = (): boolean =>
    isAlarm
      ? text.offsetHeight > Math.max(0, bar.clientHeight - alarmEdgePx)
      : text.scrollHeight > text.clientHeight + lineEdgePx;
  let step = isSameSentence ? Number(bar.dataset['fit'] ?? 0) : 0;
  setStep(bar, step);
  while (step < lastStep && isCut()) {
    step += 1;
    setStep(bar, step);
  }
  if (isCut()) text.title = text.textContent ?? '';
  else text.removeAttribute('title');
}

function setStep(bar: HTMLElement, step: number): void {
  if (step === 0) delete bar.dataset['fit'];
  else bar.dataset['fit'] = String(step);
}
