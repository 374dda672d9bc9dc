import { describe, expect, it } from 'vitest';
import { readOptions } from '../../src/start/options.ts';

describe('the headless command line', () => {
  it('leaves everything to the settings without flags', () => {
    expect(readOptions([]).options).toEqual({
      configFile: null,
      dataDir: null,
      isDemo: false,
      isDemoFirst: false,
      feedPort: null,
      controlPort: null,
      webhookPort: null,
      host: null,
      logLevel: 'info',
      isFeedOpen: false,
      logFile: null,
      isTokenPrinted: false,
      isReadyLineJson: false,
      isHelpRequested: false,
    });
  });

  it('reads every flag', () => {
    const args =
      '--config c.json --data-dir d --demo --demo-first --feed-port 0 --control-port 1 --webhook-port 65535 --host ::1 --open-feed --log-level warn --log-file l.log --print-token --ready-json';
    expect(readOptions(args.split(' ')).options).toEqual({
      configFile: 'c.json',
      dataDir: 'd',
      isDemo: true,
      isDemoFirst: true,
      feedPort: 0,
      controlPort: 1,
      webhookPort: 65535,
      host: '::1',
      logLevel: 'warn',
      isFeedOpen: true,
      logFile: 'l.log',
      isTokenPrinted: true,
      isReadyLineJson: true,
      isHelpRequested: false,
    });
  });

  it.each([
    [['--feed-port', 'x'], /--feed-port: "x" is not a port\. Use a number from 0 to 65535\./],
    [['--control-port', '65536'], /--control-port/],
    [['--webhook-port', '-1'], /webhook-port/],
    [['--log-level', 'loud'], /--log-level: "loud" is not valid\. Use debug, info, warn, error or silent\./],
    [['--fed-port', '1'], /^--fed-port: unknown flag\. Did you mean --feed-port\?$/m],
    [['--control-port'], /^--control-port: needs a value\.$/],
    [['--config', '--demo'], /^--config: needs a value\.$/],
    [['--demo=1'], /^--demo: takes no value\. Remove it\.$/],
    [['--foo'], /^--foo: unknown flag\. Valid flags: --config, /],
    [['stray'], /^Unexpected argument without a flag\. Remove it\. `--help` lists the flags\.$/],
  ])('names the fault in %j and the valid values', (args, fault) => {
    const { options, faults } = readOptions(args);
    expect(options).toBeNull();
    expect(faults?.join('\n')).toMatch(fault);
  });

  it('reports every fault', () => {
    expect(readOptions(['--feed-port', 'x', '--log-level', 'y']).faults).toHaveLength(2);
  });
});
