/** The NodeCG bundle of the delivery benchmark: it checks a delivery’s signature and replaces a replicant. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Post = { readonly message: string };
type Delivery = { readonly timestamp: string; readonly data: { readonly liveContents: readonly Post[] } };
type Request = {
  readonly body: Delivery;
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};
type Response = { readonly sendStatus: (status: number) => void };
type Router = { readonly post: (path: string, handle: (request: Request, response: Response) => void) => void };
type Nodecg = {
  readonly Replicant: (name: string, options: object) => { value: unknown };
  readonly Router: () => Router;
  readonly mount: (path: string, router: Router) => void;
  readonly on: (event: 'serverStarted', listener: () => void) => void;
};
type Document = { readonly items: readonly Readonly<Record<string, unknown>>[] };

/** The replicant holds the same document that Greenroom sends, so that both send the same number of bytes. */
export function relayDeliveries(nodecg: Nodecg): void {
  const secret = process.env['BENCH_SECRET'] ?? '';
  const document: Document = JSON.parse(readFileSync(process.env['BENCH_FRAME'] ?? '', 'utf8'));
  const show = nodecg.Replicant('show', { defaultValue: document });
  const router = nodecg.Router();
  router.post('/deliver', (request, response) => {
    const expected = `sha256=${createHmac('sha256', secret).update(request.rawBody).digest('hex')}`;
    const received = request.headers['x-webhook-signature'] ?? '';
    if (received.length !== expected.length || !timingSafeEqual(Buffer.from(received), Buffer.from(expected))) {
      response.sendStatus(401);
      return;
    }
    const { timestamp, data } = request.body;
    show.value = {
      ...document,
      updatedAt: timestamp,
      items: document.items.map((item, index) => ({ ...item, text: data.liveContents[index]?.message })),
    };
    response.sendStatus(200);
  });
  nodecg.mount('/bench', router);
  nodecg.on('serverStarted', () => {
    const base = `http://127.0.0.1:${process.env['BENCH_PORT']}`;
    process.stdout.write(`${JSON.stringify({ base, version: process.env['BENCH_NODECG_VERSION'] })}\n`);
  });
}
