/** Runs as a process of its own: many sockets on one feed and a few desks, which read and drop what they receive. */
import { WebSocket } from 'ws';

const [socketUrl = '', socketCount = '0', deskUrl = '', deskCount = '0', token = ''] = process.argv.slice(2);

function open(url: string, origin: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false, ...(origin !== '' && { origin }) });
    socket.on('message', () => undefined);
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

for (let opened = 0; opened < Number(socketCount); opened += 1) await open(socketUrl, '');
for (let opened = 0; opened < Number(deskCount); opened += 1) {
  const desk = await open(deskUrl, new URL(deskUrl.replace('ws', 'http')).origin);
  desk.send(JSON.stringify({ type: 'hello', token, name: `Desk ${opened}` }));
}
process.stdout.write('{"ready":"yes"}\n');
process.once('SIGTERM', () => process.exit(0));
