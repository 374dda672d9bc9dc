/** `node scripts/checkInstalled.ts FOLDER`: installs each installer of this system in the folder, starts it and reads its feed. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findInstallers, installPackage } from './installPackage.ts';
import { readDemoFeed } from './readDemoFeed.ts';

/** Chromium’s own switches: the first is for Linux, the second for macOS. */
const withoutKeychain: readonly string[] = ['--password-store=basic', '--use-mock-keychain'];

const folder = resolve(process.argv[2] ?? 'dist');
const installers = findInstallers(readdirSync(folder), process.platform, process.arch);
if (installers.length === 0) throw new Error(`there is no installer for this system in ${folder}`);
for (const installer of installers) {
  const data = mkdtempSync(join(tmpdir(), 'greenroom-installed-'));
  const program = installPackage(join(folder, installer), join(data, 'app'));
  const posts = await readDemoFeed({
    program,
    // On a runner nobody can answer the system’s question about a keychain, for which the app would wait.
    args: ['--demo', '--data-dir', join(data, 'data'), '--feed-port', '0', ...withoutKeychain],
    logFile: join(data, 'data', 'logs', 'greenroom.log'),
    attempts: 120,
    graceMs: 30_000,
  });
  process.stdout.write(`${installer}: installed, started, ${posts} posts on the feed\n`);
}
