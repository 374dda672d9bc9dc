import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readDeliveryBody } from '../../../src/engine/webhook/readDeliveryBody.ts';

function read(chunks: readonly Buffer[]) {
  const request = Object.assign(new PassThrough(), { headers: {} });
  for (const chunk of chunks) request.write(chunk);
  request.end();
  return readDeliveryBody(request as unknown as IncomingMessage, new AbortController().signal);
}

it('joins the parts of a long body and frees their memory, but not memory that a part shares', async () => {
  const own = [Buffer.alloc(70_000, 'a'), Buffer.alloc(70_000, 'b')];
  const shared = Buffer.alloc(100_000, 'c');
  const body = await read([...own, shared.subarray(0, 50_000)]);
  expect(String(body)).toBe('a'.repeat(70_000) + 'b'.repeat(70_000) + 'c'.repeat(50_000));
  expect(own.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  expect(String(shared)).toBe('c'.repeat(100_000));
});

it('returns a body of one part as it is', async () => {
  expect(String(await read([Buffer.alloc(70_000, 'a')]))).toBe('a'.repeat(70_000));
});
