import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AirSummary } from '../../../src/start/desktop/airSummary.ts';
import { askBeforeQuit } from '../../../src/start/desktop/quitQuestion.ts';
import { createQuitting } from '../../../src/start/desktop/quitting.ts';
import { createFakeClock } from '../../fakeClock.ts';

const quiet: AirSummary = { isDemo: false, problem: null, isOffline: false, feeds: [] };
const feed = (slug: string, posts: number, ...consumers: readonly string[]) =>
  ({ slug, gate: 'following', posts, consumers }) as const;
const four = ['OBS main', 'OBS backup', 'CasparCG 1', 'vMix'];

describe('the question before quitting', () => {
  it('says how many consumers would keep their last picture, and names them', () => {
    expect(askBeforeQuit({ ...quiet, feeds: [feed('main', 6, ...four)] })).toEqual({
      message: '4 consumers are reading this feed. If you quit, they keep their last picture.',
      detail: 'main: 6 posts on air, OBS main, OBS backup, CasparCG 1 and 1 more',
      buttons: ['Cancel', 'Quit anyway'],
    });
  });

  it('names the feeds that are read, if there are several', () => {
    const feeds = [feed('main', 6, 'OBS main'), feed('studio-b', 1), feed('foyer', 0)];
    expect(askBeforeQuit({ ...quiet, feeds })).toMatchObject({
      message: '1 consumer is reading main. If you quit, it keeps its last picture.',
      detail: 'main: 6 posts on air, OBS main\nstudio-b: 1 post on air, no consumers',
    });
  });

  it('also comes while a feed is not cleared, because graphics could read it', () => {
    expect(askBeforeQuit({ ...quiet, feeds: [feed('main', 1)] })?.message).toBe(
      'main has posts on air. If you quit, graphics can’t read them until Greenroom starts again.',
    );
  });

  it('does not come when nothing is on air and nothing is reading, or for the demo without consumers', () => {
    expect(askBeforeQuit({ ...quiet, feeds: [feed('main', 0)] })).toBeNull();
    expect(askBeforeQuit({ ...quiet, isDemo: true, feeds: [feed('main', 6)] })).toBeNull();
    expect(askBeforeQuit({ ...quiet, isDemo: true, feeds: [feed('main', 6, 'OBS main')] })).not.toBeNull();
  });
});

/** An app whose question is answered by the test. */
function openApp(air: AirSummary) {
  const clock = createFakeClock();
  const events: string[] = [];
  let answer: (isConfirmed: boolean) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const quitting = createQuitting({
    clock,
    question: () => askBeforeQuit(air),
    ask: () => {
      events.push('ask');
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
    onFault: (error) => events.push(String(error)),
    stop: async () => void events.push('stop'),
    exit: () => events.push(quitting.request() ? 'exit' : 'refused'),
  });
  const reply = async (isConfirmed: boolean): Promise<void> => {
    answer(isConfirmed);
    await setImmediate();
  };
  const refuse = async (): Promise<void> => {
    fail(new Error('no window'));
    await setImmediate();
  };
  return { clock, events, quitting, reply, refuse };
}

const onAir = { ...quiet, feeds: [feed('main', 6, 'OBS main')] };

describe('quitting', () => {
  it('saves and exits without a question when nothing would be lost', async () => {
    const { quitting, events } = openApp(quiet);
    expect(quitting.request()).toBe(false);
    await setImmediate();
    expect(events).toEqual(['stop', 'exit']);
  });

  it('shows one question, and keeps the feed when the answer is Cancel', async () => {
    const { quitting, events, reply } = openApp(onAir);
    expect([quitting.request(), quitting.request()]).toEqual([false, false]);
    await reply(false);
    expect([events, quitting.isQuitting()]).toEqual([['ask'], false]);
    quitting.request();
    await reply(true);
    expect([events, quitting.isQuitting()]).toEqual([['ask', 'ask', 'stop', 'exit'], true]);
  });

  it('keeps the feed if the question can’t be shown, and can be tried again', async () => {
    const { quitting, events, refuse } = openApp(onAir);
    quitting.request();
    await refuse();
    quitting.request();
    expect(events).toEqual(['ask', 'Error: no window', 'ask']);
  });

  it('does not wait for the answer when the system forces it', async () => {
    const { quitting, events, reply } = openApp(onAir);
    quitting.request();
    quitting.force();
    quitting.force();
    await reply(false);
    expect(events).toEqual(['ask', 'stop', 'exit']);
  });

  it('lets windows close and shows no question once an update is being installed', async () => {
    const { quitting, events } = openApp(onAir);
    quitting.expectInstallation();
    expect(quitting.isQuitting()).toBe(true);
    expect(quitting.request()).toBe(false);
    await setImmediate();
    expect(events).toEqual(['stop', 'exit']);
  });

  it('shows no question while the session is about to end, but does if it did not end', async () => {
    const { quitting, events, clock } = openApp(onAir);
    quitting.expectEnd();
    clock.advance(60_000);
    quitting.request();
    expect(events).toEqual(['ask']);
    const ending = openApp(onAir);
    ending.quitting.expectEnd();
    ending.quitting.request();
    await setImmediate();
    expect(ending.events).toEqual(['stop', 'exit']);
  });
});
