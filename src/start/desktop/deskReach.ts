/** Decides which addresses the desk’s pages may show, reach and open in the operator’s browser. */
import { rehearsalBase } from '../../engine/rehearsalAddress.ts';
import { isDesk, isOverlay } from './deskScheme.ts';
import { isReachable } from './windowSecurity.ts';

export type DeskReach = {
  readonly isDesk: (url: string) => boolean;
  readonly canReach: (url: string) => boolean;
  readonly canFrame: (url: string) => boolean;
  readonly canOpenOutside: (url: string) => boolean;
};

/** The feed and the service can move while the app runs, so their addresses are read at each use. */
export function createDeskReach(addresses: {
  /** Address of the development server with hot reload; `null` in a packaged app. */
  readonly developmentUrl: string | null;
  readonly feedBase: () => string | null;
  /** The built-in service’s page with its token; `null` unless it runs. */
  readonly servicePage: () => string | null;
}): DeskReach {
  const { developmentUrl, feedBase, servicePage } = addresses;
  const isDeskPage = (url: string): boolean => isDesk(url, developmentUrl);
  // Hot reload uses HTTP and a socket, so only the host is compared.
  const isDevelopmentServer = (url: string): boolean =>
    developmentUrl !== null && URL.parse(url)?.host === URL.parse(developmentUrl)?.host;
  const frameBases = (): readonly (string | null)[] => [feedBase(), rehearsalBase];
  return {
    isDesk: isDeskPage,
    canReach: (url) => isDevelopmentServer(url) || frameBases().some((base) => isReachable(url, isDeskPage, base)),
    canFrame: (url) => frameBases().some((base) => isOverlay(url, base)),
    // Only the service’s own page. Nothing else on the desk is a link out.
    canOpenOutside: (url) => url === servicePage(),
  };
}
