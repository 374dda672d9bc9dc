import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import { createEtagCache, createEtagScope } from '../../../src/engine/poll/etagCache.ts';
import { collection } from '../sourceHarness.ts';

function readVersion(second: number): Collection {
  const read = readCollection(collection('col_1', second, ['p1']), 'col_1', null).collection;
  if (read === null) throw new Error('unreadable');
  return read;
}

describe('an ETag', () => {
  const scope = createEtagScope('https://service.example', '', 'a key');
  const version = readVersion(1);

  it('is sent byte for byte, only to the service and for the version it came with', () => {
    const etags = createEtagCache();
    etags.store(scope, 'col_1', 'W/"a b"', version);
    expect(etags.etagFor(scope, 'col_1', version)).toBe('W/"a b"');
    expect(etags.etagFor(scope, 'col_2', version)).toBeNull();
    expect(etags.etagFor(scope, 'col_1', readVersion(1))).toBeNull();
    expect(etags.etagFor(scope, 'col_1', null)).toBeNull();
  });

  it.each([
    ['another origin', createEtagScope('https://other.example', '', 'a key')],
    ['another path', createEtagScope('https://service.example', '/stage', 'a key')],
    ['another key', createEtagScope('https://service.example', '', 'another key')],
    ['parts that join to the same text', createEtagScope('https://service.examplea', '', ' key')],
  ])('is not sent for %s', (_, otherScope) => {
    const etags = createEtagCache();
    etags.store(scope, 'col_1', '"1"', version);
    expect(etags.etagFor(otherScope, 'col_1', version)).toBeNull();
    expect(etags.etagFor(scope, 'col_1', version)).toBe('"1"');
  });

  it('is stored under a scope that does not contain the key', () => {
    expect(scope).not.toContain('a key');
  });
});
