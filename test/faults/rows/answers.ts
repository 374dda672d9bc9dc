/** Faults of the service's answers. */
import { collection, failing, post, type Respond, saying, serving } from '../../engine/source/bench.ts';
import type { Chance } from '../chance.ts';
import { assertRecovers, assert, withEngine, type Row, type RowOptions, hasProblem } from '../row.ts';
import { createVersion, type EngineTestBed } from '../stage.ts';

/** A service that answers in one wrong way, then well again. */
function badResponseRow(kind: RowOptions, code: string, wrong: (stage: EngineTestBed, chance: Chance) => Respond): Row {
  return withEngine({ isQuick: true, ...kind }, {}, (stage, chance) =>
    assertRecovers(
      stage,
      () => {
        // Another version, so that nothing is answered by an ETag.
        stage.edit(3);
        stage.respondWith(wrong(stage, chance));
      },
      hasProblem(...code.split(' ')),
      () => stage.respondWith(null),
    ),
  );
}

/** Faults that only a person can end: on air stays, it is said, and a new start looks again at once. */
function restartRow(kind: RowOptions, status: number, code: string): Row {
  return withEngine({ isQuick: true, ...kind }, {}, async (stage) => {
    const before = stage.onAir().join();
    stage.edit(2);
    stage.respondWith(failing(status));
    await stage.waitUntil('it is said within ten seconds', 10_000, () => stage.problemCodes().includes(code));
    const asked = stage.requestCount();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert('it is not asked about again and again', stage.requestCount() <= asked + 1);
    assert('on air stays', stage.onAir().join() === before);
    stage.respondWith(null);
    await stage.restart({});
    assert('on air stays over the restart', stage.onAir().length > 0);
    const wanted = stage.edit(2).join();
    await stage.waitUntil('the new list is on air', 6000, () => stage.onAir().join() === wanted);
  });
}

/** Puts a newer list on air, then has an old replica answer for so many milliseconds each time, and the new one once in between. */
async function alternateReplicas(stage: EngineTestBed, oldForMs: () => number) {
  const old = stage.current();
  const wanted = stage.edit(3).join();
  const fresh = stage.current();
  await stage.waitUntil('the new list is on air', 5000, () => stage.onAir().join() === wanted);
  const revision = stage.state().feeds[0]?.onAir.revision;
  const responses = { old: 0, fresh: 0 };
  let untilMs: number | null = null;
  stage.respondWith((request, response) => {
    const isOver = untilMs !== null && performance.now() >= untilMs;
    if (isOver) untilMs = null;
    else untilMs ??= performance.now() + oldForMs();
    responses[isOver ? 'fresh' : 'old'] += 1;
    serving(() => (isOver ? fresh : old))(request, response);
  });
  return { revision, responses };
}

const html = '<!doctype html><title>Hotel network</title><form>room</form>';

