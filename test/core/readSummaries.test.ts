import { describe, expect, it } from 'vitest';
import { readSummaries } from '../../src/core/readSummaries.ts';
import { fc } from '../properties.ts';

const row = (id: string, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  name: 'Viewer posts',
  contentType: 'SOCIAL_POST',
  stagingContentCount: 8,
  liveContentCount: 7,
  createdDate: '2026-11-20T10:00:00Z',
  lastModifiedDate: '2026-11-20T17:00:00Z',
  url: 'https://attacker.example/steal',
  ...changes,
});

const meta = { page: 1, pageSize: 2, totalItems: 5, totalPages: 3 };

describe('readSummaries', () => {
  it('reads a page and ignores the addresses in it', () => {
    const page = readSummaries({ collections: [row('a'), row('b')], meta }, 1);
    expect(page).toMatchObject({ page: 1, totalPages: 3 });
    expect(page?.rows.map((each) => each.id)).toEqual(['a', 'b']);
    expect(page?.rows[0]).toMatchObject({ stagingCount: 8, liveCount: 7 });
    expect(JSON.stringify(page)).not.toContain('attacker');
  });

  it.each([[null], [[]], [{}], [{ collections: {} }]])('rejects %j', (raw) => {
    expect(readSummaries(raw, 0)).toBeNull();
  });

  it('drops an invalid row and replaces unexpected values', () => {
    const rows = [row('a', { name: 5, liveContentCount: -1 }), null, row(''), row('a'), row('b')];
    const page = readSummaries({ collections: rows }, 0);
    expect(page?.rows.map((each) => [each.id, each.name, each.liveCount])).toEqual([
      ['a', 'a', 0],
      ['b', 'Viewer posts', 7],
    ]);
    expect(page).toMatchObject({ page: 0, totalPages: 1 });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (collections, odd) => {
        readSummaries({ collections: [collections, row('a', { name: odd })], meta: odd }, 0);
        readSummaries(collections, 0);
      }),
      { numRuns: 1000 },
    );
  });
});
