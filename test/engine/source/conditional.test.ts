import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/core/collection.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import { createValidators, scopeOf } from '../../../src/engine/source/conditional.ts';
import { collection } from './bench.ts';

function held(second: number): Collection {
  const read = readCollection(collection('col_1', second, ['p1']), 'col_1', null).collection;
  if (read === null) throw new Error('unreadable');
  return read;
}

describe('an ETag', () => {
  const here = scopeOf('https://service.example', '', 'a key');
  const version = held(1);

  it('goes back byte for byte to whom it came from, for the very version it came with', () => {
    const validators = createValidators();
    validators.keep(here, 'col_1', 'W/"a b"', version);
    expect(validators.etagFor(here, 'col_1', version)).toBe('W/"a b"');
    expect(validators.etagFor(here, 'col_2', version)).toBeNull();
    expect(validators.etagFor(here, 'col_1', held(1))).toBeNull();
    expect(validators.etagFor(here, 'col_1', null)).toBeNull();
  });

  it.each([
    ['another origin', scopeOf('https://other.example', '', 'a key')],
    ['another path', scopeOf('https://service.example', '/stage', 'a key')],
    ['another key', scopeOf('https://service.example', '', 'another key')],
    ['what reads alike when joined', scopeOf('https://service.examplea', '', ' key')],
  ])('is worth nothing under %s', (_, there) => {
    const validators = createValidators();
    validators.keep(here, 'col_1', '"1"', version);
    expect(validators.etagFor(there, 'col_1', version)).toBeNull();
    expect(validators.etagFor(here, 'col_1', version)).toBe('"1"');
  });

  it('is named by a scope that does not hold the key', () => {
    expect(here).not.toContain('a key');
  });
});