export const responseRows: readonly Row[] = [
  badResponseRow(
    { id: 'F11', name: 'a captive portal: a page, or a redirect to one', injectedBy: 'service' },
    'SOURCE_NOT_THE_SERVICE SOURCE_REDIRECTED',
    (_, chance) =>
      chance.pick([
        saying(html, { 'content-type': 'text/html' }),
        (__, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/login' }).end(),
      ]),
  ),
  badResponseRow(
    { id: 'F12', name: '502 and 503 as JSON, page or nothing, with odd Retry-After', injectedBy: 'service' },
    'SOURCE_FAILING',
    (_, chance) => {
      const status = chance.pick([502, 503]);
      const retryAfter = chance.pick(['', 'soon', '-1', '1', '0', 'Thu, 01 Jan 1970 00:00:00 GMT']);
      const body = chance.pick(['{"error":{"code":"BAD_GATEWAY","message":"no"}}', html, '']);
      return (__, response) =>
        void response.writeHead(status, retryAfter === '' ? {} : { 'retry-after': retryAfter }).end(body);
    },
  ),
  withEngine(
    { id: 'F13', name: '429 with Retry-After: not one question too early', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const before = stage.onAir().join();
      let firstAt: number | null = null;
      stage.respondWith((request, response) => {
        firstAt ??= performance.now();
        failing(429, { 'retry-after': '3' })(request, response);
      });
      const wanted = stage.edit(2).join();
      await stage.waitUntil('it is said', 5000, () => stage.problemCodes().includes('SOURCE_LIMITED'));
      const asked = stage.requestCount();
      stage.respondWith(null);
      while (performance.now() - (firstAt ?? 0) < 2900) {
        assert('nothing is asked before the time', stage.requestCount() === asked);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert('on air stays', stage.onAir().join() === before);
      await stage.waitUntil('the new list is on air', 5000, () => stage.onAir().join() === wanted);
    },
  ),
  restartRow({ id: 'F14', name: '401 in the middle of a show', injectedBy: 'service' }, 401, 'SOURCE_KEY_REFUSED'),
  restartRow(
    { id: 'F15', name: '404 for the collection on air', injectedBy: 'service' },
    404,
    'SOURCE_COLLECTION_GONE',
  ),
  badResponseRow(
    { id: 'F17', name: 'byte order mark, bad UTF-8, null, a list, nothing', injectedBy: 'service' },
    'SOURCE_MALFORMED',
    (stage, chance) => {
      const good = JSON.stringify(stage.current());
      return chance.pick([
        saying(`\ufeff${good}`),
        saying(Buffer.concat([Buffer.from(good.slice(0, -1)), Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x7d])])),
        saying('null'),
        saying('[]'),
        saying(''),
      ]);
    },
  ),
  withEngine(
    { id: 'F18', name: 'odd fields, bad posts, wrong counts, twice the same id', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const body = createVersion(50, 0);
      stage.publish({
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
      await stage.waitUntil('the good and the mended posts are on air', 5000, () => stage.onAir().join() === 'good,odd');
      await stage.waitUntil(
        'it is said',
        2000,
        () => stage.problemCodes().includes('SOURCE_ITEM_UNREADABLE') && stage.problemCodes().includes('SOURCE_FIELD_ODD'),
      );
      const paths = stage
        .state()
        .problems.map((problem) => problem.message)
        .join();
      assert('with the path', paths.includes('$.liveContents[2].message'));
      // A takedown goes through although a neighbour is bad.
      stage.publish({ ...createVersion(51, 0), liveContents: [post('bad', { message: 4 }), post('odd')], liveContentCount: 2 });
      await stage.waitUntil('the takedown is obeyed', 5000, () => stage.onAir().join() === 'odd');
    },
  ),
  withEngine(
    { id: 'F18b', name: 'an empty list that counts posts, then a true clear', injectedBy: 'service' },
    {},
    async (stage) => {
      const before = stage.onAir().join();
      stage.publish({ ...createVersion(60, 0), liveContentCount: 5 });
      await stage.waitUntil('it is doubted', 4000, () => stage.problemCodes().includes('SOURCE_EMPTY_DOUBTED'));
      assert('on air stays at first', stage.onAir().join() === before);
      stage.publish(createVersion(61, 2));
      await stage.waitUntil('the next list is on air', 8000, () => stage.onAir().length === 2);
      stage.probe.allowEmpty(true);
      stage.publish(createVersion(62, 0));
      await stage.waitUntil('a true clear is obeyed', 8000, () => stage.onAir().length === 0);
    },
  ),
  badResponseRow({ id: 'F19', name: 'the body of another collection', injectedBy: 'service' }, 'SOURCE_WRONG_COLLECTION', () =>
    saying(JSON.stringify(collection('col_2', 99, ['foreign']))),
  ),
  withEngine({ id: 'F20', name: '304 that was not earned', injectedBy: 'service', isQuick: true }, {}, async (stage) => {
    stage.respondWith((request, response) => {
      if (request.headers['if-none-match'] !== undefined) response.writeHead(304, { etag: '"somebody else"' }).end();
      else serving(() => stage.current())(request, response);
    });
    const wanted = stage.edit(2).join();
    await stage.waitUntil('it is asked without condition', 5000, () => stage.onAir().join() === wanted);
    const asked = stage.requestCount();
    stage.respondWith((_, response) => void response.writeHead(304).end());
    await new Promise((resolve) => setTimeout(resolve, 4000));
    assert('no storm of questions', stage.requestCount() - asked < 14);
    assert('on air stays', stage.onAir().join() === wanted);
  }),
  withEngine(
    { id: 'F21', name: 'ETag absent, weak, unquoted, constant or ever new', injectedBy: 'service', isQuick: true },
    {},
    async (stage, chance) => {
      let count = 0;
      const form = chance.pick(['absent', 'weak', 'unquoted', 'constant', 'new'] as const);
      stage.respondWith((request, response) => {
        count += 1;
        const body = stage.current();
        const date = String(body['lastModifiedDate']);
        const etag = { absent: null, weak: `W/"${date}"`, unquoted: date, constant: '"1"', new: `"${count}"` }[form];
        if (etag !== null) response.setHeader('etag', etag);
        if (etag !== null && request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.end(JSON.stringify(body));
      });
      for (let edits = 0; edits < 2; edits += 1) {
        const wanted = stage.edit(chance.between(1, 4)).join();
        await stage.waitUntil(
          `seen at the latest by the unconditional question (${form})`,
          7000,
          () => stage.onAir().join() === wanted,
        );
      }
      assert('no loop of questions', count < 40);
    },
  ),
  withEngine(
    { id: 'F22', name: 'the same ETag for another body', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const before = stage.current();
      await new Promise((resolve) => setTimeout(resolve, 1200));
      stage.publish({ ...before, liveContents: [post('second-edit')], liveContentCount: 1 });
      await stage.waitUntil('repaired by the unconditional question', 6600, () => stage.onAir().join() === 'second-edit');
    },
  ),
  withEngine(
    {
      id: 'F25',
      name: 'replicas that flap between old and new for longer than going back takes',
      injectedBy: 'service',
    },
    {},
    async (stage, chance) => {
      // Fewer milliseconds in a row than an older version has to be repeated for, in all many more.
      const longestMs = 40_000;
      const { revision, responses: answered } = await alternateReplicas(stage, () => chance.between(500, longestMs));
      await new Promise((resolve) => setTimeout(resolve, 100_000));
      assert('not one visible flip', stage.state().feeds[0]?.onAir.revision === revision);
      assert('the old replica answered again and again', answered.old >= 10);
      assert('and the new one now and then', answered.fresh >= 2);
    },
  ),
  withEngine(
    { id: 'F25p', name: 'replicas that flap between old and new in turn', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const { revision, responses: answered } = await alternateReplicas(stage, () => 0);
      await new Promise((resolve) => setTimeout(resolve, 6000));
      assert('not one visible flip', stage.state().feeds[0]?.onAir.revision === revision);
      assert('both answered', answered.old >= 2 && answered.fresh >= 2);
    },
  ),
  withEngine({ id: 'F26', name: 'the service restored to an older state', injectedBy: 'service' }, {}, async (stage) => {
    const old = stage.current();
    const oldIds = stage.onAir().join();
    const wanted = stage.edit(3).join();
    await stage.waitUntil('the new list is on air', 5000, () => stage.onAir().join() === wanted);
    stage.publish(old);
    const startedMs = performance.now();
    await stage.waitUntil('the older version is ignored and said', 5000, () =>
      stage.problemCodes().includes('SOURCE_OLDER_IGNORED'),
    );
    await stage.waitUntil('followed within 130 s', 130_000, () => stage.onAir().join() === oldIds);
    assert('not before 65 s', performance.now() - startedMs >= 65_000);
    assert('and said', stage.problemCodes().includes('SOURCE_REWOUND'));
  }),
];
