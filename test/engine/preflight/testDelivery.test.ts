/** The built-in service’s test delivery, with a real service and a real listener. */
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { requestTestDelivery } from '../../../src/engine/preflight/testDelivery.ts';
import { closeServer, listen } from '../../../src/http/listen.ts';
import { startForTest, token } from '../../service/runService.ts';

async function startListener(status: number) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  const port = await listen(server, '127.0.0.1', 0);
  onTestFinished(() => closeServer(server, 100));
  return { address: `http://127.0.0.1:${port}/hooks/secret-path`, port, received };
}

const request = (servicePage: string, address: string) =>
  requestTestDelivery(servicePage, address, AbortSignal.timeout(10_000));

it('delivers to the webhook with this listener’s port and path, under any name of this machine', async () => {
  const service = await startForTest();
  const page = `${service.baseUrl}/authoring/#token=${token}`;
  const listener = await startListener(200);
  expect(await request(page, listener.address)).toBe('notRegistered');
  await service.author('POST', '/webhooks', { name: 'Another', url: `http://127.0.0.1:${listener.port}/another` });
  expect(await request(page, listener.address)).toBe('notRegistered');
  await service.author('POST', '/webhooks', { name: 'Desk', url: listener.address });
  const result = await request(page, listener.address.replace('127.0.0.1', 'localhost'));
  expect(result).toMatchObject({ outcome: 'delivered', status: 200 });
  expect(listener.received).toEqual(['POST /hooks/secret-path']);
});

it('returns a refusal', async () => {
  const service = await startForTest();
  const listener = await startListener(401);
  await service.author('POST', '/webhooks', { name: 'Desk', url: listener.address });
  const result = await request(`${service.baseUrl}/authoring/#token=${token}`, listener.address);
  expect(result).toMatchObject({ outcome: 'failed', status: 401 });
});

it('rejects if the service refuses its token', async () => {
  const service = await startForTest();
  await expect(request(`${service.baseUrl}/authoring/#token=wrong`, 'http://127.0.0.1:1/x')).rejects.toThrow();
});
