/** Replaces `electron` as for an installed app whose window does nothing; load with `node --import`. Its package folder is in INSTALLED_RESOURCES. */
import { registerHooks } from 'node:module';

const fakeElectron = new URL('./fakeInstalledElectron.ts', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: fakeElectron, shortCircuit: true } : next(name, context),
});
