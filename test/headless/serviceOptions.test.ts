/** The service’s command line: defaults, every flag and every fault. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isHelpRequested, readServiceOptions, serviceUsage } from '../../src/headless/serviceOptions.ts';

const machine = { environment: {}, platform: 'linux', home: '/home/ada' };

function faultsOf(...args: string[]): readonly string[] {
  const result = readServiceOptions(args, machine);
  return 'faults' in result ? result.faults : [];
}

describe('the service’s flags', () => {
  it('default to API key demo, organisation demo and port 7410 on loopback', () => {
    expect(readServiceOptions([], machine)).toEqual({
      options: {
        host: '127.0.0.1',
        port: 7410,
        dataDir: join(machine.home, '.local', 'share', 'greenroom', 'service'),
        keys: [{ key: 'demo', organisation: 'demo' }],
        fixtures: 'empty',
        webhooks: [],
        isVaryLiteral: false,
        hasFaultSwitches: false,
        token: null,
        isReadyLineJson: false,
      },
    });
  });

  it('accept every documented form', () => {
    const args = '--port 0 --host ::1 --data-dir=/d --api-key a=b=one --api-key c=two --fixtures demo'.split(' ');
    const more = '--webhook http://x/1 --webhook-secret s1 --webhook http://x/2 --webhook-secret s2'.split(' ');
    const result = readServiceOptions([...args, ...more, '--literal-vary', '--faults', '--ready-json'], {
      ...machine,
      environment: { GREENROOM_SERVICE_TOKEN: 'longenough' },
    });
    expect(result).toEqual({
      options: {
        host: '::1',
        port: 0,
        dataDir: '/d',
        keys: [
          { key: 'a=b', organisation: 'one' },
          { key: 'c', organisation: 'two' },
        ],
        fixtures: 'demo',
        webhooks: [
          { url: 'http://x/1', secret: 's1' },
          { url: 'http://x/2', secret: 's2' },
        ],
        isVaryLiteral: true,
        hasFaultSwitches: true,
        token: 'longenough',
        isReadyLineJson: true,
      },
    });
  });

  it('report one line for each fault', () => {
    const faults = faultsOf('--port', '70000', '--fixtures', 'some', '--api-key', 'nokey', '--nonsense', 'stray');
    expect(faults).toHaveLength(5);
    expect(faults.join('\n')).toMatch(
      /--nonsense[\s\S]*Unexpected argument[\s\S]*--port[\s\S]*--api-key \(1 of 1\)[\s\S]*--fixtures/,
    );
  });

  it('are listed with an unknown flag and in the help', () => {
    const [fault = ''] = faultsOf('--colour=red');
    expect(fault).toMatch(/^--colour: unknown flag\. Valid flags: --port, /);
    const named = fault.match(/--[a-z-]+/g)?.slice(1) ?? [];
    expect(named).toHaveLength(11);
    for (const flag of named) expect(serviceUsage).toContain(`  ${flag} `);
  });

  it.each([[['--help']], [['-h']], [['--nonsense', '--help']]])('request help with %j', (args) => {
    expect(isHelpRequested(args)).toBe(true);
    expect(isHelpRequested(['--port', '1'])).toBe(false);
  });

  it.each([
    [['--port'], /needs a value/],
    [['--port', '1', '--port', '2'], /given 2 times/],
    [['--faults=yes'], /takes no value/],
    [['--webhook', 'http://x/'], /Give one secret for each webhook/],
    [['--webhook', 'ftp://x/', '--webhook-secret', 's'], /not an http or https address/],
  ])('report the fault in %j', (args, message) => {
    expect(faultsOf(...args)).toEqual([expect.stringMatching(message)]);
  });

  it('never reveal an API key in a fault', () => {
    expect(faultsOf('--api-key', 'verysecret').join()).not.toContain('verysecret');
  });
});
