/** Replaces `electron` with the fake module; load with `node --import`. */
import { registerHooks } from 'node:module';

const fakeElectron = new URL('./fakeElectron.ts', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: fakeElectron, shortCircuit: true } : next(name, context),
});
