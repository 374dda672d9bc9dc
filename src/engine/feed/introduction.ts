/** Reads how a client introduces itself in the address of its socket or event stream. */
import type { IncomingMessage } from 'node:http';
import { cleanName } from '../../core/names.ts';
import { readerNameOf } from './programs.ts';
import type { Introduction } from './reader.ts';

/** A longer name is cut. */
export const maxReaderNameLength = 60;

/** The name is the one in the address, or that of its program. */
export function readIntroduction(
  protocol: Introduction['protocol'],
  request: IncomingMessage,
  query: URLSearchParams,
): Introduction {
  const read = (name: string): string => cleanName(query.get(name) ?? '', maxReaderNameLength);
  const program = read('program') || readerNameOf(request.headers['user-agent'] ?? '');
  const painted = query.get('painted') ?? '';
  const preview = query.get('preview');
  return {
    protocol,
    address: request.socket.remoteAddress ?? '',
    name: read('name') || program,
    program,
    client: read('client') || null,
    page: read('page') || null,
    paintedRevision: /^\d{1,15}$/.test(painted) ? Number(painted) : null,
    isPreview: preview !== null && preview !== '0',
  };
}
