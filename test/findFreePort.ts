/** Finds a port that is free now, for programs that cannot choose one themselves. */
import { createServer } from 'node:http';
import { listen } from '../src/http/listen.ts';

export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, '127.0.0.1', 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
