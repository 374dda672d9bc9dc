/** Required credentials: an API key to read, the authoring token to author. Neither replaces the other. */
import { isSameSecret, type Keys } from '../keys.ts';
import type { Store } from '../store.ts';
import type { App } from './app.ts';
import { HttpError } from './httpError.ts';

/** Requires an API key for every route that `app` adds from now on. The key decides the organisation. */
export function requireKey(app: App, keys: Keys): void {
  addSecurity(app, 'key');
  app.addHook('onRequest', async (request) => {
    const sent = request.headers['x-api-key'];
    if (typeof sent !== 'string' || sent === '') {
      throw new HttpError(401, 'MISSING_API_KEY', 'The X-API-Key header is missing. Send it with an API key.');
    }
    const key = keys.authenticate(sent);
    if (key === null) throw new HttpError(401, 'INVALID_API_KEY', 'The API key is not valid.');
    request.organisation = key.organisation;
  });
}

/** Requires the token for every route that `app` adds from now on. The path names the organisation. */
export function requireToken(app: App, token: string, store: Pick<Store, 'organisations'>): void {
  addSecurity(app, 'token');
  const challenge = { 'WWW-Authenticate': 'Bearer' };
  app.addHook('onRequest', async (request) => {
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (sent === undefined) {
      const message = 'The token is missing. Send it as Authorization: Bearer TOKEN.';
      throw new HttpError(401, 'MISSING_TOKEN', message, null, challenge);
    }
    if (!isSameSecret(sent, token)) {
      throw new HttpError(401, 'INVALID_TOKEN', 'The token is not valid.', null, challenge);
    }
    const { organisation } = request.params as { readonly organisation?: string };
    if (organisation === undefined) return;
    if (!store.organisations().includes(organisation)) {
      throw new HttpError(404, 'ORGANISATION_NOT_FOUND', 'No such organisation.');
    }
    request.organisation = organisation;
  });
}

function addSecurity(app: App, scheme: 'key' | 'token'): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ [scheme]: [] }] };
  });
}
