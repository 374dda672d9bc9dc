import { describe, expect, it } from 'vitest';
import type { Consumer } from '../../../src/contract/consumer.ts';
import type { ServiceCheck } from '../../../src/contract/secrets.ts';
import { describeProblem, type ProblemCode } from '../../../src/core/problem.ts';
import type { MediaFacts } from '../../../src/core/show.ts';
import type { Takedown } from '../../../src/engine/feed/takedowns.ts';
import type { FetchFailure } from '../../../src/engine/media/fetchFile.ts';
import { notCached } from '../../../src/engine/media/fetchState.ts';
import { checkConsumers, checkTakedowns } from '../../../src/engine/preflight/feedChecks.ts';
import {
  type Finding,
  fault,
  good,
  joinFindings,
  warning,
  withProblems,
} from '../../../src/engine/preflight/findings.ts';
import { checkFit } from '../../../src/engine/preflight/fitChecks.ts';
import {
  checkBackup,
  checkDisk,
  checkPorts,
  checkUpdate,
  withDiskProblems,
} from '../../../src/engine/preflight/machineChecks.ts';
import {
  checkPlayback,
  checkStored,
  findBrokenAvatars,
  withAvatars,
} from '../../../src/engine/preflight/mediaChecks.ts';
import { checkOtherProblems, problemsOf } from '../../../src/engine/preflight/otherProblems.ts';
import { checkService } from '../../../src/engine/preflight/serviceChecks.ts';
import type { TestDelivery } from '../../../src/engine/preflight/testDelivery.ts';
import { checkWebhook } from '../../../src/engine/preflight/webhookCheck.ts';
import { post } from '../openControl.ts';

const brief = ({ verdict, message }: Finding): string => `${verdict}: ${message}`;
const since = '2026-11-20T20:00:00Z';
const problemOf = (code: ProblemCode) => describeProblem(code, 'source', since, {});
const nowMs = Date.parse('2026-11-20T20:00:00Z');

describe('the service', () => {
  const answered: ServiceCheck = {
    ...{ ok: true, status: 200, latencyMs: 84, clockSkewMs: 200, collections: 6, isCached: false },
    ...{ serviceWords: null, problem: null },
  };
  const refused: ServiceCheck = {
    ...answered,
    ...{ ok: false, status: 401, collections: null },
    problem: { code: 'SOURCE_KEY_REFUSED', message: 'The key is refused.', nextStep: 'Paste it again.' },
  };
  const silent: ServiceCheck = {
    ...{ ...answered, ok: false, status: null, latencyMs: null, clockSkewMs: null, collections: null },
    problem: { code: 'SOURCE_OFFLINE', message: 'No contact.', nextStep: 'Check the network.' },
  };
  const check = (first: ServiceCheck, second = first, mode: 'poll' | 'push' = 'poll', hasKey = true) => {
    const { service, key, clock, cache } = checkService({ mode }, hasKey, first, second);
    return [service, key, clock, cache].map(brief);
  };

  it('is good when it answers twice, with its time and no cache', () => {
    expect(check(answered)).toEqual([
      'good: Responded in 84 ms, 6 collections',
      'good: Accepted',
      'good: Within 0.2 s of the service',
      'good: None. Two checks got two responses',
    ]);
  });

  it('says a distance that a clock can have when both clocks agree', () => {
    expect(check({ ...answered, clockSkewMs: 0 })[2]).toBe('good: Within 0.1 s of the service');
  });

  it('is good when only the key is refused, which is the fault', () => {
    expect(check(refused).slice(0, 2)).toEqual(['good: Responded with 401 in 84 ms', 'fault: The key is refused.']);
  });

  it('is the only fault when it does not answer; the rest is not checked', () => {
    expect(check(silent)).toEqual([
      'fault: No contact.',
      'warning: Not checked: the service did not respond',
      'warning: Not checked: the service sent no time',
      'warning: Not checked: the service did not respond twice',
    ]);
  });

  it('does not say that a service that responded with an error did not respond', () => {
    const failing = { ...silent, status: 503, latencyMs: 84, clockSkewMs: 200 };
    expect(check(failing)[1]).toBe('warning: Not checked: the service did not return its collections');
  });

  it('needs no key in push mode', () => {
    expect(check(refused, refused, 'push', false)[1]).toBe('good: Not needed: update mode is push');
  });

  it('finds a wrong clock, with its direction, and a cache in either response', () => {
    expect(check({ ...answered, clockSkewMs: 90_000 })[2]).toBe('warning: 90 s behind the service’s clock');
    expect(check({ ...answered, clockSkewMs: -61_000 })[2]).toBe('warning: 61 s ahead of the service’s clock');
    expect(check(answered, { ...answered, isCached: true })[3]).toMatch(/^warning: A cache on the way/);
  });
});

