/** Reads how a client introduces itself in the address of its socket or event stream. */
import type { IncomingMessage } from 'node:http';
import { cleanName } from '../../core/names.ts';
import { readNamedRevision } from './namedRevision.ts';
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
  const read = (parameter: string): string => readName(query.get(parameter) ?? '');
  const program = read('program') || readerNameOf(request.headers['user-agent'] ?? '');
  const isSet = (parameter: string): boolean => (query.get(parameter) ?? '0') !== '0';
  const painted = readWholeNumber(query.get('painted'));
  return {
    protocol,
    address: request.socket.remoteAddress ?? '',
    name: read('name') || program,
    program,
    client: read('client') || null,
    page: read('page') || null,
    connection: readWholeNumber(query.get('connection')),
    painted: painted === null ? null : { revision: painted, run: query.get('run') },
    lastEvent: protocol === 'events' ? readNamedRevision(request.headers['last-event-id']) : null,
    isPreview: isSet('preview'),
    sendsAlive: protocol === 'socket' && isSet('alive'),
  };
}

export function readName(text: string): string {
  return cleanName(text, maxReaderNameLength);
}

/** Returns `null` for anything but a whole number, such as a revision. */
export function readWholeNumber(text: unknown): number | null {
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : null;
}
