/** Child process whose system calls fail or kill it: writes when signalled, and prints each confirmation. */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { writeAll } from './savePath.ts';

flushCompileCache();
writeSync(1, 'ready\n');
process.stdin.once('data', () => {
  process.stdin.destroy();
  void writeAll(process.argv[2] ?? '', (kind, number) => void writeSync(1, `${kind} ${number}\n`));
});
