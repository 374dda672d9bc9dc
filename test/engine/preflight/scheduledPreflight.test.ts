import { expect, it } from 'vitest';
import type { Preflight } from '../../../src/contract/preflight.ts';
import { advance } from '../../../src/core/advance.ts';
import { describeVerdict } from '../../../src/core/preflightVerdict.ts';
import { emptyShow, type ShowEvent } from '../../../src/core/show.ts';
import { formatZonedTime } from '../../../src/core/time.ts';
import { clearReports, createScheduledPreflight } from '../../../src/engine/preflight/scheduledPreflight.ts';
import { findNextStarts } from '../../../src/engine/preflight/showStart.ts';
import { createFakeClock } from '../../fakeClock.ts';

const minuteMs = 60_000;
const local = (day: number, hours: number, minutes: number): number =>
  new Date(2026, 10, day, hours, minutes).getTime();
const check = (id: string, verdict: Preflight['verdict'], feed: string | null = null): Preflight['checks'][number] => ({
  ...{ id, title: id, verdict, message: id, all: [], nextStep: null, feed },
});

/** A show at 19:30 whose preflight finds `checks`; the clock begins at `startMs`. */
function startSchedule(startMs: number, checks: Preflight['checks'], minutesBefore = 30) {
  const clock = createFakeClock(startMs);
  const runs: string[] = [];
  let state = emptyShow;
  const apply = async (event: ShowEvent) => {
    state = advance(state, event).state;
    return { kind: 'unchanged' } as never;
  };
  const store = { apply, state: () => state };
  const schedule = createScheduledPreflight({
    ports: { clock },
    store,
    run: async () => {
      runs.push(new Date(clock.now()).toTimeString().slice(0, 5));
      return { at: '', by: 'Greenroom', target: null, verdict: 'good', checks };
    },
  });
  const configure = (showStarts: readonly string[]): void =>
    schedule.configure({ showStarts: [...showStarts], minutesBefore });
  configure(['19:30']);
  const wait = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance(minuteMs);
      await Promise.resolve();
    }
    await new Promise(setImmediate);
  };
  return { clock, runs, wait, configure, schedule, store, problems: () => state.problems };
}

it('finds the next starts in order, also after midnight', () => {
  expect(findNextStarts(local(26, 18, 0), ['22:15', '19:30']).slice(0, 2)).toEqual([
    local(26, 19, 30),
    local(26, 22, 15),
  ]);
  expect(findNextStarts(local(26, 19, 30), ['22:15', '19:30'])[0]).toBe(local(26, 22, 15));
  expect(findNextStarts(local(26, 23, 0), ['00:10', '19:30'])[0]).toBe(local(27, 0, 10));
  expect(findNextStarts(local(26, 23, 0), ['00:10', '00:10'])).toHaveLength(1);
  expect(findNextStarts(local(26, 23, 0), [])).toEqual([]);
});

it('runs once before each start, day after day', async () => {
  const show = startSchedule(local(26, 18, 0), [check('disk', 'good')]);
  await show.wait(59);
  expect(show.runs).toEqual([]);
  await show.wait(24 * 60);
  expect(show.runs).toEqual(['19:00']);
  await show.wait(2);
  expect(show.runs).toEqual(['19:00', '19:00']);
});

it('runs in time before starts that are closer together than the minutes before them', async () => {
  const show = startSchedule(local(26, 18, 0), []);
  show.configure(['19:30', '19:40', '19:45']);
  await show.wait(120);
  expect(show.runs).toEqual(['19:00', '19:10', '19:15']);
});

it('names the day of a start after midnight', async () => {
  const show = startSchedule(local(26, 23, 40), [check('disk', 'fault')]);
  show.configure(['00:10']);
  await show.wait(1);
  expect(show.problems()).toMatchObject([{ message: expect.stringMatching(/before the start at 27 \w+ 00:10 \S+:/) }]);
});

it('runs once for several starts that it is late for, and says until the last what it found', async () => {
  const show = startSchedule(local(26, 19, 20), [check('disk', 'fault')]);
  show.runs.length = 0;
  show.configure(['19:30', '19:40', '20:30']);
  await show.wait(19);
  expect(show.runs).toEqual(['19:20']);
  expect(show.problems()).toMatchObject([{ message: expect.stringMatching(/before the start at 19:40:00 \S+:/) }]);
  await show.wait(1);
  expect(show.problems()).toEqual([]);
});

