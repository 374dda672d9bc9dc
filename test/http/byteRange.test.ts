import { describe, expect, it } from 'vitest';
import { type ByteRange, readByteRange } from '../../src/http/byteRange.ts';

describe('a Range header', () => {
  const check = (header: string | undefined, expected: ByteRange | 'beyond' | null): void => {
    it(`${header} of a 10-byte file selects ${JSON.stringify(expected)}`, () =>
      expect(readByteRange(header, 10)).toEqual(expected));
  };
  check(undefined, null);
  check('bytes=0-', { first: 0, last: 9 });
  check('bytes=0-0', { first: 0, last: 0 });
  check('bytes=2-4', { first: 2, last: 4 });
  check('bytes=5-99', { first: 5, last: 9 });
  check('bytes=-3', { first: 7, last: 9 });
  check('bytes=-99', { first: 0, last: 9 });
  check('bytes=-0', 'beyond');
  check('bytes=10-', 'beyond');
  check('bytes=99-100', 'beyond');
  check('bytes=4-2', null);
  check('bytes=0-1,3-4', null);
  check('bytes=-', null);
  check('bytes=a-b', null);
  check('items=0-1', null);
  check('bytes=1e3-', null);
});
