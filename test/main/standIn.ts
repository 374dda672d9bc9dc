/** Loaded with `node --import`: puts our stand-in where the built main bundle asks for Electron. */
import { registerHooks } from 'node:module';

const standIn = new URL('./fakeElectron.ts', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context)),
});
