/** Drafts, their faults, and settling between two editors. */
import { describe, expect, test } from 'vitest';
import {
  choose,
  chooseAll,
  findConflict,
  outcomeOf,
  outcomeWords,
} from '../../../../src/service/authoring/page/state/conflict.ts';
import {
  changedFields,
  type Draft,
  type DraftFields,
  emptyFields,
  faultOf,
  fieldsOf,
  sentFields,
} from '../../../../src/service/authoring/page/state/draft.ts';
import type { ContentItem } from '../../../../src/service/document.ts';

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
  list: 'live',
  fields: { ...fieldsOf(saved), ...fields },
});

describe('a draft', () => {
  test('that is as it was saved changes nothing', () => {
    expect(changedFields(draftWith({}))).toEqual([]);
  });

  test('names what differs, media by what is in it', () => {
    expect(changedFields(draftWith({ message: 'B', media: [picture] }))).toEqual(['message', 'media']);
    expect(changedFields({ ...draftWith({}), base: { ...saved, media: [picture] } })).toEqual(['media']);
  });

  test('sends only the fields named, an empty name as none and a local time as an instant', () => {
    const { fields } = draftWith({ fullName: '  ', message: 'B' });
    expect(sentFields(fields, ['fullName', 'message'])).toEqual({ fullName: null, message: 'B' });
    expect(sentFields(fields, ['publishedAt'])).toEqual({ publishedAt: saved.publishedAt });
  });

  test('of a new post is empty until something is written', () => {
    const fields = emptyFields(Date.UTC(2026, 10, 20));
    expect(changedFields({ base: null, list: 'staging', fields })).toEqual([]);
    expect(changedFields({ base: null, list: 'staging', fields: { ...fields, message: 'Hi' } })).toContain('source');
  });

  test.each([
    [{ source: ' ' }, /Source/],
    [{ publishedAt: 'yesterday' }, /2026-11-20 20:42:29/],
    [{ publishedAt: '2026-02-30 10:00:00' }, /Published/],
    [{ message: ' ' }, /words or a picture/],
    [{}, null],
  ])('%j is told of as it is', (fields, fault) => {
    const found = faultOf(draftWith(fields).fields);
    if (fault === null) expect(found).toBeNull();
    else expect(found).toMatch(fault);
  });
});

describe('two editors', () => {
  test('do not clash when the other one changed nothing of the post, or the very same', () => {
    expect(findConflict(draftWith({ message: 'B' }), saved)).toBeNull();
    expect(findConflict(draftWith({ message: 'B' }), { ...saved, message: 'B' })).toBeNull();
  });

  test('are shown the fields that differ; what only one of them changed is chosen for them', () => {
    const theirs = { ...saved, message: 'A show at 8 pm.', fullName: 'Tom O.' };
    const conflict = findConflict(draftWith({ message: 'A show at 7 pm. Thank you.', media: [picture] }), theirs);
    expect(conflict?.fields).toEqual(['fullName', 'message', 'media']);
    expect(conflict?.choices).toEqual({ fullName: 'theirs', message: 'theirs', media: 'yours' });
  });

  test('get what they chose, with the words written in by hand', () => {
    const theirs = { ...saved, message: 'A show at 8 pm.' };
    const conflict = findConflict(draftWith({ message: 'Mine.', media: [picture] }), theirs);
    if (conflict === null) throw new Error('There is a conflict.');
    expect(outcomeOf(conflict)).toMatchObject({ message: 'A show at 8 pm.', media: [picture] });
    expect(outcomeOf(choose(conflict, 'message', 'yours')).message).toBe('Mine.');
    expect(outcomeOf(chooseAll(conflict, 'theirs')).media).toEqual([]);
    const written = { ...conflict, written: 'A show at 8 pm. Thank you.' };
    expect(outcomeOf(written).message).toBe('A show at 8 pm. Thank you.');
    expect(outcomeWords(written)).toBe('Message: theirs, with words written in by hand. Media: yours.');
    expect(outcomeOf(choose(written, 'message', 'yours')).message).toBe('Mine.');
  });
});
