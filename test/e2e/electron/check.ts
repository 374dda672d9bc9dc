/** The surroundings of a check of the Electron checklist: the running app, its page, and a server that nothing may reach. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { type Desktop, deskPage } from '../desktopApp.ts';

export const apiKeyCanary = 'canary-api-key-8f1e77';
export const webhookCanary = 'whsec_Y2FuYXJ5LXdlYmhvb2stc2VjcmV0';

export type Outside = { readonly url: string; readonly readHits: () => number; readonly close: () => void };

export type PageCheck = {
  readonly title: string;
  /** It changes nothing in the page, so the next check uses the page without loading it again. */
  readonly onlyReads?: true;
  readonly run: (context: {
    readonly desktop: Desktop;
    readonly page: Page;
    readonly outside: Outside;
  }) => Promise<void>;
};

/** A server on this machine that counts everything that reaches it. */
export async function openOutside(): Promise<Outside> {
  let hits = 0;
  const server = createServer((_, response) => {
    hits += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('reached');
  });
  server.on('upgrade', (_, socket) => {
    hits += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    readHits: () => hits,
    close: () => server.close(),
  };
}

/** Brings the page back to the desk; a check of a damaged app may have led it away. */
export async function returnToDesk(page: Page): Promise<void> {
  // A navigation of the page that is under way may interrupt this one.
  await settle(page);
  await expect(() => page.goto(deskPage)).toPass({ timeout: 30_000 });
  await page.getByRole('listbox', { name: /^live/i }).getByRole('option').first().waitFor();
}

/** Lets events of the page arrive that nothing announces. */
export const settle = (page: Page): Promise<void> => page.waitForTimeout(250);
