/** The announcer's message while the desk does not follow Greenroom. */
import { say } from '../../../core/language/say.ts';
import { formatDuration } from '../../../core/time.ts';
import { type Announcement, createAnnouncement } from './announcement.ts';

/** `host` is the engine's machine from the address bar; `null` in the desktop window. `hasKeys` is false on a desk that follows the show. */
export function announceDisconnection(disconnectedForMs: number, host: string | null, hasKeys: boolean): Announcement {
  const text = describeKeys(hasKeys);
  const next =
    host === null
      ? say('Then check that Greenroom is running.')
      : say('Then check that Greenroom is running on {host}.', { host });
  return createAnnouncement(
    'alarm',
    'no-connection',
    say('No connection to Greenroom for {duration}.', { duration: formatDuration(disconnectedForMs) }),
    hasKeys ? `${text} ${next}` : text,
    // The desktop app starts its engine again by itself.
    host === null ? ['retryNow'] : ['retryNow', 'howToStart'],
  );
}

/** For a desk that failed to take what Greenroom sent. */
export function announceBrokenDesk(hasKeys: boolean): Announcement {
  return createAnnouncement(
    'alarm',
    'no-connection',
    say('This desk can’t show what Greenroom sends. Reload this page.'),
    describeKeys(hasKeys),
    ['retryNow'],
  );
}

function describeKeys(hasKeys: boolean): string {
  return hasKeys
    ? say(
        'The feed may still be running. Keys are off until it reconnects. If something must come off air now, use the vision mixer.',
      )
    : say('The feed may still be running. This desk reconnects automatically.');
}