describe('this machine', () => {
  it('names its open ports', () => {
    const closed = { name: 'webhook', base: null };
    const [feed, desk] = [
      { name: 'feed', base: 'http://127.0.0.1:7411' },
      { name: 'desk', base: 'http://127.0.0.1:7413' },
    ];
    expect(checkPorts([feed, desk, closed])).toEqual(good('Greenroom has 7411 (feed) and 7413 (desk)'));
  });

  it('names the curl that proves the webhook, until something has arrived', () => {
    const webhook = {
      ...{ address: 'http://10.0.0.5:7412/hooks/x', isListening: true, lastAcceptedAt: null, accepted: 0, refused: 0 },
      reachedFromOutside: null,
    };
    const check = (isAnswering: boolean | null, changes: object = {}, mode: 'poll' | 'push' = 'push') =>
      checkWebhook({ mode, webhook: { ...webhook, ...changes } }, { isAnswering, test: null }, nowMs);
    expect(brief(check(null, {}, 'poll'))).toBe('good: Not needed: update mode is poll');
    expect(check(true)).toMatchObject({ verdict: 'warning' });
    expect(check(true).nextStep).toContain('curl -i http://10.0.0.5:7412/hooks/x');
    expect(check(false)).toMatchObject({ verdict: 'fault' });
    const outside = { reachedFromOutside: { at: '2026-11-20T19:59:00Z', from: '10.0.0.9' } };
    expect(brief(check(true, outside))).toBe('good: Reached from 10.0.0.9 1 min ago');
    const accepted = { lastAcceptedAt: '2026-11-20T19:59:30Z' };
    expect(brief(check(true, accepted))).toBe('good: Last delivery accepted 30 s ago');
  });

  it('says how the built-in service’s test delivery ended, whatever was delivered before', () => {
    const webhook = {
      ...{ address: 'http://10.0.0.5:7412/hooks/x', isListening: true, accepted: 1, refused: 0 },
      ...{ lastAcceptedAt: '2026-11-20T19:59:30Z', reachedFromOutside: null },
    };
    const check = (test: TestDelivery) => checkWebhook({ mode: 'push', webhook }, { isAnswering: true, test }, nowMs);
    const result = { outcome: 'failed', status: null, fault: null, ms: 12.4 } as const;
    expect(brief(check({ ...result, outcome: 'delivered', status: 200 }))).toBe(
      'good: The built-in service delivered a test in 12 ms',
    );
    expect(check('notRegistered')).toMatchObject({ verdict: 'warning' });
    expect(check('notRegistered').nextStep).toContain('http://10.0.0.5:7412/hooks/x');
    expect(brief(check({ ...result, status: 401 }))).toBe(
      'fault: The built-in service’s test delivery was refused with 401',
    );
    expect(brief(check({ ...result, outcome: 'retry', fault: 'timeout' }))).toBe(
      'fault: The built-in service’s test delivery got no response',
    );
  });

  it('compares the free space with what media may use', () => {
    const stored = (freeGigabytes: number | null, usedGigabytes: number) => ({
      ...{ onAir: { files: 0, bytes: 0 }, unused: { files: 0, bytes: 0 } },
      all: { files: 1, bytes: usedGigabytes * 1024 ** 3 },
      freeBytes: freeGigabytes === null ? null : freeGigabytes * 1024 ** 3,
    });
    expect(brief(checkDisk(stored(212, 0.4), 2048))).toBe('good: 212 GB free, media uses 0.4 of 2 GB');
    expect(brief(checkDisk(stored(1.2, 0.4), 2048))).toBe(
      'warning: 1.2 GB free, media uses 0.4 of 2 GB, which is more than is free',
    );
    expect(brief(checkDisk(stored(0.5, 2), 2048))).toBe('warning: 0.5 GB free, media uses 2 of 2 GB');
    expect(brief(checkDisk(stored(0, 0.4), 2048))).toBe(
      'fault: 0 GB free, media uses 0.4 of 2 GB: no space to save changes',
    );
    expect(checkDisk(stored(null, 0), 2048).verdict).toBe('warning');
  });

  it('warns of an old backup and a waiting update', () => {
    expect(checkBackup(null, nowMs).verdict).toBe('good');
    expect(brief(checkBackup('2026-11-20T19:50:00Z', nowMs))).toBe('good: The settings were backed up 10 min ago');
    expect(brief(checkBackup('2026-09-20T20:00:00Z', nowMs))).toBe(
      'warning: The settings were last backed up 61 days ago',
    );
    const update = { isSupported: true, current: '0.1.0', step: 'idle', checkedAt: null, waitsFor: null } as const;
    expect(brief(checkUpdate({ ...update, available: null }))).toBe('good: None waiting. This is 0.1.0');
    expect(brief(checkUpdate({ ...update, available: '0.2.0' }))).toBe('warning: 0.2.0 is waiting. This is 0.1.0');
  });
});

