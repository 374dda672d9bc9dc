/** The service process to kill; a small checkpoint size makes kills hit checkpoints too. */
import { flushCompileCache } from 'node:module';
import { createService, defaultTuning } from '../../src/service/service.ts';

const [dataDir = '', webhookUrl = '', token = ''] = process.argv.slice(2);

const service = createService(
  {
    host: '127.0.0.1',
    port: 0,
    dataDir,
    keys: [{ key: 'demo', organisation: 'demo' }],
    fixtures: 'empty',
    webhooks: [{ url: webhookUrl, secret: 's' }],
    isVaryLiteral: false,
    hasFaultSwitches: false,
    token,
    hasDemoActivity: false,
    demoDir: '',
    pageDir: null,
  },
  { ...defaultTuning, checkpointBytes: 6000 },
  {
    clock: {
      now: Date.now,
      after: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    log: (level, code, fields) => {
      if (level === 'error') console.error(code, JSON.stringify(fields));
    },
  },
);
flushCompileCache();
console.log('opening');
console.log(JSON.stringify(await service.start()));
