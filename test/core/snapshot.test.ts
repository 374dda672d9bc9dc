import { describe, expect, it } from 'vitest';
import { type Mark, type Snapshot, updateSnapshot } from '../../src/core/snapshot.ts';
import { collection } from './build.ts';

/** Marks after the versions, one per second, each written as `live staging`. */
function marksAfter(...versions: string[]): Record<string, string> {
  let snapshot: Snapshot | null = null;
  versions.forEach((version, second) => {
    const [live = '', staging = ''] = version.split(' ');
    snapshot = updateSnapshot(snapshot, collection(second, live, staging), {
      from: 'poll',
      service: null,
      at: `t${second}`,
    });
  });
  const marks = (snapshot as Snapshot | null)?.marks ?? new Map<string, Mark>();
  return Object.fromEntries(
    [...marks].map(([id, mark]) => [
      id,
      [
        mark.arrivedAt && `new ${mark.arrivedAt}`,
        mark.editedAt && `edited ${mark.editedAt}`,
        mark.wentLiveAt && `live ${mark.wentLiveAt} from ${mark.leftIndex}`,
      ]
        .filter((part) => part !== null)
        .join(', '),
    ]),
  );
}

describe('the marks of a collection', () => {
  it('are absent from the first version', () => {
    expect(marksAfter('ab cd')).toEqual({});
  });

  it('show which posts arrived, were edited or went live, and when', () => {
    expect(marksAfter('ab cd', 'ab cde')).toEqual({ e: 'new t1' });
    expect(marksAfter('ab cd', 'abx cd')).toEqual({ x: 'new t1' });
    expect(marksAfter('ab cd', 'aB Cd')).toEqual({ b: 'edited t1', c: 'edited t1' });
    expect(marksAfter('ab cd', 'abd c')).toEqual({ d: 'live t1 from 1' });
  });

  it('stay as long as the post does', () => {
    expect(marksAfter('a b', 'a bc', 'a bc', 'a bC')).toEqual({ c: 'new t1, edited t3' });
    expect(marksAfter('a b', 'a bc', 'a b')).toEqual({});
    expect(marksAfter('a b', 'a bc', 'ac b')).toEqual({ c: 'new t1, live t2 from 1' });
  });

  it('keep the time of arrival when a post goes live and back', () => {
    expect(marksAfter('a b', 'a bc', 'ac b', 'a bc')).toEqual({ c: 'new t1' });
  });

  it('are cleared when a post moves back to staging', () => {
    expect(marksAfter('a b', 'ab ', 'a b')).toEqual({ b: '' });
  });
});
