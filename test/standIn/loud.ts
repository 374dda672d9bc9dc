/** Makes members that the stand-in lacks throw, so that no test passes on a call that did nothing. */
import { report } from './test.ts';

/** Looked up by Node itself, by `await` or by a check for an optional listener. */
const quietKeys: readonly string[] = ['then', 'toJSON', 'domain', 'inspect', 'nodeType'];

export function makeLoud<Thing extends object>(name: string, thing: Thing): Thing {
  return new Proxy(thing, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && !(key in target) && !key.startsWith('_') && !quietKeys.includes(key)) {
        report('unknownMember', { name: `${name}.${key}` });
        throw new Error(`the stand-in for Electron has no ${name}.${key}`);
      }
      return Reflect.get(target, key, receiver);
    },
  });
}
