/** Creates response bodies that violate the service document, for the faults. */
import type { Fault } from './faultSchemas.ts';

export function toOddBody(body: Buffer, kind: Extract<Fault, { fault: 'oddBody' }>['kind']): Buffer {
  switch (kind) {
    case 'bom':
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]);
    case 'badUtf8':
      return Buffer.from(body.map((byte, index) => (index === Math.floor(body.length / 2) ? 0xff : byte)));
    case 'null':
      return Buffer.from('null');
    case 'array':
      return Buffer.from('[]');
    case 'empty':
      return Buffer.alloc(0);
    case 'notJson':
      return Buffer.from('{"id": ');
    default:
      return kind satisfies never;
  }
}

/** Breaks the first live post or the counts in one way. Leaves the list endpoint’s body unchanged. */
export function toOddItems(
  body: Record<string, unknown>,
  kind: Extract<Fault, { fault: 'oddItems' }>['kind'],
): unknown {
  const live = body['liveContents'];
  if (!Array.isArray(live)) return body;
  const [first, ...others]: Record<string, unknown>[] = live;
  if (kind === 'countMismatch') return { ...body, liveContentCount: live.length + 1 };
  if (first === undefined) return body;
  const withFirst = (item: unknown, ...more: unknown[]) => ({ ...body, liveContents: [item, ...more, ...others] });
  switch (kind) {
    case 'missingField': {
      const { message: _, ...rest } = first;
      return withFirst(rest);
    }
    case 'wrongType':
      return withFirst({ ...first, message: 7, media: 'none' });
    case 'duplicateId':
      return withFirst(first, { ...first, message: 'the second post with this id' });
    case 'unknownEnum':
      return withFirst({ ...first, source: 'CARRIER_PIGEON' });
    case 'extraField':
      return withFirst({ ...first, sentiment: { mood: 'calm' } });
    default:
      return kind satisfies never;
  }
}
