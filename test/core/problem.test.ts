import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import {
  compareProblems,
  describeAgain,
  describeProblem,
  saysAirIsAffected,
  withSince,
} from '../../src/core/problem.ts';
import { catalogue } from '../../src/core/problemCatalogue.ts';
import type { CatalogueEntry } from '../../src/core/problems/entry.ts';
import { emptyShow } from '../../src/core/show.ts';

describe('a problem', () => {
  const failing = (since: string, status: number) =>
    describeProblem('SOURCE_FAILING', 'source', since, { status, detail: '' });

  it('fills in its facts, with a question mark for a missing one', () => {
    expect(failing('t', 502).message).toBe(
      'The service returned 502. On air is not affected: the last good list stays.',
    );
    expect(describeProblem('SOURCE_FAILING', 'source', 't', {}).message).toContain('returned ??.');
  });

  it('is described again with its phrases, also with another beginning, and not once it has ended', () => {
    let what = 'before';
    const problem = describeProblem('SOURCE_MALFORMED', 'source', 't1', { what: () => what });
    what = 'after';
    const again = describeAgain(withSince(problem, 't0'));
    expect([again.message.includes('after'), again.since]).toEqual([true, 't0']);
    const known = { ...emptyShow, problems: [problem] };
    const update = { type: 'problemRaised', problem: again, isOnlyUpdate: true } as const;
    expect(advance(known, update).state.problems).toEqual([{ ...again, since: 't1' }]);
    expect(advance(emptyShow, update).state).toBe(emptyShow);
  });

  it('names settings without code marks, which only the documentation shows, and leaves those of a name', () => {
    const { nextStep } = describeProblem('SOURCE_ADDRESS_MISSING', 'source', 't', {});
    expect(nextStep).toBe('Enter the service’s address in Settings, Source (source.baseUrl).');
    expect(describeProblem('SOURCE_AUTHORITY_UNREADABLE', 'source', 't', { path: '/a`b' }).nextStep).toContain('/a`b');
  });

  it('keeps its first time and its newest message when raised again', () => {
    const first = advance(emptyShow, { type: 'problemRaised', problem: failing('t1', 502) }).state;
    const again = advance(first, { type: 'problemRaised', problem: failing('t2', 502) });
    expect(again.outcome.kind).toBe('nothing');
    const other = advance(first, { type: 'problemRaised', problem: failing('t3', 503) }).state.problems;
    expect(other.map(({ since, message }) => [since, message.slice(0, 25)])).toEqual([
      ['t1', 'The service returned 503.'],
    ]);
    const cleared = advance(first, { type: 'problemCleared', code: 'SOURCE_FAILING', about: 'source' });
    expect(cleared.state.problems).toEqual([]);
    expect(
      advance(cleared.state, { type: 'problemCleared', code: 'SOURCE_FAILING', about: 'source' }).outcome.kind,
    ).toBe('nothing');
  });

  it('is flagged as affecting air where its sentence says so', () => {
    for (const [code, entry] of Object.entries<CatalogueEntry>(catalogue))
      expect(entry.isAirAffected === true, code).toBe(/on air is affected/i.test(entry.message));
  });

  it('counts as affecting air if its sentence says so, not if it only could', () => {
    const says = (code: keyof typeof catalogue): boolean => saysAirIsAffected(describeProblem(code, 'a', 't', {}));
    for (const code of ['DISK_WRITE_FAILED', 'FEED_LIST_LOST', 'FEED_PORT_TAKEN', 'FEED_CONSUMER_BEHIND'] as const)
      expect(says(code), code).toBe(true);
    for (const code of ['FEED_REBUILT', 'SOURCE_OFFLINE', 'FEED_RESTORED'] as const)
      expect(says(code), code).toBe(false);
  });

  it('sorts worst first, then oldest', () => {
    const notice = describeProblem('FEED_RESTORED', 'feed:main', 't0', {});
    const onAir = describeProblem('FEED_CONSUMER_BEHIND', 'c1', 't9', {});
    expect(
      [notice, failing('t2', 1), failing('t1', 1), onAir].toSorted(compareProblems).map(({ since }) => since),
    ).toEqual([...['t9', 't1', 't2', 't0']]);
  });

  it('sorts a list that the service has not confirmed before its causes, which began earlier', () => {
    const unread = describeProblem('SOURCE_LIST_UNREAD', 'collection:a', 't9', {});
    const causes = (['SOURCE_OFFLINE', 'SOURCE_KEY_REFUSED'] as const).map((code) =>
      describeProblem(code, 'source', 't1', {}),
    );
    expect([...causes, unread].toSorted(compareProblems)[0]).toBe(unread);
  });

  it('says of a restart how each feed started, not how it is, because on air moves on while it is shown', () => {
    const facts = { feed: 'main', gate: 'held', revision: 7 };
    for (const code of ['FEED_RESTORED', 'FEED_REBUILT', 'FEED_GUARDS_LOST', 'FEED_UNSAVED'] as const) {
      const { message } = describeProblem(code, 'feed:main', 't0', facts);
      expect(message, code).toMatch(/\bstarted (unchanged on main: revision 7, held|held at revision 7\b)/);
      expect(message, code).not.toMatch(/\bis (unchanged|held)\b/);
    }
  });

  it('does not say that a post is on air because its picture is missing', () => {
    for (const code of ['MEDIA_UNREACHABLE', 'MEDIA_REFUSED', 'MEDIA_NOT_ALLOWED'] as const) {
      const { message } = describeProblem(code, 'p1', 't0', { what: 'the file is empty' });
      expect(message, code).toMatch(/\. If the post is on air, it appears there without it\.$/);
    }
  });

  it('has a message and a next step for every code', () => {
    for (const [code, { message, nextStep }] of Object.entries(catalogue)) {
      // A fact named `air` is a whole sentence, and `enter` is the beginning of a sentence.
      expect(message, code).toMatch(/^[A-Z{].*(?:[.?]|[.}] \{air\})$/s);
      expect(nextStep, code).toMatch(/^(?:[A-Z]|\{enter\}\. ).*\.$/s);
    }
  });
});

it('does not affect air if this desk does not know its code', () => {
  const problem = describeProblem('FEED_PORT_TAKEN', 'feed', '2026-11-20T18:00:00Z', { port: 1 });
  expect(saysAirIsAffected(problem)).toBe(true);
  expect(saysAirIsAffected({ ...problem, code: 'OF_A_LATER_VERSION' as typeof problem.code })).toBe(false);
});
