import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingParts } from '../../../src/renderer/model/settingFields.ts';

const messages = JSON.parse(readFileSync('src/core/language/messages.json', 'utf8')) as Record<string, string>;

test('every sentence that names a part of Settings names a part that the screen has', () => {
  const pointers = Object.keys(messages).flatMap((message) =>
    [...message.matchAll(/Settings, ([A-Z][a-z]+(?: [a-z]+)*)/g)].map(([, named = '']) => ({ message, named })),
  );
  const wrong = pointers.filter(({ named }) => !settingParts.some(({ title }) => named.startsWith(title)));
  expect(pointers.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
