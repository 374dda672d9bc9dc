import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Preflight } from '../../../src/contract/preflight.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { openControl } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeAll(async () => {
  control = await openControl();
  await setFreshness('fresh');
});
afterAll(() => control.stop());

const setFreshness = (freshness: 'fresh' | 'stale') =>
  control.store.apply({
    type: 'sourceChanged',
    source: { confirmations: { col_1: { freshness, confirmedAt: null, confirmedMonotonicMs: null } } },
  });
const findCheck = ({ checks }: Preflight, id: string) => checks.find((check) => check.id === id);

it('has no last run before the first, and keeps each run with its author', async () => {
  expect(await control.call('GET', '/api/preflight')).toMatchObject({
    status: 404,
    body: { error: { code: 'PREFLIGHT_NONE' } },
  });
  const { token } = (await control.call('POST', '/api/tokens', { name: 'Ines', right: 'operate' })).body;
  const before = control.store.state();
  const { status, body } = await control.call('POST', '/api/preflight', {}, token);
  expect([status, body.by, body.verdict]).toEqual([200, 'Ines', 'warning']);
  expect((await control.call('GET', '/api/preflight')).body).toEqual(body);
  expect(control.eventLog.entries(1)[0]?.message).toMatch(/^Ines ran the preflight: Ready, with \d+ warnings\.$/);
  const { feeds, collections, problems } = control.store.state();
  expect({ feeds, collections, problems }).toEqual({
    ...{ feeds: before.feeds, collections: before.collections, problems: before.problems },
  });
});

it('checks one feed for one target, with what the desk measured', async () => {
  const faulty = [{ itemId: 's', isWholeOnCard: false, isWholeOnWall: false, isCroppedOnWall: false, missing: '' }];
  const fit = [{ feed: 'main', posts: 4, measured: 4, longest: 9, faulty }];
  const { body } = await control.call('POST', '/api/preflight', { feed: 'main', target: 'casparcg', fit });
  expect(findCheck(body, 'collection')).toMatchObject({
    verdict: 'good',
    message: 'Viewer posts, 1 staging, 3 live',
    feed: 'main',
  });
  expect(findCheck(body, 'text')).toMatchObject({
    verdict: 'warning',
    message: 'S: text cut on card and wall, at the smallest size',
  });
  expect(findCheck(body, 'fonts')).toMatchObject({ verdict: 'good', nextStep: null });
  expect(findCheck(body, 'disk')).toMatchObject({ verdict: 'warning', feed: null });
  expect(body.target).toBe('casparcg');
  expect((await control.call('POST', '/api/preflight', { feed: 'nowhere' })).status).toBe(404);
});

it('says that the collection is not confirmed when its polls fail, although the service answers for the list', async () => {
  const raise = async (code: 'SOURCE_FAILING' | 'SOURCE_MALFORMED', about: string) =>
    control.store.apply({
      type: 'problemRaised',
      problem: describeProblem(code, about, '2026-11-20T20:00:00Z', { status: 503, detail: '', check: '', what: 'x' }),
    });
  const clear = (code: 'SOURCE_FAILING' | 'SOURCE_MALFORMED', about: string) =>
    control.store.apply({ type: 'problemCleared', code, about });
  const check = async () => findCheck((await control.call('POST', '/api/preflight', {})).body, 'collection');
  await setFreshness('stale');
  expect(await check()).toMatchObject({
    ...{ verdict: 'warning', message: 'The service has not confirmed this list recently' },
  });
  await raise('SOURCE_FAILING', 'source');
  expect(await check()).toMatchObject({ verdict: 'warning', message: expect.stringContaining('returned 503') });
  await setFreshness('fresh');
  // Of another collection.
  expect(await check()).toMatchObject({ verdict: 'good' });
  await clear('SOURCE_FAILING', 'source');
  await raise('SOURCE_MALFORMED', 'collection:col_1');
  expect(await check()).toMatchObject({ verdict: 'warning', message: expect.stringContaining('can’t be read') });
  await clear('SOURCE_MALFORMED', 'collection:col_1');
});

