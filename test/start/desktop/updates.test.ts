import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/engine/settings/settings.ts';
import { findVersionToKeep } from '../../../src/start/desktop/previousVersion.ts';
import { toUpdateUrl } from '../../../src/start/desktop/updateAddress.ts';

describe('the address of updates', () => {
  it.each([
    ['/srv/updates', 'linux', 'file:///srv/updates'],
    ['C:\\Updates', 'win32', 'file:///C:/Updates'],
    ['C:/Updates', 'win32', 'file:///C:/Updates'],
    ['\\\\server\\updates', 'win32', 'file://server/updates'],
    ['file:///srv/updates', 'linux', 'file:///srv/updates'],
    ['https://updates.example/greenroom', 'linux', 'https://updates.example/greenroom'],
    ['http://127.0.0.1:8000', 'linux', 'http://127.0.0.1:8000/'],
    ['http://localhost/', 'win32', 'http://localhost/'],
  ] as const)('%s on %s becomes %s', (address, platform, url) => {
    expect(readSettings({ updates: { address } }).faults).toBeNull();
    expect(toUpdateUrl(address, false, platform)).toBe(url);
  });

  it('may be plain http of another machine only if the app checks who made an update', () => {
    expect(toUpdateUrl('http://10.0.0.5/', true, 'win32')).toBe('http://10.0.0.5/');
    for (const address of ['http://10.0.0.5/', 'http://localhost.example/'])
      expect(() => toUpdateUrl(address, false, 'linux')).toThrow('plain http');
  });

  it.each(['updates', '../updates', 'ftp://updates.example/', 'C:Updates'])('may not be %s', (address) => {
    expect(readSettings({ updates: { address } }).faults).toEqual([
      expect.objectContaining({ path: '$.updates.address', message: expect.stringContaining('full path of a folder') }),
    ]);
  });
});

describe('the version that an update replaces', () => {
  const base = { program: '/opt/Greenroom/greenroom', version: '0.1.0', folder: '/data/previous-version' };
  it.each([
    ['linux', { APPIMAGE: '/home/a/G.AppImage' }, base.program, '/home/a/G.AppImage', 'Greenroom-0.1.0.AppImage'],
    [
      'darwin',
      {},
      '/Applications/Greenroom.app/Contents/MacOS/Greenroom',
      '/Applications/Greenroom.app',
      'Greenroom-0.1.0.app',
    ],
    [
      'win32',
      { LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local' },
      'C:\\Greenroom.exe',
      'C:\\Users\\a\\AppData\\Local\\greenroom-updater\\installer.exe',
      'Greenroom-0.1.0-setup.exe',
    ],
  ] as const)('is kept on %s', (platform, environment, program, from, name) => {
    const kept = findVersionToKeep({ ...base, platform, environment, program });
    expect(kept?.from).toBe(from);
    expect(kept?.to.endsWith(name)).toBe(true);
  });

  it('is left to the package manager with a deb package', () => {
    expect(findVersionToKeep({ ...base, platform: 'linux', environment: {} })).toBeNull();
  });
});
