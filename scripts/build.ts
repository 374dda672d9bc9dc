/** `npm run build`: builds everything; all output goes to stderr. */
import { buildAll } from './ensureBuilt.ts';

process.exitCode = await buildAll();
