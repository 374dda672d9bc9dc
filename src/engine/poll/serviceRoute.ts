/** Decides how the service is reached: through which proxy, and which certificate authority is trusted. */
import type { Log } from '../ports.ts';
import type { SourceSettings } from '../settings/settings.ts';
import type { SourceStatus } from '../sourceStatus.ts';
import type { BaseAddress } from './address.ts';
import { readAuthority } from './authority.ts';
import type { Route } from './connections.ts';
import { findProxy } from './proxy.ts';

export type ServiceRoute = {
  readonly to: (base: BaseAddress) => Route;
  /** Reads the file of the private authority. Call at start, after a change of settings, and when a certificate is refused: the file may be new. */
  readonly readAuthority: () => Promise<void>;
};

export function createServiceRoute(
  settings: () => SourceSettings,
  { sourceStatus, log }: { readonly sourceStatus: SourceStatus; readonly log: Log },
): ServiceRoute {
  let authority: readonly string[] = [];
  let logged = '';
  return {
    to: (base) => {
      const found = findProxy(base, settings().proxy, process.env);
      if (found === 'unusable') sourceStatus.raise('SOURCE_PROXY_UNUSABLE', 'source', {});
      else sourceStatus.clear('SOURCE_PROXY_UNUSABLE', 'source');
      const proxy = found === 'unusable' ? null : found;
      const route = proxy === null ? 'direct' : `${proxy.host}/${proxy.from}`;
      if (route !== logged)
        log('info', 'SOURCE_ROUTE', {
          service: base.origin,
          route: proxy === null ? 'direct' : `proxy ${proxy.host} of the ${proxy.from}`,
        });
      logged = route;
      return { proxy, authority };
    },
    readAuthority: async () => {
      const path = settings().certificateAuthority;
      const { certificates, fault } = path === '' ? { certificates: [], fault: null } : await readAuthority(path);
      if (path !== settings().certificateAuthority) return;
      authority = certificates;
      if (fault === null) sourceStatus.clear('SOURCE_AUTHORITY_UNREADABLE', 'source');
      else sourceStatus.raise('SOURCE_AUTHORITY_UNREADABLE', 'source', { fault, path });
    },
  };
}
