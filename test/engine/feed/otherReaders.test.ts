import { get } from 'node:http';
import { createParser } from 'eventsource-parser';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createHostileTexts } from '../../core/feed/hostileText.ts';
import { seed } from '../../seed.ts';
import { post, type Show, startShow } from './showHarness.ts';

let show: Show;
afterEach(() => show.stop());

type Read = { readonly items: readonly unknown[] };

/** The first state of the event stream, by a parser that is not ours. */
function readEvents(): Promise<Read> {
  return new Promise((resolve, reject) => {
    const request = get(`${show.base}/feeds/main/events`, (response) => {
      const parser = createParser({
        onError: reject,
        onEvent: ({ event, data }) => {
          if (event !== 'state') return;
          request.destroy();
          resolve(JSON.parse(data));
        },
      });
      response.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
    });
    request.on('error', reject);
  });
}

function readSocket(): Promise<Read> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${show.base.replace('http', 'ws')}/feeds/main/socket`);
    socket.on('error', reject);
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type !== 'state') return;
      socket.close();
      resolve(frame);
    });
  });
}

it(`500 hostile texts of seed ${seed} arrive by events and socket as in live.json`, async () => {
  const texts = createHostileTexts(seed);
  show = await startShow(texts.map((text, index) => post(`p${index}`, text)));
  const { items }: Read = await (await fetch(`${show.base}/feeds/main/live.json`)).json();
  expect(items).toHaveLength(500);
  expect((await readEvents()).items).toEqual(items);
  expect((await readSocket()).items).toEqual(items);
});
