/** The part of the Windows installer that is Greenroom’s own: its syntax, and what it does during an update. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const script = resolve('packaging/windows/installer.nsh');
const text = readFileSync(script, 'utf8');
const hasCompiler = spawnSync('makensis', ['-VERSION']).status === 0;
const reason = hasCompiler ? '' : ' (not available on this machine: makensis)';

describe('the include script of the Windows installer', () => {
  it.skipIf(!hasCompiler)(`compiles without a warning, and a typing error does not${reason}`, () => {
    const compile = (include: string) => {
      const folder = createTemporaryFolder('nsis');
      writeFileSync(join(folder, 'installer.nsh'), include);
      // electron-builder defines these before it inserts the macros.
      const lines = [
        'Unicode true',
        `OutFile "${join(folder, 'trial-installer.exe')}"`,
        'InstallDir $TEMP',
        '!include LogicLib.nsh',
        '!include installer.nsh',
        '!define APP_EXECUTABLE_FILENAME Greenroom.exe',
        '!define APP_PACKAGE_NAME greenroom',
        `!define isUpdated '$0 == "updated"'`,
        'Var installMode',
        'Section',
        '!insertmacro customInstall',
        'WriteUninstaller "$INSTDIR\\uninstall.exe"',
        'SectionEnd',
        'Section un.install',
        'StrCpy $installMode "all"',
        '!insertmacro customUnInstall',
        'SectionEnd',
      ];
      writeFileSync(join(folder, 'setup.nsi'), lines.join('\n'));
      return spawnSync('makensis', ['-WX', '-V2', join(folder, 'setup.nsi')], { encoding: 'utf8', cwd: folder });
    };
    const { status, stdout, stderr } = compile(text);
    expect([status, stdout, stderr]).toEqual([0, '', '']);
    expect(compile(text.replace('ExecShellWait', 'ExecShelWait')).status).not.toBe(0);
  });

  it('does nothing in an update, and nothing to the data or the firewall without a Yes', () => {
    const macros = text.split(/^!macro /m).slice(1);
    expect(macros).toHaveLength(2);
    for (const macro of macros) {
      const [, first = '', second = ''] = macro.split('\n');
      expect(`${first.trim()} ${second.trim()}`).toMatch(/^\$\{ifNot\} \$\{isUpdated\} /);
    }
    const questions = [...text.matchAll(/^ *MessageBox (.*)$/gm)].map(([, question = '']) => question);
    expect(questions).toHaveLength(2);
    for (const question of questions) expect(question).toMatch(/MB_DEFBUTTON2 .* \/SD IDNO IDNO \w+$/);
  });

  it('does not offer a second rule when a newer version is installed manually', () => {
    expect(text).toMatch(/ReadRegStr \$R0 .* "FirewallRule"\n *StrCmp \$R0 "1" noFirewallRule\n *MessageBox/);
  });

  it('allows the program through the firewall, never a public network', () => {
    expect(text).toMatch(
      /firewall add rule .* profile=private,domain program="\$INSTDIR\\\$\{APP_EXECUTABLE_FILENAME\}"/,
    );
    expect(text).not.toContain('profile=any');
  });
});
