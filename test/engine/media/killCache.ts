/** Child process of the kill test: caches pictures and makes their sizes until it is killed. */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { createMediaCache } from '../../../src/engine/media/cache.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';

const [dataDir = '', origin = '', count = '0'] = process.argv.slice(2);
const store = await createStoreInMemory();
const { media: settings } = settingsSchema.parse({});
const cache = createMediaCache({ settings, serviceUrl: origin }, { dataDir, store, ports: quietPorts });
await cache.start();
const addresses = Array.from({ length: Number(count) }, (_, index) => `${origin}/${index}.jpg`);
const live = addresses.map((address, index) => post(`p${index}`, { media: [picture(address)] }));
await store.apply({
  ...{ type: 'collectionArrived', collection: collection(live, []), from: 'poll', accept: 'newer', at },
});
const front = createServer((request, response) => {
  const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
  void cache.handle(request, response, name).catch(() => response.destroy());
});
await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
const bound = front.address();
const base = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
flushCompileCache();
process.stdout.write('started\n');
for (let round = 0; ; round += 1) {
  const name = store.state().media.get(addresses[round % addresses.length] ?? '')?.name;
  if (name == null) await new Promise((resolve) => setTimeout(resolve, 5));
  else for (const width of [320, 640]) await fetch(`${base}/${name}?w=${width}`).then((found) => found.arrayBuffer());
}
