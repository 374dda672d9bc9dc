import { describe, expect, it } from 'vitest';
import { compareInstants, parseInstant } from '../../src/core/instant.ts';
import { compareVersions, isUsableDate, type VersionOrder } from '../../src/core/order.ts';
import { fc } from '../properties.ts';
import { collection } from './build.ts';

describe('an instant', () => {
  const check = (a: string, b: string, wanted: number): void => {
    const [first, second] = [parseInstant(a), parseInstant(b)];
    if (first === null || second === null) throw new Error(`${a} or ${b} can't be read`);
    expect(Math.sign(compareInstants(first, second)), `${a} to ${b}`).toBe(wanted);
    expect(Math.sign(compareInstants(second, first))).toBe(wanted === 0 ? 0 : -wanted);
  };

  it('is compared with its full fraction, zone and calendar', () => {
    check('2026-11-20T18:00:00Z', '2026-11-20T18:00:00.5Z', -1);
    check('2026-11-20T18:00:00.123456Z', '2026-11-20T18:00:00.123999Z', -1);
    check('2026-11-20T18:00:00.10Z', '2026-11-20T18:00:00.1Z', 0);
    check('2026-11-20T18:00:00.9Z', '2026-11-20T18:00:00.11Z', 1);
    check('2026-11-20T18:00:00+02:00', '2026-11-20T16:00:00Z', 0);
    check('2026-11-20T18:00:00-0130', '2026-11-20T19:30:00Z', 0);
    check('2026-11-20t18:00:00z', '2026-11-20T18:00:00+00', 0);
    check('2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z', -1);
    check('0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', -1);
    check('2026-12-31T23:59:60Z', '2027-01-01T00:00:00Z', 0);
  });

  it('is `null` for text that is not a valid date', () => {
    const bad = ['', 'yesterday', '2026-11-20', '2026-11-20T18:00:00', '2026-13-01T00:00:00Z', '2026-02-29T00:00:00Z'];
    const worse = ['2026-11-31T00:00:00Z', '2026-11-20T24:00:00Z', '2026-11-20T18:60:00Z', ' 2026-11-20T18:00:00Z'];
    for (const text of [...bad, ...worse, '2026-11-20T18:00:00+25:00', '2026-11-20T18:00:00+01:75']) {
      expect(parseInstant(text), text).toBeNull();
    }
  });

  it('agrees with Date on every millisecond', () => {
    const date = fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (a, b) => {
        const [first, second] = [parseInstant(a.toISOString()), parseInstant(b.toISOString())];
        if (first === null || second === null) throw new Error('an ISO date could not be read');
        expect(Math.sign(compareInstants(first, second))).toBe(Math.sign(a.getTime() - b.getTime()));
      }),
    );
  });
});

describe('the order of two versions', () => {
  const check = (currentDate: string, arrivingDate: string, isSameBody: boolean, wanted: VersionOrder): void => {
    const current = { ...collection(0, 'ab'), lastModifiedDate: currentDate };
    const arriving = { ...collection(0, isSameBody ? 'ab' : 'abc'), lastModifiedDate: arrivingDate };
    expect(compareVersions(current, arriving), `${currentDate} then ${arrivingDate}`).toBe(wanted);
  };
  const at = '2026-11-20T18:00:00';

  it('follows the dates, and reports when they cannot decide', () => {
    check(`${at}Z`, '2026-11-20T18:00:01Z', false, 'newer');
    check(`${at}Z`, '2026-11-20T18:00:01Z', true, 'newer');
    check('2026-11-20T18:00:01Z', `${at}Z`, false, 'older');
    check(`${at}Z`, `${at}Z`, true, 'same');
    check(`${at}Z`, `${at}Z`, false, 'tie');
    check(`${at}Z`, `${at}.5Z`, false, 'tie');
    check(`${at}.5Z`, `${at}Z`, false, 'tie');
    check(`${at}.5Z`, `${at}Z`, true, 'same');
    check(`${at}.5Z`, `${at}.51Z`, false, 'tie');
    check(`${at}.50Z`, `${at}.51Z`, false, 'newer');
    check(`${at}.123999Z`, `${at}.123456Z`, false, 'older');
    check(`${at}.000Z`, `${at}Z`, false, 'tie');
    check(`${at}+01:00`, `${at}Z`, false, 'newer');
    check('soon', `${at}Z`, false, 'undated');
    check(`${at}Z`, '', true, 'same');
  });

  it('ignores dates more than a day ahead of the service’s clock', () => {
    const serviceNow = Date.parse(`${at}Z`);
    expect(isUsableDate('2026-11-21T18:00:00Z', serviceNow)).toBe(true);
    expect(isUsableDate('2026-11-21T18:00:01Z', serviceNow)).toBe(false);
    expect(isUsableDate('never', serviceNow)).toBe(false);
  });
});
