/**
 * Proves that a live process holds a directory, also after its lock file was damaged or removed. The system ends the proof with the process:
 * it is a listening socket, named after the directory’s inode. Nothing is read from it.
 */
import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns a function that gives the directory back; `null` if another live process holds it. Where no socket can be opened, only the lock file
 * protects the directory. Containers with their own network do not see each other’s sockets on Linux.
 */
export async function holdDirectory(directory: string): Promise<(() => Promise<void>) | null> {
  const address = await addressOf(directory);
  const server = await listen(address);
  if (server !== 'inUse') return () => close(server);
  if (!isFile || (await isAnswered(address))) return null;
  // A killed process leaves the file of its socket.
  await rm(address, { force: true }).catch(() => undefined);
  const second = await listen(address);
  return second === 'inUse' ? null : () => close(second);
}

/** Elsewhere the name is no file, and ends with its process. */
const isFile = process.platform !== 'linux' && process.platform !== 'win32';

async function addressOf(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory, { bigint: true });
  const name = `greenroom-${createHash('sha256').update(`${dev} ${ino}`).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return isFile ? join(tmpdir(), name) : `\0${name}`;
}

/** `null` if the system does not allow such a socket. */
function listen(address: string): Promise<Server | 'inUse' | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE' ? 'inUse' : null));
    server.listen(address, () => resolve(server));
  });
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function close(server: Server | null): Promise<void> {
  return new Promise((resolve) => {
    if (server === null) return resolve();
    server.close(() => resolve());
  });
}
