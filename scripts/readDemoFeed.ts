/** Starts an installed Greenroom with its demo, reads posts from its feed and ends it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type DemoStart = {
  readonly program: string;
  readonly args: readonly string[];
  /** The log in the data directory, which has the address of the feed. */
  readonly logFile: string;
  /** How often to look, once a second. */
  readonly attempts: number;
  /** How long it may take to end, before it is killed. */
  readonly graceMs: number;
};

/** Resolves with the number of posts on the feed. Rejects with the end of the log if there are none in time, or if the program ends. */
export async function readDemoFeed({ program, args, logFile, attempts, graceMs }: DemoStart): Promise<number> {
  const child = spawn(program, [...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let end: string | null = null;
  const ended = new Promise<void>((resolve) => {
    child.once('error', ({ message }) => {
      end = message;
      resolve();
    });
    child.once('exit', (code, signal) => {
      end ??= `it ended with ${signal ?? `code ${code}`}`;
      resolve();
    });
  });
  try {
    for (let attempt = 0; attempt < attempts && end === null; attempt += 1) {
      const posts = await countPosts(logFile);
      if (posts > 0) return posts;
      await sleep(1000);
    }
    throw new Error(`${program} shows no posts (${end ?? 'it still runs'}).\n${readText(logFile).slice(-4000)}`);
  } finally {
    if (end === null) {
      child.kill();
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(kill);
    }
  }
}

async function countPosts(logFile: string): Promise<number> {
  const feed = /"feed":"(http:[^"]+)"/.exec(readText(logFile))?.[1];
  if (feed === undefined) return 0;
  try {
    const response = await fetch(`${feed}/feeds/main/live.json`);
    const { items } = (await response.json()) as { readonly items: readonly unknown[] };
    return items.length;
  } catch {
    return 0;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