describe('media', () => {
  const facts = (changes: Partial<MediaFacts>): MediaFacts => ({ ...notCached, name: 'f', progress: 1, ...changes });
  const video = (name: string, changes: Partial<MediaFacts>) => {
    return {
      name,
      isVideo: true,
      failure: null,
      facts: facts({ width: 1280, height: 720, codec: 'avc1', durationMs: 5000, ...changes }),
    };
  };

  it('names what is missing, with what is broken first', () => {
    expect(brief(checkStored([], 'picture'))).toBe('good: None');
    expect(brief(checkStored([video('Ada', {})], 'video'))).toBe('good: All stored, all readable');
    const [waiting, broken] = [
      video('Ada', { name: null, progress: 0.62 }),
      video('Bo', { name: null, isBroken: true }),
    ];
    expect(brief(checkStored([waiting, broken], 'video'))).toBe(
      'fault: Bo: the video couldn’t be fetched or read. Ada: still being prepared, 62 %',
    );
    expect(brief(checkStored([{ name: 'Cy', isVideo: false, failure: null, facts: null }], 'picture'))).toBe(
      'warning: Cy: still being prepared, 0 %',
    );
  });

  it('names avatars that can’t be shown as well as the pictures', () => {
    const item = (id: string, author: string, profileImageUrl: string | null) => ({
      ...post(id),
      ...{ fullName: author, profileImageUrl },
    });
    const items = [item('p1', 'Ada', 'a'), item('p2', 'Ada', 'a'), item('p3', 'Bo', 'b'), item('p4', 'Cy', null)];
    const broken = { ...notCached, isBroken: true };
    const avatars = findBrokenAvatars(items, new Map([['a', broken]]), () => ({
      outcome: 'failed',
      reason: 'status 404',
    }));
    expect(avatars.map(brief)).toEqual(['warning: Ada: the avatar is not stored, status 404']);
    expect(brief(withAvatars(checkStored([], 'picture'), avatars))).toMatch(/^warning: Ada/);
    expect(brief(withAvatars(fault('Bo: not stored', ''), avatars))).toMatch(
      /^fault: Bo: not stored\. Ada: the avatar/,
    );
    expect(brief(withAvatars(checkStored([], 'picture'), []))).toBe('good: None');
  });

  it('says what to do about the reason why a picture is not stored', () => {
    const check = (failure: FetchFailure) =>
      checkStored([{ ...video('Ada', { name: null, isBroken: true }), failure }], 'picture');
    const full = check({ outcome: 'failed', reason: 'the disk is full', isDiskFull: true });
    expect(brief(full)).toBe('fault: Ada: not stored, the disk is full');
    expect(full.nextStep).toMatch(/^Free space on the disk/);
    const unreachable = check({ outcome: 'failed', reason: 'ECONNREFUSED' });
    expect(brief(unreachable)).toBe('fault: Ada: not stored, ECONNREFUSED');
    expect(unreachable.nextStep).toMatch(/network connection/);
    const refused = check({ outcome: 'refused', reason: 'it is a PDF', allowedBy: [] });
    expect(refused.nextStep).toMatch(/^Replace the picture at the service/);
    const forbidden = check({ outcome: 'refused', reason: 'plain http', allowedBy: ['allowHttp'] });
    expect(forbidden.nextStep).toMatch(/^Allow it in Settings, Media/);
  });

  it('compares codec, size and length with the target and the rotation', () => {
    const check = (
      changes: Partial<MediaFacts>,
      targets: readonly ('obs' | 'casparcg' | 'vmix')[],
      rotate: number | null,
    ) => brief(checkPlayback([video('Mira', changes)], targets, rotate));
    expect(check({}, ['obs'], 8)).toBe('good: 1 plays in OBS');
    expect(check({}, ['casparcg'], null)).toBe('warning: Mira: H.264, which CasparCG can’t play');
    expect(check({}, ['vmix'], null)).toBe('warning: Mira: H.264, and it is not known whether vMix plays it');
    expect(check({ width: 3840, height: 2160 }, ['obs'], null)).toBe(
      'warning: Mira: 3840 × 2160 is larger than the frame',
    );
    expect(check({ width: 1080, height: 1920 }, ['obs'], null)).toBe('good: 1 plays in OBS');
    expect(check({ durationMs: 41_000 }, ['obs'], 8)).toBe('warning: Mira: 0:41, and the rotation moves on after 8 s');
    // A program that reads only text may read the feed.
    expect(check({}, [], null)).toBe(
      'warning: Codecs were not checked: no program known to show videos reads this feed',
    );
    expect(brief(checkPlayback([], [], null))).toBe('good: No videos');
  });
});

