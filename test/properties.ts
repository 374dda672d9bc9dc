/** Properties checked with random values, from the seed of the run. */
import fc from 'fast-check';
import { seed } from './seed.ts';

fc.configureGlobal({ seed });

export { fc };
