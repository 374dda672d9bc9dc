/** Runs one row in a process and a network namespace of its own, so that what it does to the network is nobody else's fault. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const resultSchema = z.object({
  outcome: z.enum(['holds', 'fails', 'skipped']),
  why: z.string(),
  figures: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
});

/** What became of it; rejects when it ended without a word. */
export async function runInNamespace(id: string, seed: number): Promise<z.infer<typeof resultSchema>> {
  const bench = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'bench.ts')];
  const args = ['-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...bench, '--within', '--seeds', '1'];
  const child = spawn('unshare', [...args, '--first', String(seed), id], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
  });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  return resultSchema.parse(JSON.parse(text));
}