describe('the fit of posts', () => {
  const items = [
    { ...post('a'), fullName: 'Ada' },
    { ...post('b'), fullName: 'Bo' },
  ];
  const whole = { isWholeOnCard: true, isWholeOnWall: true, isCroppedOnWall: false, missing: '' };
  const measured = { feed: 'main', posts: 2, measured: 2, longest: 600, faulty: [] };

  it('is not claimed when no desk has measured it', () => {
    expect(Object.values(checkFit(null, items)).map(({ verdict }) => verdict)).toEqual([
      'warning',
      'warning',
      'warning',
    ]);
  });

  it('names each post that does not fit, and how many were not measured', () => {
    const good = checkFit(measured, items);
    expect(Object.values(good).map(brief)).toEqual([
      'good: 2 posts in card, ticker, wall. Longest 600 characters',
      'good: No character is missing',
      'good: None is cropped on the wall',
    ]);
    const faulty = [
      { itemId: 'a', ...whole, isWholeOnWall: false, missing: '𓀀' },
      { itemId: 'b', ...whole, isCroppedOnWall: true },
      { itemId: 'gone', ...whole, isWholeOnCard: false },
    ];
    expect(Object.values(checkFit({ ...measured, measured: 1, faulty }, items)).map(brief)).toEqual([
      'warning: Ada: text cut on wall, at the smallest size. 1 of 2 posts was not measured',
      'warning: Ada: no font of the overlays has 𓀀 (U+13000)',
      'warning: Bo: portrait, cropped to landscape in a small tile of the wall',
    ]);
  });
});

describe('consumers and takedowns', () => {
  const consumer = (name: string, state: Consumer['state']): Consumer => ({
    ...{ id: name, name, program: 'OBS', address: '127.0.0.1', protocol: 'socket', revision: 3, confirmedRevision: 3 },
    ...{
      paintedRevision: 3,
      paintedInMs: 41,
      state,
      behindSince: null,
      problem: null,
      lastSeenAt: '2026-11-20T20:00:00Z',
    },
  });

  it('are good when every consumer shows the newest revision, and say how quickly', () => {
    expect(brief(checkConsumers([consumer('OBS', 'reading')], 3))).toBe('good: 1, none behind. On screen in 41 ms');
    expect(brief(checkConsumers([consumer('OBS', 'reading')], 4))).toBe('good: 1, none behind');
    expect(checkConsumers([], 3).verdict).toBe('warning');
  });

  it('name who is behind or silent, and who may still be on screen', () => {
    const all = [consumer('OBS', 'reading'), consumer('Caspar', 'behind'), consumer('Wall', 'silent')];
    expect(brief(checkConsumers(all, 3))).toBe('fault: 1 of 3 behind: Caspar');
    expect(brief(checkConsumers([consumer('Wall', 'silent')], 3))).toBe('warning: 1 of 1 silent: Wall');
    const done = { confirmedOffAirAt: null, confirmedOffAirBy: null, confirmedInMs: 63, waitingFor: [] };
    const open = { ...done, waitingFor: [{ id: null, name: 'OBS', program: null, canConfirm: true }] };
    const confirmed = { ...done, confirmedOffAirAt: '2026-11-20T20:00:00Z' };
    const wasOnAir = [{ itemId: 'a', offAirRevision: 4 }];
    const wasNot = [{ itemId: 'a', offAirRevision: 0 }];
    const check = (takedown: Takedown, blocks = wasOnAir) =>
      brief(checkTakedowns(new Map([['a', takedown]]), blocks, () => 'Ada'));
    expect(check(confirmed)).toBe('good: 1 blocked, all off screen. Blank in 63 ms');
    expect(check({ ...confirmed, confirmedInMs: 918_749 })).toBe(
      'good: 1 blocked, all off screen. Blank in 15 min 18 s',
    );
    expect(check(open)).toBe('fault: Ada may still be on screen');
    // Without consumers, or after they were forgotten.
    const unknown = { ...done, confirmedInMs: null };
    expect(check(unknown)).toBe('warning: 1 blocked. No consumer confirmed that Ada left the screen');
    expect(check(unknown, wasNot)).toBe('good: 1 blocked, all off screen');
  });
});

