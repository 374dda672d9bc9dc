/** Run as a process of its own that calls of the system fail in, or kill: writes when it is told to, and says what was confirmed. */
import { writeSync } from 'node:fs';
import { writeAll } from './savePath.ts';

writeSync(1, 'ready\n');
process.stdin.once('data', () => {
  process.stdin.destroy();
  void writeAll(process.argv[2] ?? '', (kind, number) => void writeSync(1, `${kind} ${number}\n`));
});
