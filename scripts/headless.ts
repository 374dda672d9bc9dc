/** `npm run headless`: runs the engine and desk in plain Node. */
import { runBuilt } from './runBuilt.ts';
import { stopWithNpm } from './stopWithNpm.ts';

stopWithNpm();
await runBuilt('headless', process.argv.slice(2));
