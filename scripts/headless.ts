/** `npm run headless`: runs the engine and desk in plain Node. */
import { runBuilt } from './runBuilt.ts';

await runBuilt('headless', process.argv.slice(2));
