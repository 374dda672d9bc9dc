import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../src/start/options.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const folder = 'packaging/headless';
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const reason = hasSystemd ? '' : ' (not available on this machine: systemd-analyze)';

describe.skipIf(!hasSystemd)(`the systemd unit${reason}`, () => {
  /** Writes the unit with a Node and a program that exist here. */
  const writeUnit = (change: (unit: string) => string = (unit) => unit): string => {
    const at = createTemporaryFolder('unit');
    const program = join(at, 'greenroom.js');
    writeFileSync(program, '');
    const unit = read('greenroom.service');
    const local = unit
      .replace('/usr/bin/node', process.execPath)
      .replace('/opt/greenroom-headless/greenroom.js', program);
    expect(local).not.toBe(unit);
    const file = join(at, 'greenroom.service');
    writeFileSync(file, change(local));
    return file;
  };
  const analyse = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('is valid', () => {
    const { status, output } = analyse('verify', '--recursive-errors=no', writeUnit());
    // It can also report units of this machine.
    const aboutIt = output.split('\n').filter((line) => line.includes('greenroom'));
    expect([status, aboutIt]).toEqual([0, []]);
  });

  it('is refused with an unknown directive, so that this check can fail', () => {
    const file = writeUnit((unit) => unit.replace('ProtectHome=', 'ProtectHomes='));
    expect(analyse('verify', '--recursive-errors=no', file).output).toContain('ProtectHomes');
  });

  it('has an exposure of at most 2 of 10', () => {
    const check = (file: string) => analyse('security', '--offline=yes', '--threshold=20', '--no-pager', file);
    expect(check(writeUnit()).status, check(writeUnit()).output).toBe(0);
    expect(check(writeUnit((unit) => unit.replace(/^(Private|Protect|Restrict).*\n/gm, ''))).status).toBe(1);
  });
});

describe('the ways to run it as a service', () => {
  it('give only flags that headless has', () => {
    const plist = read('com.greenroom.headless.plist');
    const list = /<key>ProgramArguments<\/key>\s*<array>(.*?)<\/array>/s.exec(plist)?.[1] ?? '';
    const programArguments = [...list.matchAll(/<string>([^<]*)<\/string>/g)].map(([, text = '']) => text);
    const commands = [
      read('greenroom.service')
        .match(/^ExecStart=(.*)$/m)?.[1]
        ?.split(' ') ?? [],
      programArguments,
      JSON.parse(read('Dockerfile').match(/^ENTRYPOINT (.*)$/m)?.[1] ?? '[]'),
      (readFileSync('docs/run-as-a-service.md', 'utf8').match(/\$run = '(.*)'/)?.[1] ?? '').split(' '),
    ];
    for (const command of commands) {
      const program = command.findIndex((text: string) => text.endsWith('greenroom.js'));
      expect(program).toBeGreaterThan(-1);
      expect(readOptions(command.slice(program + 1)).faults).toBeNull();
      for (const flag of command.slice(1, program)) execFileSync(process.execPath, [flag, '--version']);
    }
  });
});

it('the recipe for macOS keeps messages from before there is a log, and both start Greenroom again after a crash', () => {
  const plist = read('com.greenroom.headless.plist');
  expect(plist).toMatch(/<key>StandardErrorPath<\/key>\s*<string>\/usr\/local\/var\/greenroom\//);
  expect(plist).toMatch(/<key>KeepAlive<\/key>\s*<dict>\s*<key>SuccessfulExit<\/key>\s*<false\/>/);
  const page = readFileSync('docs/run-as-a-service.md', 'utf8');
  // Windows restarts only what it could not start, so the task begins each minute.
  expect(page).toMatch(/-MultipleInstances IgnoreNew/);
  expect(page).toMatch(
    /-AtStartup\), \(New-ScheduledTaskTrigger -Once .* -RepetitionInterval \(New-TimeSpan -Minutes 1\)/,
  );
  // macOS refuses other numbers for such accounts.
  const user = Number(/-UID (\d+) -roleAccount/.exec(page)?.[1]);
  expect(user >= 200 && user <= 400).toBe(true);
});

describe('the program of the archive', () => {
  /** Runs it over an engine that only ends, in a Node that names another version as its own. */
  const runProgram = (version: string, engineCode: number, environment: Readonly<Record<string, string>>) => {
    const at = createTemporaryFolder('program');
    const engine = join(at, 'out', 'main', 'headless.js');
    mkdirSync(join(engine, '..'), { recursive: true });
    writeFileSync(engine, `process.exit(${engineCode});`);
    writeFileSync(join(at, 'package.json'), '{ "type": "module" }');
    copyFileSync(join(folder, 'greenroom.js'), join(at, 'greenroom.js'));
    const preload = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`;
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
    const { status, stderr } = spawnSync(process.execPath, [...flags, join(at, 'greenroom.js')], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    return { status, stderr };
  };

  it('says which Node it needs and ends with 2 in an older one', () => {
    for (const version of ['18.20.8', '22.17.1']) {
      const { status, stderr } = runProgram(version, 0, {});
      expect(stderr).toMatch(new RegExp(`^Greenroom needs Node 22\\.18 or later, and this is Node ${version}\\..*\n$`));
      expect(status).toBe(2);
    }
  });

  it('starts the engine in every newer one, and ends with its code', () => {
    for (const version of ['22.18.0', '23.0.0', '24.19.2'])
      expect(runProgram(version, 3, {})).toEqual({ status: 3, stderr: '' });
  });

  it('needs the version that package.json names', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8')).engines.node).toBe('>=22.18.0');
  });

  it('ends with 0 under launchd when a person must act, and with the code of any other failure', () => {
    expect(read('com.greenroom.headless.plist')).toMatch(/<key>GREENROOM_STAYS_STOPPED<\/key>\s*<string>1<\/string>/);
    const launchd = { GREENROOM_STAYS_STOPPED: '1' };
    expect([2, 3, 1].map((code) => runProgram('24.0.0', code, launchd).status)).toEqual([0, 0, 1]);
    expect(runProgram('18.20.8', 0, launchd).status).toBe(0);
  });
});
