/** Lets the processes that tests start reuse compiled code, so that only the first of them starts slowly. */
import { resolve } from 'node:path';

/**
 * Part of a child’s environment. A child that will be killed calls `flushCompileCache` first, because the cache is written at exit.
 * Not for a child that strace starts, whose system calls are counted.
 */
export const compileCache = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../.cache/node') };
