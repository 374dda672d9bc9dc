/** Runs a real Companion 4.2 with an empty configuration, and works it as its web page does. */
import { spawn } from 'node:child_process';
import { WebSocket } from 'ws';
import { findFreePort } from '../findFreePort.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

export type Companion = {
  readonly call: (kind: 'query' | 'mutation', path: string, input: object) => Promise<unknown>;
  /** Presses and releases the key in a row and column of page 1. */
  readonly press: (row: number, column: number) => Promise<void>;
  /** The text on the key, as drawn. */
  readonly textOn: (row: number, column: number) => Promise<string>;
  readonly variable: (connection: string, name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** `program` accepts Companion’s own options. */
export async function startCompanion(program: string): Promise<Companion> {
  const port = await findFreePort();
  const options = ['--admin-address', '127.0.0.1', '--admin-port', String(port)];
  const child = spawn(program, [...options, '--config-dir', createTemporaryFolder('companion-config')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the program may be a script that starts Companion as its child.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  }
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const base = `http://127.0.0.1:${port}`;
  await waitUntil(`Companion listens: ${output}`, async () => {
    if (child.exitCode !== null) throw new Error(`Companion ended:\n${output}`);
    return (await fetch(`${base}/api/variable/internal/uptime/value`)).ok;
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc`, { origin: base });
  await new Promise((opened, reject) => socket.once('open', opened).once('error', reject));

  let lastId = 0;
  const answers = new Map<number, (answer: TrpcAnswer) => void>();
  socket.on('message', (data) => {
    const text = String(data);
    if (text === 'PING') return socket.send('PONG');
    const answer: TrpcAnswer = JSON.parse(text);
    return answers.get(answer.id)?.(answer);
  });
  const readText = async (path: string): Promise<string> => (await fetch(`${base}/api/${path}`)).text();
  return {
    call: (method, path, input) => {
      lastId += 1;
      const id = lastId;
      const answered = new Promise<unknown>((resolve, reject) => {
        answers.set(id, ({ result, error }) =>
          error === undefined ? resolve(result?.data) : reject(new Error(`${path}: ${error.message}`)),
        );
      });
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params: { path, input } }));
      return answered;
    },
    press: async (row, column) => {
      const response = await fetch(`${base}/api/location/1/${row}/${column}/press`, { method: 'POST' });
      if (!response.ok) throw new Error(`Companion answered the press with ${response.status}`);
    },
    textOn: (row, column) => readText(`variable/internal/b_text_1_${row}_${column}/value`),
    variable: (connection, name) => readText(`variable/${connection}/${name}/value`),
    stop: async () => {
      socket.terminate();
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

type TrpcAnswer = {
  readonly id: number;
  readonly result?: { readonly data?: unknown };
  readonly error?: { readonly message: string };
};
