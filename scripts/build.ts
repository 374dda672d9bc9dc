/** `npm run build`: builds everything, all words on stderr. */
import { buildAll } from './ensureBuilt.ts';

process.exitCode = await buildAll();
