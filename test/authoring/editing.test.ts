/** Drafts, their problems, and resolving a conflict between two editors. */
import { describe, expect, test } from 'vitest';
import {
  chooseSide,
  chooseSideForAll,
  describeMerge,
  findConflict,
  mergeFields,
} from '../../src/authoring/state/conflict.ts';
import {
  createEmptyFields,
  type Draft,
  type DraftFields,
  fieldsOf,
  findChangedFields,
  findProblem,
  toRequestFields,
} from '../../src/authoring/state/draft.ts';
import type { ContentItem } from '../../src/core/serviceDocument.ts';

const picture = { mediaUrl: 'https://media.example/a.jpg', mediaType: 'image/jpeg' };
const saved: ContentItem = {
  id: 'tom',
  fullName: 'Tom Okafor',
  username: null,
  source: 'FACEBOOK',
  message: 'A show at 7 pm.',
  profileImageUrl: null,
  media: [],
  publishedAt: '2026-11-20T20:33:40.000Z',
  lastModifiedDate: '2026-11-20T20:33:40.000Z',
};
const draftWith = (fields: Partial<DraftFields>): Draft => ({
  base: saved,
  baseVersion: 1,
  list: 'live',
  fields: { ...fieldsOf(saved), ...fields },
});

describe('a draft', () => {
  test('without changes has no changed fields', () => {
    expect(findChangedFields(draftWith({}))).toEqual([]);
  });

  test('lists the changed fields, comparing media by content', () => {
    expect(findChangedFields(draftWith({ message: 'B', media: [picture] }))).toEqual(['message', 'media']);
    expect(findChangedFields({ ...draftWith({}), base: { ...saved, media: [picture] } })).toEqual(['media']);
  });

  test('sends only the named fields, an empty name as null and a local time as an ISO instant', () => {
    const { fields } = draftWith({ fullName: '  ', message: 'B' });
    expect(toRequestFields(fields, ['fullName', 'message'])).toEqual({ fullName: null, message: 'B' });
    expect(toRequestFields(fields, ['publishedAt'])).toEqual({ publishedAt: saved.publishedAt });
  });

  test('of a new post has no changed fields until something is entered', () => {
    const fields = createEmptyFields(Date.UTC(2026, 10, 20));
    expect(findChangedFields({ base: null, baseVersion: null, list: 'staging', fields })).toEqual([]);
    expect(
      findChangedFields({ base: null, baseVersion: null, list: 'staging', fields: { ...fields, message: 'Hi' } }),
    ).toContain('source');
  });

  test.each([
    [{ source: ' ' }, /Source/],
    [{ publishedAt: 'yesterday' }, /2026-11-20 20:42:29/],
    [{ publishedAt: '2026-02-30 10:00:00' }, /Published/],
    [{ message: ' ' }, /text or a picture/],
    [{}, null],
  ])('with %j reports its problem', (fields, problem) => {
    const found = findProblem(draftWith(fields).fields);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });
});

describe('a conflict between two editors', () => {
  test('does not arise when the other editor changed nothing in the post, or made the same change', () => {
    expect(findConflict(draftWith({ message: 'B' }), saved)).toBeNull();
    expect(findConflict(draftWith({ message: 'B' }), { ...saved, message: 'B' })).toBeNull();
  });

  test('lists the fields that one edited and that differ, and preselects the side that changed each', () => {
    const theirs = { ...saved, message: 'A show at 8 pm.', fullName: 'Tom O.' };
    const conflict = findConflict(draftWith({ message: 'A show at 7 pm. Thank you.', media: [picture] }), theirs);
    expect(conflict?.fields).toEqual(['message', 'media']);
    expect(conflict?.onlyTheirs).toEqual(['fullName']);
    expect(conflict?.choices).toEqual({ message: 'theirs', media: 'yours' });
  });

  test('merges the chosen sides with the edited message', () => {
    const theirs = { ...saved, message: 'A show at 8 pm.' };
    const conflict = findConflict(draftWith({ message: 'Mine.', media: [picture] }), theirs);
    if (conflict === null) throw new Error('Expected a conflict.');
    expect(mergeFields(conflict)).toMatchObject({ message: 'A show at 8 pm.', media: [picture] });
    expect(mergeFields(chooseSide(conflict, 'message', 'yours')).message).toBe('Mine.');
    expect(mergeFields(chooseSideForAll(conflict, 'theirs')).media).toEqual([]);
    const edited = { ...conflict, editedMessage: 'A show at 8 pm. Thank you.' };
    expect(mergeFields(edited).message).toBe('A show at 8 pm. Thank you.');
    expect(describeMerge(edited)).toBe('Theirs, edited here. Media: yours.');
    expect(mergeFields(chooseSide(edited, 'message', 'yours')).message).toBe('Mine.');
  });
});
