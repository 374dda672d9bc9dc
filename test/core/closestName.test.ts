import { describe, expect, it } from 'vitest';
import { findClosestName } from '../../src/core/closestName.ts';

const names = ['host', 'port', 'readToken', 'allowedOrigins', 'intervalSeconds'];

describe('the closest name', () => {
  it.each([
    ['hsot', 'host'],
    ['prt', 'port'],
    ['readtoken', 'readToken'],
    ['readTokne', 'readToken'],
    ['allowdOrigin', 'allowedOrigins'],
    ['intervalSecond', 'intervalSeconds'],
    ['apiKey', null],
    ['x', null],
    ['', null],
  ])('of %j is %j', (typed, closest) => {
    expect(findClosestName(typed, names)).toBe(closest);
  });
});
