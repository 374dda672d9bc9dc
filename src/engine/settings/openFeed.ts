/** Finds a feed that everyone on the network could read without a token. */
import { joinWithAnd } from '../../core/joinWithAnd.ts';
import { say } from '../../core/language/say.ts';
import { isLoopbackName } from '../../http/hostGuard.ts';
import type { FeedServerSettings } from './settings.ts';
import type { SettingsFault } from './unknownNames.ts';

/** Where other machines can reach the feed, such as `0.0.0.0 and eth0`; `null` if they can’t. */
export function describeNetworkAccess({ host, interfaces }: FeedServerSettings): string | null {
  const open = [...(isLoopbackName(host) ? [] : [host]), ...interfaces];
  return open.length === 0 ? null : joinWithAnd(open);
}

/** Returns the fault of settings that open the feed to the network with neither a token nor consent. */
export function findOpenFeedFault(settings: FeedServerSettings): SettingsFault | null {
  const open = describeNetworkAccess(settings);
  if (open === null || settings.readToken !== null || settings.allowWithoutToken) return null;
  return {
    path: '$.feedServer.readToken',
    message: say(
      'is needed, because the feed is open to the network ({open}); set it, or allow every machine with {setting}',
      { open, setting: '$.feedServer.allowWithoutToken' },
    ),
  };
}
