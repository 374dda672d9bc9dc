/** Faults of the service's answers. */
import { collection, failing, post, type Respond, saying, serving } from '../../engine/source/bench.ts';
import type { Chance } from '../chance.ts';
import { holdThrough, must, onStage, type Row, type RowKind, says } from '../row.ts';
import { make, type Stage } from '../stage.ts';

/** A service that answers in one wrong way, then well again. */
function wrongly(kind: RowKind, code: string, wrong: (stage: Stage, chance: Chance) => Respond): Row {
  return onStage({ isQuick: true, ...kind }, {}, (stage, chance) =>
    holdThrough(
      stage,
      () => {
        // Another version, so that nothing is answered by an ETag.
        stage.edit(3);
        stage.answer(wrong(stage, chance));
      },
      says(...code.split(' ')),
      () => stage.answer(null),
    ),
  );
}

/** Faults that only a person can end: on air stays, it is said, and a new start looks again at once. */
function untilRestart(kind: RowKind, status: number, code: string): Row {
  return onStage({ isQuick: true, ...kind }, {}, async (stage) => {
    const before = stage.onAir().join();
    stage.edit(2);
    stage.answer(failing(status));
    await stage.until('it is said within ten seconds', 10_000, () => stage.codes().includes(code));
    const asked = stage.requests();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    must('it is not asked about again and again', stage.requests() <= asked + 1);
    must('on air stays', stage.onAir().join() === before);
    stage.answer(null);
    await stage.restart({});
    must('on air stays over the restart', stage.onAir().length > 0);
    const wanted = stage.edit(2).join();
    await stage.until('the new list is on air', 6000, () => stage.onAir().join() === wanted);
  });
}

/** Puts a newer list on air, then has an old replica answer for so many milliseconds each time, and the new one once in between. */
async function flapping(stage: Stage, oldForMs: () => number) {
  const old = stage.current();
  const wanted = stage.edit(3).join();
  const fresh = stage.current();
  await stage.until('the new list is on air', 5000, () => stage.onAir().join() === wanted);
  const revision = stage.state().feeds[0]?.onAir.revision;
  const answered = { old: 0, fresh: 0 };
  let untilMs: number | null = null;
  stage.answer((request, response) => {
    const isOver = untilMs !== null && performance.now() >= untilMs;
    if (isOver) untilMs = null;
    else untilMs ??= performance.now() + oldForMs();
    answered[isOver ? 'fresh' : 'old'] += 1;
    serving(() => (isOver ? fresh : old))(request, response);
  });
  return { revision, answered };
}

const html = '<!doctype html><title>Hotel network</title><form>room</form>';

