/** Runs the baseline of the delivery benchmark: a bare server that sends the same bytes to all sockets. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const frame = readFileSync(process.argv[2] ?? '');
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    for (const client of sockets.clients) client.send(frame, { binary: false });
    response.writeHead(200).end();
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ base: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
