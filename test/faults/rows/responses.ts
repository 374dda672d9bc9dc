/** Faulty responses from the service. */
import {
  collection,
  post,
  type Respond,
  respondAsGateway,
  respondWithBody,
  respondWithCollection,
  respondWithStatus,
} from '../../engine/sourceHarness.ts';
import type { Random } from '../../random.ts';
import { createVersion, type EngineTestBed } from '../engineTestBed.ts';
import { assert, assertRecovers, createEngineRow, hasProblem, type Row, type RowOptions } from '../row.ts';

/** Creates a row in which the service sends a bad response until the fault ends. */
function createBadResponseRow(
  options: RowOptions,
  codes: string,
  createResponse: (testBed: EngineTestBed, random: Random) => Respond,
): Row {
  return createEngineRow({ isQuick: true, ...options }, {}, (testBed, random) =>
    assertRecovers(
      testBed,
      () => {
        // A new version, so that the response is not a 304.
        testBed.edit(3);
        testBed.respondWith(createResponse(testBed, random));
      },
      hasProblem(...codes.split(' ')),
      () => testBed.respondWith(null),
    ),
  );
}

/** Creates a row for an error that stops polling until a restart. It is reported, and on air is unchanged. */
function createRestartRow(options: RowOptions, status: number, expectedCode: string): Row {
  return createEngineRow({ isQuick: true, ...options }, {}, async (testBed) => {
    const before = testBed.onAir().join();
    testBed.edit(2);
    testBed.respondWith(respondWithStatus(status));
    await testBed.waitUntil('the problem is reported', 10_000, () => testBed.problemCodes().includes(expectedCode));
    const requestsBefore = testBed.requestCount();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    // A poll, and a probe of the cache with an invalid key.
    assert('at most two more requests are sent', testBed.requestCount() <= requestsBefore + 2);
    assert('on air is unchanged', testBed.onAir().join() === before);
    testBed.respondWith(null);
    await testBed.restart({});
    assert('the list is on air after the restart', testBed.onAir().length > 0);
    const expected = testBed.edit(2).join();
    await testBed.waitUntil('the new list is on air', 6000, () => testBed.onAir().join() === expected);
  });
}

/** Puts a new list on air. Then the service returns the old list for `chooseOldMs()` at a time, and the new list once in between. */
async function alternateReplicas(testBed: EngineTestBed, chooseOldMs: () => number) {
  const old = testBed.current();
  const expected = testBed.edit(3).join();
  const fresh = testBed.current();
  await testBed.waitUntil('the new list is on air', 5000, () => testBed.onAir().join() === expected);
  const revision = testBed.state().feeds[0]?.onAir.revision;
  const responses = { old: 0, fresh: 0 };
  let untilMs: number | null = null;
  testBed.respondWith((request, response) => {
    const isOver = untilMs !== null && performance.now() >= untilMs;
    if (isOver) untilMs = null;
    else untilMs ??= performance.now() + chooseOldMs();
    responses[isOver ? 'fresh' : 'old'] += 1;
    respondWithCollection(() => (isOver ? fresh : old))(request, response);
  });
  return { revision, responses };
}

const html = '<!doctype html><title>Hotel network</title><form>room</form>';