it('shows the result of the webhook’s check and the curl that proves it beside a problem with deliveries', async () => {
  const since = '2026-11-20T20:00:00Z';
  const address = 'http://127.0.0.1:7412/hooks/path';
  const webhook = {
    address,
    isListening: true,
    lastAcceptedAt: null,
    accepted: 0,
    refused: 0,
    reachedFromOutside: null,
  };
  await control.store.apply({ type: 'sourceChanged', source: { mode: 'hybrid', webhook } });
  const problem = describeProblem('SOURCE_DELIVERIES_MISSED', 'webhook', since, { changes: '2 changes' });
  await control.store.apply({ type: 'problemRaised', problem });
  const { body } = await control.call('POST', '/api/preflight', {});
  expect(findCheck(body, 'webhook')).toMatchObject({
    message: 'It responds on this machine. No request from another machine has arrived yet',
    nextStep: `Run curl -i ${address} where the service runs: 405 means that it reaches Greenroom.`,
  });
  expect(findCheck(body, 'problem:SOURCE_DELIVERIES_MISSED')).toMatchObject({ message: problem.message });
  await control.store.apply({ type: 'problemCleared', code: problem.code, about: problem.about });
  await control.store.apply({ type: 'sourceChanged', source: { mode: 'poll', webhook: null } });
});

it('names graphics that may still show an older list, also while they are only silent', async () => {
  const raise = (code: 'FEED_CONSUMER_BEHIND' | 'FEED_CONSUMER_LOST', slug: string) => {
    const problem = describeProblem(code, `feed:${slug}`, '2026-11-20T20:00:00Z', { feed: slug, names: 'OBS' });
    return control.store.apply({ type: 'problemRaised', problem });
  };
  const check = async () => findCheck((await control.call('POST', '/api/preflight', {})).body, 'consumers');
  const without = await check();
  await raise('FEED_CONSUMER_BEHIND', 'other');
  expect(await check()).toEqual(without);
  for (const code of ['FEED_CONSUMER_LOST', 'FEED_CONSUMER_BEHIND'] as const) {
    await raise(code, 'main');
    expect(await check()).toMatchObject({ verdict: 'fault', message: expect.stringContaining('older list of main') });
    await control.store.apply({ type: 'problemCleared', code, about: 'feed:main' });
  }
  expect(await check()).toEqual(without);
  await control.store.apply({ type: 'problemCleared', code: 'FEED_CONSUMER_BEHIND', about: 'feed:other' });
});

it('gives a known problem that no check names a line of its own', async () => {
  const problem = {
    code: 'ENGINE_FAULT',
    severity: 'needsOperator',
    about: 'engine',
    since: '2026-11-20T20:00:00Z',
  } as const;
  await control.store.apply({
    type: 'problemRaised',
    problem: { ...problem, message: 'A fault.', nextStep: 'Restart.' },
  });
  const { body } = await control.call('POST', '/api/preflight', {});
  expect(body.verdict).toBe('fault');
  expect(findCheck(body, 'problem:ENGINE_FAULT')).toMatchObject({ message: 'A fault.', nextStep: 'Restart.' });
  await control.store.apply({ type: 'problemCleared', code: 'ENGINE_FAULT', about: 'engine' });
});

it('replaces what the preflight before a show found, and does not name it again', async () => {
  const facts = { start: '19:30:00', verdict: 'Not ready: 1 fault' };
  const problem = describeProblem('PREFLIGHT_FOUND', 'preflight', '2026-11-20T19:00:00Z', facts);
  await control.store.apply({ type: 'problemRaised', problem });
  const { body } = await control.call('POST', '/api/preflight', {});
  expect(control.store.state().problems.map(({ code }) => code)).not.toContain('PREFLIGHT_FOUND');
  expect(body.checks.map(({ message }: { message: string }) => message).join()).not.toContain('19:30:00');
});

it('leaves what the preflight before a show found on another feed, and does not count it on this one', async () => {
  const facts = { start: '19:30:00', verdict: 'Not ready: 1 fault', feed: 'sport' };
  const problem = describeProblem('PREFLIGHT_FOUND_ON_FEED', 'preflight:sport', '2026-11-20T19:00:00Z', facts);
  await control.store.apply({ type: 'problemRaised', problem });
  const codes = () => control.store.state().problems.map(({ code }) => code);
  const { body } = await control.call('POST', '/api/preflight', { feed: 'main' });
  expect(codes()).toContain('PREFLIGHT_FOUND_ON_FEED');
  expect(body.checks.map(({ message }: { message: string }) => message).join()).not.toContain('19:30:00');
  await control.call('POST', '/api/preflight', {});
  expect(codes()).not.toContain('PREFLIGHT_FOUND_ON_FEED');
});

it('says that nothing is on air while the feed is cleared', async () => {
  const onAir = async () => findCheck((await control.call('POST', '/api/preflight', { feed: 'main' })).body, 'onAir');
  expect(await onAir()).toMatchObject({ verdict: 'good', title: 'On air', feed: 'main' });
  await control.call('POST', '/api/feeds/main/clear', {});
  expect(await onAir()).toMatchObject({ verdict: 'warning', message: 'Cleared: nothing is on air' });
  await control.call('POST', '/api/feeds/main/release', {});
  expect(await onAir()).toMatchObject({ verdict: 'good' });
});
