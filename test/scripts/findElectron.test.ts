import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canShowWindow, findElectron } from '../../scripts/findElectron.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const folder = createTemporaryFolder('runtime');

test('finds the runtime that the environment names, or returns null if it does not exist', () => {
  const program = join(folder, 'electron');
  writeFileSync(program, '');
  expect(findElectron({ ELECTRON_EXEC_PATH: program }, 'linux')).toBe(program);
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder }, 'linux')).toBe(program);
  expect(findElectron({ ELECTRON_EXEC_PATH: join(folder, 'gone') }, 'linux')).toBeNull();
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'gone') }, 'linux')).toBeNull();
});

test('counts a display on Linux only if it exists', () => {
  expect(canShowWindow({}, 'linux')).toBe(false);
  expect(canShowWindow({ DISPLAY: ':987654' }, 'linux')).toBe(false);
  expect(canShowWindow({ DISPLAY: 'desk.example:0' }, 'linux')).toBe(true);
  expect(canShowWindow({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(canShowWindow({}, 'win32')).toBe(true);
});