export const responseRows: readonly Row[] = [
  createBadResponseRow(
    { id: 'F11', name: 'a captive portal returns a page or a redirect', injectedBy: 'service' },
    'SOURCE_NOT_THE_SERVICE SOURCE_REDIRECTED',
    (_, random) =>
      random.pick([
        respondWithBody(html, { 'content-type': 'text/html' }),
        (__, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/login' }).end(),
      ]),
  ),
  createBadResponseRow(
    { id: 'F12', name: '502 or 503 with a JSON, HTML or empty body and an odd Retry-After', injectedBy: 'service' },
    'SOURCE_FAILING',
    (_, random) => {
      const status = random.pick([502, 503]);
      const retryAfter = random.pick(['', 'soon', '-1', '1', '0', 'Thu, 01 Jan 1970 00:00:00 GMT']);
      const body = random.pick(['{"error":{"code":"BAD_GATEWAY","message":"no"}}', html, '']);
      return (__, response) =>
        void response.writeHead(status, retryAfter === '' ? {} : { 'retry-after': retryAfter }).end(body);
    },
  ),
  createEngineRow(
    { id: 'F13', name: 'no request is sent before Retry-After has passed (429)', injectedBy: 'service', isQuick: true },
    {},
    async (testBed) => {
      const before = testBed.onAir().join();
      let firstAt: number | null = null;
      testBed.respondWith((request, response) => {
        firstAt ??= performance.now();
        respondWithStatus(429, { 'retry-after': '3' })(request, response);
      });
      const expected = testBed.edit(2).join();
      await testBed.waitUntil('the problem is reported', 5000, () => testBed.problemCodes().includes('SOURCE_LIMITED'));
      const requestsBefore = testBed.requestCount();
      testBed.respondWith(null);
      while (performance.now() - (firstAt ?? 0) < 2900) {
        assert('no request is sent before Retry-After has passed', testBed.requestCount() === requestsBefore);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert('on air is unchanged', testBed.onAir().join() === before);
      await testBed.waitUntil('the new list is on air', 5000, () => testBed.onAir().join() === expected);
    },
  ),
  createRestartRow({ id: 'F14', name: '401 during a show', injectedBy: 'service' }, 401, 'SOURCE_KEY_REFUSED'),
  createRestartRow(
    { id: 'F15', name: '404 for the collection on air', injectedBy: 'service' },
    404,
    'SOURCE_COLLECTION_GONE',
  ),
  createEngineRow(
    { id: 'F15s', name: 'a stray 401, 403 or 404, now and then', injectedBy: 'service', isQuick: true },
    {},
    async (testBed, random) => {
      for (let edit = 0; edit < 4; edit += 1) {
        const status = random.pick([401, 403, 404]);
        let isStray = true;
        testBed.respondWith((request, response) => {
          // A gateway’s page, or the service’s own refusal.
          const stray = random.pick([respondAsGateway, respondWithStatus]);
          (isStray ? stray(status) : respondWithCollection(() => testBed.current()))(request, response);
          isStray = false;
        });
        await testBed.waitUntil('the stray response is received', 3000, () => !isStray);
        const expected = testBed.edit(random.between(1, 4)).join();
        await testBed.waitUntil('the new list is on air', 3000, () => testBed.onAir().join() === expected);
      }
      const log = testBed.logLines.join('\n');
      assert('the responses are reported', log.includes('SOURCE_FAILING'));
      assert('no refusal is believed', !/SOURCE_KEY_REFUSED|SOURCE_COLLECTION_(GONE|UNKNOWN)/.test(log));
    },
  ),
  createBadResponseRow(
    { id: 'F17', name: 'a body with a byte order mark or bad UTF-8, null, an array or nothing', injectedBy: 'service' },
    'SOURCE_MALFORMED',
    (testBed, random) => {
      const good = JSON.stringify(testBed.current());
      return random.pick([
        respondWithBody(`\ufeff${good}`),
        respondWithBody(Buffer.concat([Buffer.from(good.slice(0, -1)), Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x7d])])),
        respondWithBody('null'),
        respondWithBody('[]'),
        respondWithBody(''),
      ]);
    },
  ),
  createEngineRow(
    {
      id: 'F18',
      name: 'odd fields, unreadable posts, wrong counts and a duplicate id',
      injectedBy: 'service',
      isQuick: true,
    },
    {},
    async (testBed) => {
      const body = createVersion(50, 0);
      testBed.publish({
        ...body,
        contentType: 'HOLOGRAM',
        liveContentCount: 77,
        liveContents: [
          post('good', { source: 'MASTODON', likes: 4 }),
          post('good', { message: 'twice' }),
          post('bad', { message: { html: 'x' } }),
          null as never,
          post('odd', { fullName: 7, media: 'none' }),
        ],
      });
      await testBed.waitUntil('the readable posts are on air', 5000, () => testBed.onAir().join() === 'good,odd');
      await testBed.waitUntil(
        'the problem is reported',
        2000,
        () =>
          testBed.problemCodes().includes('SOURCE_ITEM_UNREADABLE') &&
          testBed.problemCodes().includes('SOURCE_FIELD_ODD'),
      );
      const paths = testBed
        .state()
        .problems.map((problem) => problem.message)
        .join();
      assert('the problem includes the path', paths.includes('$.liveContents[2].message'));
      // An unreadable post must not prevent the removal of another.
      testBed.publish({
        ...createVersion(51, 0),
        liveContents: [post('bad', { message: 4 }), post('odd')],
        liveContentCount: 2,
      });
      await testBed.waitUntil('the removed post is off air', 5000, () => testBed.onAir().join() === 'odd');
    },
  ),
  createEngineRow(
    { id: 'F18b', name: 'an empty list with a non-zero count, then a real clear', injectedBy: 'service' },
    {},
    async (testBed) => {
      const before = testBed.onAir().join();
      testBed.publish({ ...createVersion(60, 0), liveContentCount: 5 });
      await testBed.waitUntil('the empty list is reported as doubtful', 4000, () =>
        testBed.problemCodes().includes('SOURCE_EMPTY_DOUBTED'),
      );
      assert('on air is unchanged at first', testBed.onAir().join() === before);
      testBed.publish(createVersion(61, 2));
      await testBed.waitUntil('the next list is on air', 8000, () => testBed.onAir().length === 2);
      testBed.probe.setEmptyAllowed(true);
      testBed.publish(createVersion(62, 0));
      await testBed.waitUntil('a real clear takes everything off air', 8000, () => testBed.onAir().length === 0);
    },
  ),
  createBadResponseRow(
    { id: 'F19', name: 'the response has another collection’s id', injectedBy: 'service' },
    'SOURCE_WRONG_COLLECTION',
    () => respondWithBody(JSON.stringify(collection('col_2', 99, ['foreign']))),
  ),
  createEngineRow(
    { id: 'F20', name: '304 although the list has changed', injectedBy: 'service', isQuick: true },
    {},
    async (testBed) => {
      testBed.respondWith((request, response) => {
        if (request.headers['if-none-match'] !== undefined) response.writeHead(304, { etag: '"another-etag"' }).end();
        else respondWithCollection(() => testBed.current())(request, response);
      });
      const expected = testBed.edit(2).join();
      await testBed.waitUntil(
        'an unconditional request fetches the new list',
        5000,
        () => testBed.onAir().join() === expected,
      );
      const requestsBefore = testBed.requestCount();
      testBed.respondWith((_, response) => void response.writeHead(304).end());
      await new Promise((resolve) => setTimeout(resolve, 4000));
      assert('fewer than 14 requests are sent in 4 s', testBed.requestCount() - requestsBefore < 14);
      assert('on air is unchanged', testBed.onAir().join() === expected);
    },
  ),
  createEngineRow(
    { id: 'F21', name: 'ETag missing, weak, unquoted, constant or always new', injectedBy: 'service', isQuick: true },
    {},
    async (testBed, random) => {
      let count = 0;
      const form = random.pick(['absent', 'weak', 'unquoted', 'constant', 'new'] as const);
      testBed.respondWith((request, response) => {
        count += 1;
        const body = testBed.current();
        const date = String(body['lastModifiedDate']);
        const etag = { absent: null, weak: `W/"${date}"`, unquoted: date, constant: '"1"', new: `"${count}"` }[form];
        if (etag !== null) response.setHeader('etag', etag);
        if (etag !== null && request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.end(JSON.stringify(body));
      });
      for (let edit = 0; edit < 2; edit += 1) {
        const expected = testBed.edit(random.between(1, 4)).join();
        await testBed.waitUntil(
          `the edit is on air by the next unconditional request (${form})`,
          7000,
          () => testBed.onAir().join() === expected,
        );
      }
      assert('fewer than 40 requests are sent', count < 40);
    },
  ),
  createEngineRow(
    { id: 'F22', name: 'the same ETag for a different body', injectedBy: 'service', isQuick: true },
    {},
    async (testBed) => {
      const before = testBed.current();
      await new Promise((resolve) => setTimeout(resolve, 1200));
      testBed.publish({ ...before, liveContents: [post('second-edit')], liveContentCount: 1 });
      await testBed.waitUntil(
        'an unconditional request fetches the new body',
        6600,
        () => testBed.onAir().join() === 'second-edit',
      );
    },
  ),
  createEngineRow(
    {
      id: 'F25',
      name: 'replicas alternate: the old list for up to 40 s, then the new list once',
      injectedBy: 'service',
    },
    {},
    async (testBed, random) => {
      // An older version must repeat for 65 s to be accepted. Each old phase is shorter; together they are longer.
      const longestMs = 40_000;
      const { revision, responses } = await alternateReplicas(testBed, () => random.between(500, longestMs));
      await new Promise((resolve) => setTimeout(resolve, 100_000));
      assert('the on-air revision never changes', testBed.state().feeds[0]?.onAir.revision === revision);
      assert('the old replica responds at least 10 times', responses.old >= 10);
      assert('the new replica responds at least twice', responses.fresh >= 2);
    },
  ),
  createEngineRow(
    {
      id: 'F25p',
      name: 'replicas alternate between old and new on every request',
      injectedBy: 'service',
      isQuick: true,
    },
    {},
    async (testBed) => {
      const { revision, responses } = await alternateReplicas(testBed, () => 0);
      await testBed.waitUntil('both replicas respond', 20_000, () => responses.old >= 2 && responses.fresh >= 2);
      assert('the on-air revision never changes', testBed.state().feeds[0]?.onAir.revision === revision);
    },
  ),
  createEngineRow(
    { id: 'F26', name: 'the service is restored to an older state', injectedBy: 'service' },
    {},
    async (testBed) => {
      const old = testBed.current();
      const oldIds = testBed.onAir().join();
      const expected = testBed.edit(3).join();
      await testBed.waitUntil('the new list is on air', 5000, () => testBed.onAir().join() === expected);
      testBed.publish(old);
      const startedMs = performance.now();
      await testBed.waitUntil('the older version is ignored and reported', 5000, () =>
        testBed.problemCodes().includes('SOURCE_OLDER_IGNORED'),
      );
      await testBed.waitUntil('the older list is on air', 130_000, () => testBed.onAir().join() === oldIds);
      assert('the older list is on air after at least 65 s', performance.now() - startedMs >= 65_000);
      assert('the return to an older list is reported', testBed.problemCodes().includes('SOURCE_REWOUND'));
    },
  ),
];
