/** The messages for an invalid body: each wrong field once, with its requirement. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { itemEdit, listOrder, newCollection, newItem, newWebhook } from '../../src/service/authoring/bodies.ts';
import { faultsSetting } from '../../src/service/faults/faultSchemas.ts';
import type { HttpError } from '../../src/service/http/httpError.ts';
import { validate } from '../../src/service/http/validate.ts';

type Field = { readonly field: string; readonly message: string };

function refusalOf(schema: z.ZodType, value: unknown): HttpError {
  const read = validate(schema, value);
  if ('error' in read) return read.error;
  throw new Error('the body was accepted');
}

const fieldsOf = (refusal: HttpError) => (refusal.details?.['fields'] ?? []) as readonly Field[];
const sentences = (schema: z.ZodType, value: unknown): readonly string[] =>
  fieldsOf(refusalOf(schema, value)).map(({ field, message }) => `${field} ${message}`);

const required = { source: 's', message: 'm' };

describe('a refused body', () => {
  it.each<[z.ZodType, unknown, readonly string[]]>([
    [
      newItem,
      {},
      [
        'source is missing; it must be a string of 1 to 100 characters',
        'message is missing; it must be a string of at most 20000 characters',
      ],
    ],
    [newItem, { ...required, source: '' }, ['source must be a string of 1 to 100 characters']],
    [newItem, { ...required, list: 'air' }, ['list must be staging or live']],
    [newItem, { ...required, index: 1.5 }, ['index must be a whole number from 0 to 100000, or null']],
    [newItem, { ...required, fullName: 3 }, ['fullName must be a string of at most 500 characters, or null']],
    [newItem, { ...required, colour: 1 }, ['colour unknown field']],
    [
      newItem,
      { ...required, media: [{ mediaUrl: 'x', mediaType: 'y' }] },
      [
        'media.0.mediaUrl must be an http or https address of at most 2048 characters',
        'media.0.mediaType must be a MIME type, like image/jpeg',
      ],
    ],
    [newItem, [], ['body must be an object']],
    [newItem, null, ['body must be an object']],
    [
      itemEdit,
      { publishedAt: 'noon' },
      ['publishedAt must be an ISO 8601 date and time with a time zone, like 2026-05-01T18:00:00Z'],
    ],
    [listOrder, { list: 'live', itemIds: 'a' }, ['itemIds must be a list']],
    [
      newWebhook,
      { name: 'n', url: 'http://x/', signing: 'q' },
      ['signing must be body, timestamp.body or a template that contains {body}'],
    ],
    [
      faultsSetting,
      { faults: [{ fault: 'latency', ms: -1 }] },
      ['faults.0.ms must be a whole number from 0 to 120000'],
    ],
    [faultsSetting, { faults: [{ fault: 'html', share: 0 }] }, ['faults.0.share must be more than 0']],
    [faultsSetting, { faults: [{ fault: 'html', share: 2 }] }, ['faults.0.share must be 1 or less']],
  ])('%# names each wrong field once with its requirement', (schema, value, messages) => {
    expect(sentences(schema, value)).toEqual(messages);
  });

  it('lists the valid faults', () => {
    const [message = ''] = sentences(faultsSetting, { faults: [{ fault: 'rain' }] });
    expect(message).toMatch(/^faults\.0\.fault must be "unavailable", "badGateway", .* or "oddItems"$/);
  });

  it('names the first fields in its message and counts the rest', () => {
    const { message } = refusalOf(newItem, { source: 1, message: 1, list: 1, index: 'x' });
    expect(message).toMatch(/^The request is not valid\. list: must .*; 1 more in details\.fields\.$/);
    expect(refusalOf(newCollection, { name: '' }).message).toBe(
      'The request is not valid. name: must be a string of 1 to 200 characters.',
    );
  });
});
