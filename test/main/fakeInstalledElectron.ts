/** The fake `electron` of an installed app: it says that it is packaged, and its window loads nothing. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { app as fakeApp } from './fakeElectron.ts';

// biome-ignore lint/performance/noBarrelFile: a module of its own replaces the package.
export * from './fakeElectron.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
export const app = Object.assign(fakeApp, {
  isPackaged: true,
  getVersion: () => version,
  getName: () => 'Greenroom',
});

/** Every method exists and does nothing. */
function createSilent(): EventEmitter {
  return new Proxy(new EventEmitter(), {
    get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
  });
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: EventEmitter = createSilent();
  constructor() {
    super();
    // biome-ignore lint/correctness/noConstructorReturn: the methods that the shell calls are not listed here.
    return new Proxy(this, {
      get: (target, name) => Reflect.get(target, name) ?? (() => Promise.resolve()),
    });
  }
}
