/** Measures one page of posts while they change: changes, keys, scrolling and the work of its main thread. */
import type { CDPSession, Page } from '@playwright/test';
import { percentile, print } from '../numbers.ts';
import type { Changes, Recipient } from './changes.ts';
import type { PaintTimes } from './paintTimes.ts';

const changesPerPhase = 100;
/** How long keys are pressed, or the list is scrolled, during changes. */
const actingMs = 6000;
const keyEveryMs = 130;
/** Twice each character and its deletion. */
const quietKeys = 40;
const text = 'Message 12';
const wheelEveryMs = 25;
/** Pixels. */
const wheelStep = 240;

/** In milliseconds, except the shares in percent. */
export type Figures = {
  readonly sentToPaintMs: number;
  readonly receivedToPaintMs: number;
  /** Medians of the way of a change: to the answer of Greenroom, to the message at the page, and to its paint. */
  readonly way: string;
  readonly longTaskMs: number;
  readonly busyPercent: number;
  /** Processor time of the main thread for a change, which other load on the machine lengthens less than the times above. */
  readonly changeCpuMs: number;
  /** Shares of the processor time in `busyPercent`. */
  readonly kinds: string;
  readonly arrowMs: number;
  readonly findMs: number;
  /** Processor time of one keystroke in the find field, while nothing changes. */
  readonly findCpuMs: number;
  readonly frameMs: number;
  readonly longestFrameMs: number;
};

export const readTimes = (page: Page): Promise<PaintTimes> => page.evaluate(() => window.paintTimes);

/** Starts the measurements of a phase again. */
export const forgetTimes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.paintTimes.keysMs = [];
    window.paintTimes.longTasksMs = [];
    window.paintTimes.framesMs = [];
  });

const timeFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times = window.paintTimes;
    times.isTimingFrames = true;
    const onFrame = (beforeMs: number) => (nowMs: number) => {
      times.framesMs.push(nowMs - beforeMs);
      if (times.isTimingFrames) requestAnimationFrame(onFrame(nowMs));
    };
    requestAnimationFrame((nowMs) => requestAnimationFrame(onFrame(nowMs)));
  });

const kinds = { script: 'ScriptDuration', style: 'RecalcStyleDuration', layout: 'LayoutDuration' } as const;

/** Milliseconds by the name of the metric. */
async function readDurations(cdp: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (wanted) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000;
}

export const readBusyMs = async (cdp: CDPSession): Promise<number> => (await readDurations(cdp))('TaskDuration');

/** The work of the main thread between two readings, in percent of its processor time; the rest is paint, events and garbage collection. */
function describeKinds(before: (name: string) => number, after: (name: string) => number): string {
  const spentMs = (name: string): number => after(name) - before(name);
  return Object.entries(kinds)
    .map(([kind, name]) => `${kind} ${((100 * spentMs(name)) / spentMs('TaskDuration')).toFixed(0)} %`)
    .join(', ');
}

export async function measurePage(page: Page, cdp: CDPSession, changes: Changes, to: Recipient): Promise<Figures> {
  // Processor time, because other load on this machine lengthens wall time.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await changes.change(20, to);
  await forgetTimes(page);
  const [startedMs, before] = [performance.now(), await readDurations(cdp)];
  const numbers = await changes.change(changesPerPhase, to);
  const after = await readDurations(cdp);
  const lastedMs = performance.now() - startedMs;
  await new Promise((later) => setTimeout(later, 1000));
  const times = await readTimes(page);
  const painted = numbers.filter((number) => times.paintedAtMs[number] !== undefined).length;
  print(
    `(${((1000 * changesPerPhase) / lastedMs).toFixed(1)} changes a second, ${painted} of ${changesPerPhase} painted)`,
  );
  /** A change that is replaced before it is received or painted ends with that of a later one. */
  const firstFrom = (number: number, moments: Readonly<Record<number, number>>): number =>
    moments[numbers.find((later) => later >= number && moments[later] !== undefined) ?? -1] ?? Number.NaN;
  const between = (
    from: Readonly<Record<number, number>>,
    to: Readonly<Record<number, number>>,
    share: number,
  ): number =>
    percentile(
      numbers.map((number) => firstFrom(number, to) - firstFrom(number, from)),
      share,
    );
  const median = (to: Readonly<Record<number, number>>): string => between(changes.sentAtMs, to, 0.5).toFixed(1);
  const answer = to === 'Greenroom' ? `to the answer ${median(changes.answeredAtMs)}, ` : '';
  const way = `${answer}to the message ${median(times.receivedAtMs)}, to the paint ${median(times.paintedAtMs)} ms`;

  const whileChanging = async (act: (round: number) => Promise<void>, everyMs: number): Promise<PaintTimes> => {
    await forgetTimes(page);
    const endMs = performance.now() + actingMs;
    const changing = changes.change(Number.POSITIVE_INFINITY, to, () => performance.now() > endMs);
    for (let round = 0; performance.now() < endMs; round += 1) {
      await act(round);
      await new Promise((later) => setTimeout(later, everyMs));
    }
    await changing;
    return readTimes(page);
  };
  await page.keyboard.press('ArrowDown');
  const pressArrow = (round: number): Promise<void> => page.keyboard.press(round % 20 < 10 ? 'ArrowDown' : 'ArrowUp');
  const arrowMs = percentile((await whileChanging(pressArrow, keyEveryMs)).keysMs, 0.95);
  // Down and up again.
  const option = page.getByRole('option', { name: /Viewer Number \d+\b/ }).first();
  await option.hover();
  await timeFrames(page);
  const { framesMs } = await whileChanging(
    (round) => page.mouse.wheel(0, round % 80 < 40 ? wheelStep : -wheelStep),
    wheelEveryMs,
  );
  await page.evaluate(() => {
    window.paintTimes.isTimingFrames = false;
  });
  await page.getByLabel('Find in live').focus();
  const pressFind = (round: number): Promise<void> =>
    page.keyboard.press(round % (2 * text.length) < text.length ? (text[round % text.length] ?? '') : 'Backspace');
  const findMs = percentile((await whileChanging(pressFind, keyEveryMs)).keysMs, 0.95);
  await page.getByLabel('Find in live').fill('');
  const busyBeforeMs = await readBusyMs(cdp);
  for (let round = 0; round < quietKeys; round += 1) {
    await pressFind(round);
    await new Promise((later) => setTimeout(later, keyEveryMs));
  }
  return {
    ...{ way, arrowMs, findMs, kinds: describeKinds(before, after) },
    sentToPaintMs: between(changes.sentAtMs, times.paintedAtMs, 0.95),
    receivedToPaintMs: between(times.receivedAtMs, times.paintedAtMs, 0.95),
    longTaskMs: Math.max(0, ...times.longTasksMs),
    changeCpuMs: (after('TaskDuration') - before('TaskDuration')) / changesPerPhase,
    busyPercent: (100 * (after('TaskDuration') - before('TaskDuration'))) / lastedMs,
    findCpuMs: ((await readBusyMs(cdp)) - busyBeforeMs) / quietKeys,
    frameMs: percentile(framesMs, 0.95),
    longestFrameMs: Math.max(0, ...framesMs),
  };
}