describe('known problems', () => {
  it('replace a better result of their check, and every other one has its own line', () => {
    const [cache, restored, offline] = (['SOURCE_CACHE_LEAKS', 'FEED_REBUILT', 'SOURCE_OFFLINE'] as const).map(
      problemOf,
    );
    const problems = [cache, restored, offline, problemOf('FEED_RESTORED')].filter((problem) => problem !== undefined);
    const own = problemsOf('cache', problems);
    expect(own.map(({ code }) => code)).toEqual(['SOURCE_CACHE_LEAKS']);
    expect(withProblems(good('None'), own)).toMatchObject({ verdict: 'fault' });
    expect(withProblems(good('None'), [])).toEqual(good('None'));
    expect(withProblems(fault('Worse', 'Do it.'), [problemOf('WEBHOOK_FLOODED')])).toEqual(fault('Worse', 'Do it.'));
    expect(checkOtherProblems(problems).map(({ id }) => id)).toEqual(['problem:FEED_REBUILT']);
  });

  it('of the disk do not hide its free space, nor say again that it has none for media', () => {
    const full = fault('0 GB free', 'Free space.');
    const low = describeProblem('MEDIA_DISK_LOW', 'media', since, {});
    const failed = describeProblem('DISK_WRITE_FAILED', 'state', since, { what: 'ENOSPC', path: '/data' });
    expect(withDiskProblems(full, [low])).toEqual(full);
    expect(brief(withDiskProblems(full, [failed, low]))).toMatch(
      /^fault: 0 GB free\. State can’t be saved \(ENOSPC\)\. On air is affected/,
    );
    expect(brief(withDiskProblems(good('212 GB free'), [failed]))).toMatch(
      /^fault: State can’t be saved.* bring them back\. 212 GB free$/,
    );
    expect(withDiskProblems(good('212 GB free'), [])).toEqual(good('212 GB free'));
  });

  it('of the webhook have their own lines, so that its test and its curl stay in sight', () => {
    const missed = describeProblem('SOURCE_DELIVERIES_MISSED', 'webhook', since, { changes: '2 changes' });
    const taken = describeProblem('WEBHOOK_PORT_TAKEN', 'webhook', since, { port: 7412 });
    expect(checkOtherProblems([missed, taken]).map(brief)).toEqual([
      'warning: Polling found 2 changes that no delivery reported. Until then, on air may have been out of date.',
    ]);
    expect(problemsOf('ports', [missed, taken])).toEqual([taken]);
  });

  it('are joined with the worst first, and more than three are counted', () => {
    const findings = ['a', 'b', 'c', 'd'].map((name) => warning(name, `Do ${name}.`));
    expect(joinFindings([...findings, fault('x.', 'Do x.')], good('fine'))).toEqual({
      ...fault('x. a. b. And 2 more', 'Do x.'),
      all: ['x', 'a', 'b', 'c', 'd'],
    });
    expect(joinFindings(findings.slice(0, 3), good('fine'))).toEqual(warning('a. b. c', 'Do a.'));
    expect(joinFindings([], good('fine'))).toEqual(good('fine'));
  });

  it('are listed up to a thousand, with a count of the rest', () => {
    const findings = Array.from({ length: 1200 }, (_, index) => warning(`post ${index}`, 'Shorten it.'));
    const { all } = joinFindings(findings, good('fine'));
    expect(all).toHaveLength(1000);
    expect(all.slice(-2)).toEqual(['post 998', 'And 201 more']);
  });

  it('name every consumer that is behind, and every post that may still be on screen', () => {
    const names = ['OBS', 'vMix', 'CasparCG', 'SPX', 'Wall'];
    const behind = names.map((name) => ({ name, state: 'behind', paintedRevision: null, paintedInMs: null }));
    expect(checkConsumers(behind as unknown as readonly Consumer[], 128).all).toEqual(names);
    const open = new Map(names.map((name) => [name, { waitingFor: [{ name: 'OBS' }] } as unknown as Takedown]));
    expect(checkTakedowns(open, [], (id) => `Post ${id}`).all).toEqual(names.map((name) => `Post ${name}`));
    expect(checkConsumers(behind.slice(0, 3) as unknown as readonly Consumer[], 128).all).toEqual([]);
  });
});
