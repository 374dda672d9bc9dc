import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import { createEtagCache, etagScope } from '../../../src/engine/source/conditional.ts';
import { collection } from './bench.ts';

function held(second: number): Collection {
  const read = readCollection(collection('col_1', second, ['p1']), 'col_1', null).collection;
  if (read === null) throw new Error('unreadable');
  return read;
}

describe('an ETag', () => {
  const here = etagScope('https://service.example', '', 'a key');
  const version = held(1);

  it('goes back byte for byte to whom it came from, for the very version it came with', () => {
    const etags = createEtagCache();
    etags.store(here, 'col_1', 'W/"a b"', version);
    expect(etags.etagFor(here, 'col_1', version)).toBe('W/"a b"');
    expect(etags.etagFor(here, 'col_2', version)).toBeNull();
    expect(etags.etagFor(here, 'col_1', held(1))).toBeNull();
    expect(etags.etagFor(here, 'col_1', null)).toBeNull();
  });

  it.each([
    ['another origin', etagScope('https://other.example', '', 'a key')],
    ['another path', etagScope('https://service.example', '/stage', 'a key')],
    ['another key', etagScope('https://service.example', '', 'another key')],
    ['what reads alike when joined', etagScope('https://service.examplea', '', ' key')],
  ])('is worth nothing under %s', (_, there) => {
    const etags = createEtagCache();
    etags.store(here, 'col_1', '"1"', version);
    expect(etags.etagFor(there, 'col_1', version)).toBeNull();
    expect(etags.etagFor(here, 'col_1', version)).toBe('"1"');
  });

  it('is named by a scope that does not hold the key', () => {
    expect(here).not.toContain('a key');
  });
});
