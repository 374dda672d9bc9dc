import { expect, it } from 'vitest';
import { contentTypeOf } from '../../src/http/contentType.ts';

it('names the type of every kind of file that the pages are built of, and none for an unknown extension', () => {
  const names = ['a.html', 'b.js', 'c.mjs', 'd.css', 'e.json', 'f.svg', 'g.png', 'h.webp', 'i.woff2', 'j.woff'];
  expect(names.map(contentTypeOf)).toEqual([
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
    'text/javascript; charset=utf-8',
    'text/css; charset=utf-8',
    'application/json; charset=utf-8',
    'image/svg+xml',
    'image/png',
    'image/webp',
    'font/woff2',
    'font/woff',
  ]);
  expect(['noExtension', 'html', 'a.unknown', 'a.html.', '.env'].map(contentTypeOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
