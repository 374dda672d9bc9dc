/** The service's command line. */
import { describe, expect, it } from 'vitest';
import { isHelpAsked, readServiceOptions, serviceUsage } from '../../src/headless/serviceOptions.ts';

const machine = { environment: {}, platform: 'linux', home: '/home/ada' };

function faultsOf(...args: string[]): readonly string[] {
  const read = readServiceOptions(args, machine);
  return 'faults' in read ? read.faults : [];
}

describe('the service’s flags', () => {
  it('give key demo of organisation demo on port 7410 of this machine when there are none', () => {
    expect(readServiceOptions([], machine)).toEqual({
      options: {
        host: '127.0.0.1',
        port: 7410,
        dataDir: '/home/ada/.local/share/greenroom/service',
        keys: [{ key: 'demo', organisation: 'demo' }],
        fixtures: 'empty',
        webhooks: [],
        isVaryLiteral: false,
        hasFaults: false,
        token: null,
        isReadyJson: false,
      },
    });
  });

  it('take each form that is promised', () => {
    const args = '--port 0 --host ::1 --data-dir=/d --api-key a=b=one --api-key c=two --fixtures demo'.split(' ');
    const more = '--webhook http://x/1 --webhook-secret s1 --webhook http://x/2 --webhook-secret s2'.split(' ');
    const read = readServiceOptions([...args, ...more, '--literal-vary', '--faults', '--ready-json'], {
      ...machine,
      environment: { GREENROOM_SERVICE_TOKEN: 'longenough' },
    });
    expect(read).toEqual({
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
        hasFaults: true,
        token: 'longenough',
        isReadyJson: true,
      },
    });
  });

  it('say one line for each fault', () => {
    const faults = faultsOf('--port', '70000', '--fixtures', 'some', '--api-key', 'nokey', '--nonsense', 'stray');
    expect(faults).toHaveLength(5);
    expect(faults.join('\n')).toMatch(/--nonsense[\s\S]*stray[\s\S]*--port[\s\S]*--api-key, number 1[\s\S]*--fixtures/);
  });

  it('are all named where a wrong one is, and in the help', () => {
    const [fault = ''] = faultsOf('--colour=red');
    expect(fault).toMatch(/^--colour: there is no such flag; there are --port, /);
    const named = fault.match(/--[a-z-]+/g)?.slice(1) ?? [];
    expect(named).toHaveLength(11);
    for (const flag of named) expect(serviceUsage).toContain(`  ${flag} `);
  });

  it.each([[['--help']], [['-h']], [['--nonsense', '--help']]])('ask for help by %j', (args) => {
    expect(isHelpAsked(args)).toBe(true);
    expect(isHelpAsked(['--port', '1'])).toBe(false);
  });

  it.each([
    [['--port'], /needs a value/],
    [['--port', '1', '--port', '2'], /given 2 times/],
    [['--faults=yes'], /takes no value/],
    [['--webhook', 'http://x/'], /each needs its own/],
    [['--webhook', 'ftp://x/', '--webhook-secret', 's'], /not an http or https address/],
  ])('refuse %j', (args, said) => {
    expect(faultsOf(...args)).toEqual([expect.stringMatching(said)]);
  });

  it('never say a key in a fault', () => {
    expect(faultsOf('--api-key', 'verysecret').join()).not.toContain('verysecret');
  });
});
