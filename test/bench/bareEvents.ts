/** Runs the baseline of the press benchmark: a bare Node server that sends an event to its readers at each POST. */
import { createServer, type ServerResponse } from 'node:http';

const readers = new Set<ServerResponse>();
let count = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
    readers.add(response);
    response.on('close', () => readers.delete(response));
    return;
  }
  request.resume().on('end', () => {
    count += 1;
    for (const reader of readers) reader.write(`data: {"count":${count}}\n\n`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ base: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
