import { describe, expect, it } from 'vitest';
import { type AirEntry, type AsRunFormat, createAsRunFormatter } from '../../src/core/asRun.ts';

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
  confirmedOffAirAt: '2026-11-20T18:00:10.563Z',
  confirmedOffAirBy: 'CasparCG 1, OBS',
};

/** Formats each of `parts` by itself, and joins the texts. */
function formatFile(format: AsRunFormat, parts: readonly (readonly AirEntry[])[], start: string | null = null): string {
  const { begin, formatPart, end } = createAsRunFormatter(format, start);
  return begin + parts.map(formatPart).join('') + end;
}

describe('an as-run log file', () => {
  it('has the same columns in CSV and JSON', () => {
    expect(formatFile('csv', [[row]])).toBe(
      'feed,itemId,author,message,on,off,seconds,onCause,onBy,offCause,offBy,revision,consumers,confirmedOffAirAt,confirmedOffAirBy\r\n' +
        'main,p1,Ada,Hello,2026-11-20T18:00:00.000Z,2026-11-20T18:00:10.500Z,10.5,service,,operator,Ines,3,2,2026-11-20T18:00:10.563Z,"CasparCG 1, OBS"\r\n',
    );
    const [first] = JSON.parse(formatFile('json', [[row]]));
    expect(Object.keys(first).join()).toBe(formatFile('csv', []).trim());
    expect(first.onBy).toBeNull();
  });

  it('quotes cells for CSV, and stops viewers’ text from becoming a formula', () => {
    const cell = (message: string): string =>
      formatFile('csv', [[{ ...row, message }]])
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
      at('2026-11-20T17:00:00Z', '2026-11-20T17:59:59Z', 'gone before'),
      at('2026-11-20T17:00:00Z', '2026-11-20T18:10:00Z', 'first'),
      at('2026-11-20T18:10:00Z', '2026-11-20T19:02:05Z', 'x'.repeat(200)),
      at('2026-11-20T19:02:05.900Z', null, 'third\nline'),
    ];
    expect(formatFile('chapters', [rows], '2026-11-20T18:00:00Z').split('\n')).toEqual([
      '00:00:00 Ada: first',
      `00:10:00 Ada: ${'x'.repeat(74)}…`,
      '01:02:05 Ada: third line',
      '',
    ]);
    expect(formatFile('chapters', [[{ ...row, author: '', message: ' ' }]], row.on)).toBe('00:00:00 p1\n');
  });

  it('is the same in one part and in several', () => {
    const rows = [
      row,
      { ...row, on: '2026-11-20T18:00:05.000Z' },
      { ...row, on: '2026-11-20T18:00:09.000Z', off: null },
    ];
    for (const format of ['csv', 'json', 'chapters'] as const) {
      expect(formatFile(format, [rows.slice(0, 1), [], rows.slice(1)])).toBe(formatFile(format, [rows]));
    }
    expect(JSON.parse(formatFile('json', [[], rows.slice(0, 2), rows.slice(2)]))).toHaveLength(3);
    expect(JSON.parse(formatFile('json', []))).toEqual([]);
    expect(formatFile('chapters', [[], rows]).split('\n')[1]).toBe('00:00:05 Ada: Hello');
  });
});
