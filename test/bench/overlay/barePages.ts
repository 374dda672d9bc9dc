/** Serves pages that do only what an overlay cannot do without: draw a post, move a line, play a video. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { WebSocketServer } from 'ws';

const types: Readonly<Record<string, string>> = { '.mp4': 'video/mp4', '.jpg': 'image/jpeg', '.png': 'image/png' };
const words = 'The whole quay is singing along, goosebumps and wet shoes. '.repeat(8);
const page = (body: string): string => `<!doctype html><title>Bare</title><style>
body { margin: 0; overflow: hidden; background: transparent; font: 36px sans-serif }
#line { position: absolute; bottom: 54px; width: max-content; white-space: nowrap; will-change: transform; animation: run 30s linear infinite }
@keyframes run { to { transform: translate3d(-4500px, 0, 0) } }
video { width: 480px; height: 360px; object-fit: cover }
</style>${body}`;

const pages: Readonly<Record<string, string>> = {
  '/empty': page(''),
  '/line': page(`<div id="line">${words.repeat(2)}</div>`),
  '/video': page('<video src="/ferry.mp4" muted loop autoplay></video>'),
  '/post': page(`<div id="post" class="is-shown" data-post=""></div><script>
new WebSocket('ws://' + location.host).onmessage = ({ data }) => {
  document.getElementById('post').dataset.post = data;
  document.getElementById('post').textContent = data;
};</script>`),
};

export type BarePages = {
  readonly origin: string;
  /** Draws a post on the page `/post`. */
  readonly draw: (id: string) => void;
  readonly close: () => void;
};

/** Also serves the files of this folder. */
export async function startBarePages(folder: string): Promise<BarePages> {
  const server = createServer((request, response) => {
    const path = String(request.url);
    const html = pages[path];
    if (html !== undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    else if (types[extname(path)] === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': types[extname(path)] }).end(readFileSync(join(folder, path)));
  });
  const sockets = new WebSocketServer({ server });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    draw: (id) => {
      for (const socket of sockets.clients) socket.send(id);
    },
    close: () => {
      sockets.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