export const answerRows: readonly Row[] = [
  wrongly(
    { id: 'F11', name: 'a captive portal: a page, or a redirect to one', injectedBy: 'service' },
    'SOURCE_NOT_THE_SERVICE SOURCE_REDIRECTED',
    (_, chance) =>
      chance.pick([
        saying(html, { 'content-type': 'text/html' }),
        (__, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/login' }).end(),
      ]),
  ),
  wrongly(
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
  onStage(
    { id: 'F13', name: '429 with Retry-After: not one question too early', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const before = stage.onAir().join();
      let firstAt: number | null = null;
      stage.answer((request, response) => {
        firstAt ??= performance.now();
        failing(429, { 'retry-after': '3' })(request, response);
      });
      const wanted = stage.edit(2).join();
      await stage.until('it is said', 5000, () => stage.codes().includes('SOURCE_LIMITED'));
      const asked = stage.requests();
      stage.answer(null);
      while (performance.now() - (firstAt ?? 0) < 2900) {
        must('nothing is asked before the time', stage.requests() === asked);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      must('on air stays', stage.onAir().join() === before);
      await stage.until('the new list is on air', 5000, () => stage.onAir().join() === wanted);
    },
  ),
  untilRestart({ id: 'F14', name: '401 in the middle of a show', injectedBy: 'service' }, 401, 'SOURCE_KEY_REFUSED'),
  untilRestart(
    { id: 'F15', name: '404 for the collection on air', injectedBy: 'service' },
    404,
    'SOURCE_COLLECTION_GONE',
  ),
  wrongly(
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
  onStage(
    { id: 'F18', name: 'odd fields, bad posts, wrong counts, twice the same id', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const body = make(50, 0);
      stage.put({
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
      await stage.until('the good and the mended posts are on air', 5000, () => stage.onAir().join() === 'good,odd');
      await stage.until(
        'it is said',
        2000,
        () => stage.codes().includes('SOURCE_ITEM_UNREADABLE') && stage.codes().includes('SOURCE_FIELD_ODD'),
      );
      const paths = stage
        .state()
        .problems.map((problem) => problem.message)
        .join();
      must('with the path', paths.includes('$.liveContents[2].message'));
      // A takedown goes through although a neighbour is bad.
      stage.put({ ...make(51, 0), liveContents: [post('bad', { message: 4 }), post('odd')], liveContentCount: 2 });
      await stage.until('the takedown is obeyed', 5000, () => stage.onAir().join() === 'odd');
    },
  ),
  onStage(
    { id: 'F18b', name: 'an empty list that counts posts, then a true clear', injectedBy: 'service' },
    {},
    async (stage) => {
      const before = stage.onAir().join();
      stage.put({ ...make(60, 0), liveContentCount: 5 });
      await stage.until('it is doubted', 4000, () => stage.codes().includes('SOURCE_EMPTY_DOUBTED'));
      must('on air stays at first', stage.onAir().join() === before);
      stage.put(make(61, 2));
      await stage.until('the next list is on air', 8000, () => stage.onAir().length === 2);
      stage.probe.allowEmpty(true);
      stage.put(make(62, 0));
      await stage.until('a true clear is obeyed', 8000, () => stage.onAir().length === 0);
    },
  ),
  wrongly({ id: 'F19', name: 'the body of another collection', injectedBy: 'service' }, 'SOURCE_WRONG_COLLECTION', () =>
    saying(JSON.stringify(collection('col_2', 99, ['foreign']))),
  ),
  onStage({ id: 'F20', name: '304 that was not earned', injectedBy: 'service', isQuick: true }, {}, async (stage) => {
    stage.answer((request, response) => {
      if (request.headers['if-none-match'] !== undefined) response.writeHead(304, { etag: '"somebody else"' }).end();
      else serving(() => stage.current())(request, response);
    });
    const wanted = stage.edit(2).join();
    await stage.until('it is asked without condition', 5000, () => stage.onAir().join() === wanted);
    const asked = stage.requests();
    stage.answer((_, response) => void response.writeHead(304).end());
    await new Promise((resolve) => setTimeout(resolve, 4000));
    must('no storm of questions', stage.requests() - asked < 14);
    must('on air stays', stage.onAir().join() === wanted);
  }),
  onStage(
    { id: 'F21', name: 'ETag absent, weak, unquoted, constant or ever new', injectedBy: 'service', isQuick: true },
    {},
    async (stage, chance) => {
      let count = 0;
      const form = chance.pick(['absent', 'weak', 'unquoted', 'constant', 'new'] as const);
      stage.answer((request, response) => {
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
        await stage.until(
          `seen at the latest by the unconditional question (${form})`,
          7000,
          () => stage.onAir().join() === wanted,
        );
      }
      must('no loop of questions', count < 40);
    },
  ),
  onStage(
    { id: 'F22', name: 'the same ETag for another body', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const before = stage.current();
      await new Promise((resolve) => setTimeout(resolve, 1200));
      stage.put({ ...before, liveContents: [post('second-edit')], liveContentCount: 1 });
      await stage.until('repaired by the unconditional question', 6600, () => stage.onAir().join() === 'second-edit');
    },
  ),
  onStage(
    {
      id: 'F25',
      name: 'replicas that flap between old and new for longer than going back takes',
      injectedBy: 'service',
    },
    {},
    async (stage, chance) => {
      // Fewer milliseconds in a row than an older version has to be repeated for, in all many more.
      const longestMs = 40_000;
      const { revision, answered } = await flapping(stage, () => chance.between(500, longestMs));
      await new Promise((resolve) => setTimeout(resolve, 100_000));
      must('not one visible flip', stage.state().feeds[0]?.onAir.revision === revision);
      must('the old replica answered again and again', answered.old >= 10);
      must('and the new one now and then', answered.fresh >= 2);
    },
  ),
  onStage(
    { id: 'F25p', name: 'replicas that flap between old and new in turn', injectedBy: 'service', isQuick: true },
    {},
    async (stage) => {
      const { revision, answered } = await flapping(stage, () => 0);
      await new Promise((resolve) => setTimeout(resolve, 6000));
      must('not one visible flip', stage.state().feeds[0]?.onAir.revision === revision);
      must('both answered', answered.old >= 2 && answered.fresh >= 2);
    },
  ),
  onStage({ id: 'F26', name: 'the service restored to an older state', injectedBy: 'service' }, {}, async (stage) => {
    const old = stage.current();
    const oldIds = stage.onAir().join();
    const wanted = stage.edit(3).join();
    await stage.until('the new list is on air', 5000, () => stage.onAir().join() === wanted);
    stage.put(old);
    const startedMs = performance.now();
    await stage.until('the older version is ignored and said', 5000, () =>
      stage.codes().includes('SOURCE_OLDER_IGNORED'),
    );
    await stage.until('followed within 130 s', 130_000, () => stage.onAir().join() === oldIds);
    must('not before 65 s', performance.now() - startedMs >= 65_000);
    must('and said', stage.codes().includes('SOURCE_REWOUND'));
  }),
];
