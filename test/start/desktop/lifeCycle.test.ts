import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../../src/core/problem.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { isOnAir, summariseAir } from '../../../src/start/desktop/airSummary.ts';
import { watchForHang } from '../../../src/start/desktop/hangWatch.ts';
import { createKeepAwake } from '../../../src/start/desktop/keepAwake.ts';
import { findLoginTarget, setStartAtLogin } from '../../../src/start/desktop/loginItem.ts';
import { createRecovery } from '../../../src/start/desktop/recovery.ts';
import { hasTray } from '../../../src/start/desktop/traySupport.ts';
import { watchShow } from '../../../src/start/desktop/watchShow.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

describe('a page that crashes, hangs or can’t be loaded', () => {
  it('is back within two seconds, and after longer pauses if that does not help', () => {
    const clock = createFakeClock();
    const pauses: number[] = [];
    const recovery = createRecovery(clock, () => undefined);
    for (let fault = 1; fault <= 6; fault += 1) {
      recovery.schedule();
      recovery.schedule();
      expect(clock.timerCount()).toBe(1);
      pauses.push(clock.nextInMs() ?? 0);
      clock.advance(clock.nextInMs() ?? 0);
    }
    expect(pauses[0]).toBeLessThan(2000);
    expect(pauses).toEqual([300, 1000, 3000, 10_000, 30_000, 30_000]);
  });

  it('is back quickly again after a minute without a fault, and never after the app has stopped', () => {
    const clock = createFakeClock();
    let reloads = 0;
    const recovery = createRecovery(clock, () => {
      reloads += 1;
    });
    for (const waitMs of [1000, 70_000]) {
      recovery.schedule();
      expect(clock.nextInMs()).toBe(300);
      clock.advance(waitMs);
      if (waitMs === 1000) {
        recovery.schedule();
        clock.advance(70_000);
      }
    }
    expect(reloads).toBe(3);
    recovery.schedule();
    recovery.stop();
    clock.advance(1000);
    expect(reloads).toBe(3);
  });
});

describe('a page that hangs', () => {
  /** A page that answers each message, until it hangs. */
  function openPage() {
    const clock = createFakeClock();
    let isHanging = false;
    let hangs = 0;
    let answer = (): void => undefined;
    const port = {
      postMessage: () => {
        if (!isHanging) answer();
      },
      on: (_: string, listener: (event: { readonly data: unknown }) => void) => {
        answer = () => listener({ data: null });
      },
      start: () => undefined,
    };
    const watch = watchForHang(clock, port as Parameters<typeof watchForHang>[1], () => {
      hangs += 1;
    });
    return {
      ...{ clock, watch },
      hang: (isHangingNow: boolean) => {
        isHanging = isHangingNow;
        if (!isHanging) answer();
      },
      hangs: () => hangs,
    };
  }

  it('is noticed once when it leaves four messages without an answer', () => {
    const { clock, hang, hangs } = openPage();
    clock.advance(60_000);
    hang(true);
    clock.advance(8000);
    expect(hangs()).toBe(0);
    clock.advance(60_000);
    expect(hangs()).toBe(1);
  });

  it('is not reported when it was only busy, or was replaced', () => {
    const { clock, hang, hangs, watch } = openPage();
    for (let busy = 0; busy < 5; busy += 1) {
      hang(true);
      clock.advance(6000);
      hang(false);
    }
    hang(true);
    watch.stop();
    clock.advance(60_000);
    expect(hangs()).toBe(0);
  });
});

describe('sleep', () => {
  it('is prevented once while posts are on air', () => {
    const calls: string[] = [];
    const keepAwake = createKeepAwake({
      start: (type) => {
        calls.push(type);
        return 7;
      },
      stop: (id) => calls.push(`stop ${id}`),
    });
    for (const isWanted of [false, true, true, false, false]) keepAwake(isWanted);
    expect(calls).toEqual(['prevent-app-suspension', 'stop 7']);
  });
});

