/** `npm run service`: the built-in Collections Service alone. `--help` needs no build. */
import { isHelpAsked, serviceUsage } from '../src/headless/serviceOptions.ts';
import { runBuilt } from './runBuilt.ts';

const args = process.argv.slice(2);
if (isHelpAsked(args)) process.stdout.write(serviceUsage);
else await runBuilt('service', args);
