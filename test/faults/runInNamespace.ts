/** Runs one row in a separate process and network namespace, so that its network changes do not disturb other rows. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const resultSchema = z.object({
  outcome: z.enum(['passed', 'failed', 'skipped']),
  reason: z.string(),
  measurements: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
});

/** Returns the row's result. Rejects if the process prints no result. */
export async function runInNamespace(id: string, seed: number): Promise<z.infer<typeof resultSchema>> {
  const runner = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'runFaults.ts')];
  const args = ['-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...runner, '--child', '--seeds', '1'];
  const child = spawn('unshare', [...args, '--first-seed', String(seed), id], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
  });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  return resultSchema.parse(JSON.parse(text));
}
