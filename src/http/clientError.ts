/** Responds on a connection to requests that are not valid HTTP, too large or too slow. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

type Status = 400 | 408 | 431;

/** Responds or closes the connection. */
type Respond = (socket: Duplex) => void;

/** Each line of the header ends with CRLF. */
type Content = { readonly head: string; readonly body: string };

const empty: Content = { head: '', body: '' };

/** Returns a listener for a server’s `clientError`; `format` chooses the content of a response, or `respond` sends another. */
export function createClientErrorHandler(
  format: (status: Status) => Content = () => empty,
  respond: Respond | null = null,
): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || !hasSentBytes(socket)) return void socket.destroy();
    if (respond !== null) return void respond(socket);
    const status = statusOf(error);
    sendClientError(socket, status, format(status));
  };
}

/** Sends the response and closes the connection. */
export function sendClientError(socket: Duplex, status: number, { head, body }: Content): void {
  const length = Buffer.byteLength(body);
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}Content-Length: ${length}\r\n`;
  socket.end(`${start}Connection: close\r\n\r\n${body}`, () => socket.destroy());
}

/** Browsers open connections ahead of need, and read a response there as the response to their next request. */
function hasSentBytes(socket: Duplex): boolean {
  return !('bytesRead' in socket) || socket.bytesRead !== 0;
}

function statusOf({ code }: NodeJS.ErrnoException): Status {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}
