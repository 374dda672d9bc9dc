// @vitest-environment happy-dom
/** The language of the service's page: the browser's. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { describeFailureCode } from '../../src/authoring/api/failureSentences.ts';
import { speakBrowserLanguage } from '../../src/authoring/language.ts';
import { formatFileSize } from '../../src/core/formatFileSize.ts';
import { currentLanguage, setLanguage } from '../../src/core/language/say.ts';
import { closePage, openPage } from './openPage.tsx';

afterEach(() => {
  closePage();
  setLanguage('en', {});
  document.documentElement.lang = 'en';
});

test.each([
  [['de-CH', 'fr'], 'de'],
  [['pt-BR', 'fr-CA', 'es'], 'fr'],
  [['pt-BR'], 'en'],
  [[], 'en'],
])('of a browser in %j is %s, also for screen readers', async (browserLanguages, language) => {
  await speakBrowserLanguage(browserLanguages);
  expect([currentLanguage(), document.documentElement.lang]).toEqual([language, language]);
});

test('is that of every part of the page', async () => {
  await speakBrowserLanguage(['es-MX']);
  await openPage();
  expect(screen.getByRole('region', { name: 'Colecciones' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Nueva publicación/ })).toBeTruthy();
});

test('is English if the translations can’t be loaded', async () => {
  await speakBrowserLanguage(['de'], () => Promise.reject(new Error('gone')));
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['en', 'en']);
});

test.each([
  ['en', ['999 bytes', '684 KB', '1.2 MB', '29 MB']],
  ['de', ['999 Byte', '684 kB', '1,2 MB', '29 MB']],
])('is that of sizes in %s', async (language, sizes) => {
  await speakBrowserLanguage([language]);
  expect([999, 684_000, 1_200_000, 29_000_000].map(formatFileSize)).toEqual(
    sizes.map((size) => size.replace(' ', '\u00a0')),
  );
});

test('is that of an error with a code that the page knows; another error has the service’s words', async () => {
  await speakBrowserLanguage(['fr']);
  expect(describeFailureCode('NOTHING_TO_UNDO', 'Nothing to undo.')).toBe('Rien à annuler.');
  expect(describeFailureCode('VALIDATION_ERROR', 'name must not be empty.')).toBe('name must not be empty.');
  expect(describeFailureCode('toString', null)).toBeNull();
});
