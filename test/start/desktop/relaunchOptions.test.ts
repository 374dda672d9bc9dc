import { expect, it } from 'vitest';
import { findRelaunchOptions } from '../../../src/start/desktop/relaunchOptions.ts';

it('starts the file of an AppImage again without its mount, and any other program as it is', () => {
  expect(findRelaunchOptions({}, ['--demo'])).toEqual({ args: ['--demo'] });
  const image = { APPIMAGE: '/opt/Greenroom.AppImage' };
  const first = findRelaunchOptions(image, ['--demo']);
  expect(first).toEqual({ execPath: '/opt/Greenroom.AppImage', args: ['--appimage-extract-and-run', '--demo'] });
  expect(findRelaunchOptions(image, first.args)).toEqual(first);
});
