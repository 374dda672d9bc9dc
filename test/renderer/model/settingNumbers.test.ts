import { afterEach, expect, test } from 'vitest';
import { describeFirstFault } from '../../../src/core/describeIssue.ts';
import { loadTranslations } from '../../../src/core/language/loadTranslations.ts';
import { setLanguage } from '../../../src/core/language/say.ts';
import { formatSettingValue } from '../../../src/core/settingValues.ts';
import { overlaySettingsSchema } from '../../../src/engine/settings/overlaySettings.ts';
import { formatSetting, parseSetting } from '../../../src/renderer/model/settingFields.ts';

afterEach(() => setLanguage('en', {}));

const parse = (text: string): unknown => parseSetting({ kind: 'number', isNullable: false }, text);

test('a number is typed and shown with the decimal mark of the language, or typed with a point', async () => {
  setLanguage('es', await loadTranslations('es'));
  expect(['0,8', '0.8', ' 7410 '].map(parse)).toEqual([0.8, 0.8, 7410]);
  expect(['0,8,5', '1.000,5', '1.000', 'x', ''].map(parse)).toEqual(['0,8,5', '1.000,5', '1.000', 'x', '']);
  expect([formatSetting(0.8), formatSetting(7410)]).toEqual(['0,8', '7410']);
  expect(formatSettingValue('overlay.scale', 0.8)).toBe('0,8');
  const fault = overlaySettingsSchema.shape.scale.safeParse(0.1).error;
  expect(fault === undefined ? '' : describeFirstFault(fault)).toBe('debe ser 0,5 o más');
});

test('a comma is no decimal mark in English', () => {
  expect(['0,8', '0.8'].map(parse)).toEqual(['0,8', 0.8]);
  expect(formatSetting(0.8)).toBe('0.8');
});
