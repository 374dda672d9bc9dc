/** Runs the baseline of the read benchmark: a bare Node server that sends one buffer, or a 304, with the same headers. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const body = readFileSync(process.argv[2] ?? '');
const headers: string[] = JSON.parse(process.argv[3] ?? '[]');
const notModifiedHeaders = headers.slice(headers.indexOf('ETag'));
const etag = notModifiedHeaders[1];
const server = createServer((request, response) => {
  const isSame = request.headers['if-none-match'] === etag;
  response.writeHead(isSame ? 304 : 200, isSame ? notModifiedHeaders : headers);
  if (isSame) response.end();
  else response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ base: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
