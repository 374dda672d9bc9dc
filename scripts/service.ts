/** `npm run service`: runs the built-in Collections Service alone. `--help` needs no build. */
import { isHelpRequested, serviceUsage } from '../src/headless/serviceOptions.ts';
import { runBuilt } from './runBuilt.ts';
import { stopWithNpm } from './stopWithNpm.ts';

stopWithNpm();
const args = process.argv.slice(2);
if (isHelpRequested(args)) process.stdout.write(serviceUsage);
else await runBuilt('service', args);
