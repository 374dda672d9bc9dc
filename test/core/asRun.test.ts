import { describe, expect, it } from 'vitest';
import { type AirEntry, formatAsRunCsv, formatAsRunJson, formatChapters } from '../../src/core/asRun.ts';

const row: AirEntry = {
  feed: 'main',
  of: 'list',
  itemId: 'p1',
  author: 'Ada',
  message: 'Hello',
  on: '2026-11-20T18:00:00.000Z',
  off: '2026-11-20T18:00:10.500Z',
  seconds: 10.5,
  onCause: 'service',
  onBy: null,
  onVerb: null,
  onAbout: null,
  offCause: 'operator',
  offBy: 'Ines',
  offVerb: 'block',
  offAbout: 'p1',
  revision: 3,
  consumers: 2,
};

describe('an as-run log file', () => {
  it('has the same columns in CSV and JSON', () => {
    expect(formatAsRunCsv([row])).toBe(
      'feed,itemId,author,message,on,off,seconds,onCause,onBy,offCause,offBy,revision,consumers\r\n' +
        'main,p1,Ada,Hello,2026-11-20T18:00:00.000Z,2026-11-20T18:00:10.500Z,10.5,service,,operator,Ines,3,2\r\n',
    );
    const [first] = JSON.parse(formatAsRunJson([row]));
    expect(Object.keys(first).join()).toBe(formatAsRunCsv([]).trim());
    expect(first.onBy).toBeNull();
  });

  it('quotes cells for CSV, and stops viewers’ text from becoming a formula', () => {
    const cell = (message: string): string =>
      formatAsRunCsv([{ ...row, message }])
        .split('\r\n')
        .slice(1, -1)
        .join('\r\n');
    expect(cell('a,b "c"\nd')).toContain(',"a,b ""c""\nd",');
    expect(cell('=HYPERLINK("x")')).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(cell('@ada hi')).toContain(",'@ada hi,");
    expect(cell('')).toContain(',Ada,,2026');
  });

  it('counts chapters from the start, with posts already on air at zero', () => {
    const at = (on: string, off: string | null, message: string): AirEntry => ({ ...row, on, off, message });
    const rows = [
      at('2026-11-20T19:02:05.900Z', null, 'third\nline'),
      at('2026-11-20T17:00:00Z', '2026-11-20T17:59:59Z', 'gone before'),
      at('2026-11-20T17:00:00Z', '2026-11-20T18:10:00Z', 'first'),
      at('2026-11-20T18:10:00Z', '2026-11-20T19:02:05Z', 'x'.repeat(200)),
    ];
    expect(formatChapters(rows, '2026-11-20T18:00:00Z').split('\n')).toEqual([
      '00:00:00 Ada: first',
      `00:10:00 Ada: ${'x'.repeat(74)}…`,
      '01:02:05 Ada: third line',
      '',
    ]);
    expect(formatChapters([{ ...row, author: '', message: ' ' }], row.on)).toBe('00:00:00 p1\n');
  });
});