describe('start at login', () => {
  it('changes the system’s list only if it differs', async () => {
    let openAtLogin = false;
    const calls: boolean[] = [];
    const items = {
      getLoginItemSettings: () => ({ openAtLogin }),
      setLoginItemSettings: (settings: { readonly openAtLogin: boolean }) => {
        openAtLogin = settings.openAtLogin;
        calls.push(openAtLogin);
      },
    };
    const target = { platform: 'win32', program: 'C:\\Greenroom.exe', configFolder: '' } as const;
    for (const wanted of [false, true, true, false]) await setStartAtLogin(wanted, items, target);
    expect(calls).toEqual([true, false]);
  });

  it('writes and removes a file in the autostart folder on Linux', async () => {
    const home = createTemporaryFolder('login');
    const target = findLoginTarget('linux', '/opt/Green "room"/100%/greenroom', home, {});
    const file = join(home, '.config', 'autostart', 'greenroom.desktop');
    const unused = { getLoginItemSettings: () => ({ openAtLogin: true }), setLoginItemSettings: () => undefined };
    mkdirSync(join(home, '.config', 'autostart'), { recursive: true });
    await setStartAtLogin(true, unused, target);
    expect(readFileSync(file, 'utf8').split('\n')).toContain(String.raw`Exec="/opt/Green \\"room\\"/100%%/greenroom"`);
    await setStartAtLogin(false, unused, target);
    await setStartAtLogin(false, unused, target);
    expect(existsSync(file)).toBe(false);
  });

  it('creates the autostart folder, and starts the file of an AppImage', async () => {
    const home = createTemporaryFolder('login');
    const environment = { APPIMAGE: '/home/op/Greenroom.AppImage', XDG_CONFIG_HOME: join(home, 'config') };
    const target = findLoginTarget('linux', '/tmp/.mount_x/greenroom', home, environment);
    const unused = { getLoginItemSettings: () => ({ openAtLogin: true }), setLoginItemSettings: () => undefined };
    await setStartAtLogin(true, unused, target);
    expect(readFileSync(join(home, 'config', 'autostart', 'greenroom.desktop'), 'utf8')).toContain(
      'Exec="/home/op/Greenroom.AppImage"',
    );
  });
});

describe('the tray', () => {
  it('counts as shown on Linux only if the desktop shows tray icons', async () => {
    const replies: readonly (readonly [Promise<string>, boolean])[] = [
      [Promise.resolve('method return\n   boolean true\n'), true],
      [Promise.resolve('method return\n   boolean false\n'), false],
      [Promise.reject(new Error('no session bus')), false],
    ];
    for (const [reply, isShown] of replies) expect(await hasTray('linux', () => reply)).toBe(isShown);
    const unused = () => Promise.reject(new Error('not needed'));
    expect([await hasTray('win32', unused), await hasTray('darwin', unused)]).toEqual([true, true]);
  });
});

describe('the watch over the show', () => {
  const problem = describeProblem('FEED_PORT_TAKEN', 'feed', '2026-11-20T18:00:00Z', { port: 7411 });
  const engineOf = (state: ShowState, feedBase: string | null = null) => ({
    state: () => state,
    consumers: (): ReturnType<Engine['consumers']> => [],
    settings: () => settingsSchema.parse({}),
    feedBase: () => feedBase,
  });

  it('reports each part at the start and when it has changed, also of an engine that replaced another', () => {
    const clock = createFakeClock();
    const calls: string[] = [];
    let engine = engineOf(emptyShow);
    const watch = watchShow(clock, () => ({ engine, isDemo: false }), {
      air: ({ problem: shown }, isFirst) => calls.push(`air ${shown === null} ${isFirst}`),
      app: ({ startAtLogin }, isFirst) => calls.push(`app ${startAtLogin} ${isFirst}`),
      feedBase: (base, isFirst) => calls.push(`feed ${base} ${isFirst}`),
    });
    clock.advance(3000);
    expect(calls.splice(0)).toEqual(['air true true', 'app false true', 'feed null true']);
    engine = engineOf({ ...emptyShow, problems: [problem] }, 'http://127.0.0.1:7411');
    clock.advance(1000);
    expect(calls.splice(0)).toEqual(['air false false', 'feed http://127.0.0.1:7411 false']);
    // While one engine replaces another, the feed is closed for a moment.
    engine = engineOf({ ...emptyShow, problems: [problem] });
    clock.advance(1000);
    expect(calls).toEqual([]);
    watch.stop();
    engine = engineOf(emptyShow);
    clock.advance(5000);
    expect(calls).toEqual([]);
  });

  it('names a problem that affects air before a problem that only needs an operator, and no lesser problem', () => {
    const behind = describeProblem('FEED_CONSUMER_BEHIND', 'feed:main', '', { feed: 'main', names: 'OBS' });
    const summary = (...problems: ShowState['problems']) =>
      summariseAir(engineOf({ ...emptyShow, problems }), false).problem;
    expect(summary(problem, behind)).toBe(behind.message);
    expect(summary(problem)).toBe(problem.message);
    expect(summary(describeProblem('ENGINE_FAULT', 'engine', '', {}))).toBeNull();
    expect(isOnAir(summariseAir(engineOf(emptyShow), false))).toBe(false);
  });
});