it('keeps what it found before a later start when an earlier show starts or is removed', async () => {
  const show = startSchedule(local(26, 18, 59), [check('disk', 'fault')]);
  show.configure(['19:30', '19:40']);
  await show.wait(20);
  const later = [{ message: expect.stringMatching(/before the start at 19:40:00 \S+:/) }];
  expect(show.problems()).toMatchObject(later);
  show.configure(['19:40']);
  await show.wait(15);
  expect(show.problems()).toMatchObject(later);
  show.configure([]);
  await show.wait(1);
  expect(show.problems()).toEqual([]);
});

it('runs late rather than not at all: after a sleep, a clock that was set, or a start entered late', async () => {
  const slept = startSchedule(local(26, 18, 0), []);
  slept.clock.sleep(70 * minuteMs);
  await slept.wait(1);
  expect(slept.runs).toEqual(['19:11']);
  const set = startSchedule(local(26, 12, 0), []);
  set.clock.jump(7 * 60 * minuteMs + 5 * minuteMs);
  await set.wait(1);
  expect(set.runs).toEqual(['19:06']);
  const entered = startSchedule(local(26, 18, 0), []);
  entered.configure(['18:20']);
  expect(entered.runs).toEqual(['18:00']);
});

/** As the sentence names the start: with the zone, because desks can be in others. */
const start = formatZonedTime(local(26, 19, 30), local(26, 18, 59));

it('says on every desk what it found until the show starts', async () => {
  const show = startSchedule(local(26, 18, 59), [
    ...[check('disk', 'fault'), check('clock', 'warning'), check('service', 'good')],
  ]);
  await show.wait(2);
  expect(show.problems()).toMatchObject([
    {
      code: 'PREFLIGHT_FOUND',
      message: `The preflight of this machine and the service before the start at ${start}: Not ready: 1 fault, 1 warning. On air is not affected.`,
    },
  ]);
  await show.wait(28);
  expect(show.problems()).toHaveLength(1);
  await show.wait(2);
  expect(show.problems()).toEqual([]);
});

it('counts as the screen of the preflight does, so that the figures of all parts add up to its own', async () => {
  const checks = [
    ...[check('clock', 'warning'), check('onAir', 'warning', 'main'), check('onAir', 'fault', 'sport')],
    ...[check('text', 'warning', 'main'), check('text', 'warning', 'sport'), check('crop', 'good', 'sport')],
  ];
  const show = startSchedule(local(26, 18, 59), checks);
  await show.wait(2);
  const verdicts = show.problems().map(({ message }) => /19:30:00 \S+: (.+?)\. On air/.exec(message)?.[1]);
  expect(verdicts).toEqual(['Ready, with 1 warning', 'Ready, with 2 warnings', 'Not ready: 1 fault, 1 warning']);
  expect(describeVerdict(checks)).toBe('Not ready: 1 fault, 4 warnings');
});

it('names the feed of what it found, which only a test of that feed or the start ends', async () => {
  const show = startSchedule(local(26, 18, 59), [
    ...[check('disk', 'warning'), check('pictures', 'fault', 'sport'), check('collection', 'good', 'main')],
  ]);
  await show.wait(2);
  const onSport = {
    code: 'PREFLIGHT_FOUND_ON_FEED',
    message: `The preflight of the feed sport before the start at ${start}: Not ready: 1 fault. On air is not affected.`,
    nextStep: 'Show the feed sport, press F3, and follow the next steps there.',
  };
  expect(show.problems()).toHaveLength(2);
  expect(show.problems()).toContainEqual(expect.objectContaining(onSport));
  await clearReports(show.store, 'main');
  expect(show.problems()).toMatchObject([onSport]);
  await clearReports(show.store, 'sport');
  expect(show.problems()).toEqual([]);
});

it('ends every report when every feed is tested, and when the show starts', async () => {
  const found = [check('pictures', 'fault', 'sport'), check('videos', 'fault', 'main')];
  const tested = startSchedule(local(26, 18, 59), found);
  await tested.wait(2);
  expect(tested.problems()).toHaveLength(2);
  await clearReports(tested.store, null);
  expect(tested.problems()).toEqual([]);
  const started = startSchedule(local(26, 18, 59), found);
  await started.wait(32);
  expect(started.problems()).toEqual([]);
});

it('says nothing when everything is good, and stops with the engine', async () => {
  const show = startSchedule(local(26, 18, 59), [check('disk', 'good'), check('fonts', 'warning')]);
  await show.wait(2);
  expect(show.runs).toHaveLength(1);
  expect(show.problems()).toEqual([]);
  show.schedule.stop();
  expect(show.clock.timerCount()).toBe(0);
});
