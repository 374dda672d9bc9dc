/** The ticker template: every post on air, in one line at the bottom. */
import type { FeedState } from '../kit/publicTypes.ts';
import { createElement, createLogo, isolate, loadFonts } from './postHead.ts';
import { runOverlay } from './runOverlay.ts';
import { createTickerLine } from './tickerLine.ts';
import { waitAtMost } from './waitAtMost.ts';

const fontWaitMs = 1500;
/** With reduced motion, the line moves only one post at a time, after this pause. */
const reducedMotionStepMs = 8000;

runOverlay('all', ({ stage, appearance, isPlaying: isPlayingInitially, onShown }) => {
  const bar = createElement('section', 'ticker');
  const label = createElement('span', 'ticker-label');
  const view = createElement('div', 'ticker-view');
  const line = createTickerLine(() => view.clientWidth);
  view.appendChild(line.element);
  bar.appendChild(label);
  bar.appendChild(view);
  stage.appendChild(bar);
  let isPlaying = isPlayingInitially;
  let latest: FeedState | null = null;

  let drawnLabel = '';
  const drawLabel = (text: string, logo: string | null): void => {
    const key = JSON.stringify([text, logo]);
    if (key === drawnLabel) return;
    drawnLabel = key;
    label.textContent = '';
    label.appendChild(isolate(text));
    if (logo !== null) label.insertBefore(createLogo(logo), label.firstChild);
    label.hidden = text === '' && logo === null;
  };
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)');
  let steps: ReturnType<typeof setInterval> | undefined;
  /** The ticker halts while its page is hidden, and continues where it was. */
  const drawMotion = (): void => {
    const isRunning = isPlaying && !document.hidden && latest !== null && latest.list.length > 0;
    line.setMoving(isRunning && !isReduced.matches);
    const isStepping = isRunning && isReduced.matches;
    if (isStepping === (steps !== undefined)) return;
    clearInterval(steps);
    steps = isStepping ? setInterval(line.step, reducedMotionStepMs) : undefined;
  };
  document.addEventListener('visibilitychange', drawMotion);
  isReduced.addEventListener('change', drawMotion);

  const draw = (): void => {
    if (latest === null) return;
    const { list, revision, collection } = latest;
    const name = collection === null ? '' : String(collection.name.split(':')[0]).trim();
    drawLabel(appearance().label || name, appearance().logo);
    // Before the line is drawn, because only what is shown can be measured.
    bar.classList.toggle('is-empty', list.length === 0);
    bar.classList.toggle('is-shown', isPlaying && list.length > 0);
    line.update(list);
    drawMotion();
    onShown(revision);
  };
  const setPlaying = (value: boolean): void => {
    isPlaying = value;
    draw();
  };
  return {
    update: (state) => {
      const isFirst = latest === null;
      latest = state;
      if (!isFirst) return draw();
      const characters = state.list.map(({ fullName, message }) => `${fullName || ''}${message}`).join('');
      void waitAtMost(fontWaitMs, loadFonts(characters)).then(draw);
    },
    play: () => setPlaying(true),
    stop: () => setPlaying(false),
    redraw: draw,
  };
});
