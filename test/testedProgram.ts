/** The programs that tests start: from the sources, or the build, which starts in less than two thirds of the time. */
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** `npm test` sets it after it has built. */
const isBuilt = process.env['TEST_THE_BUILD'] === '1';

export const headlessProgram: string = resolve(root, isBuilt ? 'out/main/headless.js' : 'src/headless/index.ts');
export const serviceProgram: string = resolve(root, isBuilt ? 'out/main/service.js' : 'src/headless/service.ts');
