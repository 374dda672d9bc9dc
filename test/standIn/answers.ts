/** Answers every request of a session’s Chromium as the app’s handlers decide. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAppAddress, toPageAddress } from './addresses.ts';
import { app } from './app.ts';
import { type Chromium, type Parameters, startChromium } from './chromium.ts';
import { startProxy } from './proxy.ts';
import { answerScheme, applyPermissions, isCancelled, type SessionState } from './session.ts';
import { answerCalls, report } from './test.ts';

type Paused = {
  readonly requestId: string;
  readonly resourceType: string;
  readonly frameId: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
  };
};

/** Addresses of the app that the test makes answer with a redirect. */
const redirects = new Map<string, string>();
answerCalls('redirect', (from: string, to: string) => void redirects.set(from, to));

/** Starts the session’s Chromium, once. */
export function openChromium(state: SessionState): Promise<Chromium> {
  state.chromium ??= start(state);
  return state.chromium;
}

async function start(state: SessionState): Promise<Chromium> {
  const persistent = /^persist:([\w-]+)$/.exec(state.name)?.[1];
  const profile =
    persistent === undefined
      ? mkdtempSync(join(tmpdir(), 'stand-in-'))
      : join(app.getPath('userData'), 'Partitions', persistent);
  const proxyPort = await startProxy(async (url) => !(await isCancelled(state, url, 'webSocket')), state.hasCache);
  const chromium = await startChromium(profile, proxyPort);
  await answerRequests(chromium, state);
  return chromium;
}

async function answerRequests(chromium: Chromium, state: SessionState): Promise<void> {
  chromium.listen((method, params) => {
    if (method !== 'Fetch.requestPaused') return;
    // A request of a page that has closed can no longer be answered.
    void answer(params as unknown as Paused).catch(() => undefined);
  });
  await chromium.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, null);

  const reply = (method: string, params: Parameters): Promise<unknown> => chromium.send(method, params, null);
  const answer = async (paused: Paused): Promise<void> => {
    const { requestId, resourceType, frameId, request } = paused;
    const url = toAppAddress(request.url);
    const pages = [...state.pages];
    const mainPage = pages.find(({ targetId }) => targetId === frameId);
    if (resourceType === 'Document') {
      const isMainFrame = mainPage !== undefined;
      // A frame’s page is not named; with several windows it would be the first.
      const page = mainPage ?? pages[0];
      const isRedirect = paused.redirectedRequestId !== undefined;
      const isOwn = isMainFrame && !isRedirect && mainPage.takeOwnNavigation();
      if (!isOwn && page?.refusesNavigation(url, isMainFrame, isRedirect) === true)
        return void (await reply('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
      if (page !== undefined) await applyPermissions(chromium, state, request.url, page.contents);
    }
    if (await isCancelled(state, url, resourceType)) {
      report('cancelled', { url });
      return void (await reply('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }));
    }
    const redirect = redirects.get(url);
    if (redirect !== undefined) {
      const responseHeaders = [{ name: 'location', value: toPageAddress(redirect) }];
      return void (await reply('Fetch.fulfillRequest', { requestId, responseCode: 302, responseHeaders }));
    }
    const { method, headers, postData } = request;
    const response = await answerScheme(
      state,
      new Request(url, { method, headers: pickHeaders(headers), ...(postData !== undefined && { body: postData }) }),
    );
    if (response === null) return void (await reply('Fetch.continueRequest', { requestId }));
    await reply('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    });
    report('served', { url, status: response.status });
  };
}

/** Chromium adds names that `Request` refuses, such as `:authority`. */
function pickHeaders(headers: Readonly<Record<string, string>>): Headers {
  return new Headers(Object.entries(headers).filter(([name]) => /^[\w-]+$/.test(name)));
}
