/** `npm run service`: the built-in Collections Service alone. */
import { runBuilt } from './runBuilt.ts';

await runBuilt('service', process.argv.slice(2));
