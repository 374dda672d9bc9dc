/** The built files of overlays and kit have nothing that Chrome 71, the browser of CasparCG 2.3, does not have. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findLaterScript, findLaterStyle } from './beyondChrome71.ts';

const read = (pattern: string) => globSync(pattern).map((file) => [file, readFileSync(file, 'utf8')] as const);
const inlineScript = /<script>(.*?)<\/script>/gs;

test('scripts', () => {
  const scripts = [...read('out/overlay/assets/*.js'), ...read('out/kit/*.js')];
  expect(scripts.length).toBeGreaterThan(4);
  expect(scripts.flatMap(([file, script]) => findLaterScript(script).map((fault) => `${file}: ${fault}`))).toEqual([]);
});

test('styles', () => {
  const styles = read('out/overlay/assets/*.css');
  expect(styles.length).toBeGreaterThan(2);
  expect(styles.flatMap(([file, style]) => findLaterStyle(style).map((fault) => `${file}: ${fault}`))).toEqual([]);
});

test('scripts inside pages and examples', () => {
  const pages = [...read('out/overlay/*.html'), ...read('docs/examples/*.html')];
  const faults = pages.flatMap(([file, html]) =>
    Array.from(html.matchAll(inlineScript)).flatMap(([, script = '']) =>
      findLaterScript(script).map((fault) => `${file}: ${fault}`),
    ),
  );
  expect(faults).toEqual([]);
});

test('a later feature is found', () => {
  const script = (text: string) => findLaterScript(text).length;
  for (const later of [
    'a?.b',
    'a ?? b',
    'a ??= b',
    'class A { b = 1 }',
    '1_000',
    'a.replaceAll("b", "c")',
    'structuredClone(a)',
  ])
    expect(script(later), later).toBe(1);
  for (const known of ['a.b', 'try {} catch {}', 'import("a")', '({ ...a })', 'a.flat()', 'async () => {}'])
    expect(script(known), known).toBe(0);
  for (const later of ['a{inset:0}', 'a{display:flex;gap:1px}', 'a:is(b){}', 'a{width:min(1px,2px)}'])
    expect(findLaterStyle(later).length, later).toBe(1);
  expect(findLaterStyle('a{display:grid;grid-gap:1px;content:"inset:"}')).toEqual([]);
});
