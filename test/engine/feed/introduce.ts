/** Introduces a client that gives only its name. */
import type { Introduction } from '../../../src/engine/feed/reader.ts';

export function introduce(protocol: Introduction['protocol'], name: string): Introduction {
  const program = 'Chrome';
  return {
    protocol,
    name,
    program,
    address: '127.0.0.1',
    client: null,
    page: null,
    connection: null,
    painted: null,
    lastEvent: null,
    isPreview: false,
    sendsAlive: false,
  };
}
