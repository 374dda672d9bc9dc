/** The screen before the first state arrives: connecting, refused, or not responding. */
import { say } from '../../core/language/say.ts';
import { AppIcon } from '../../ui/Icon.tsx';
import { useClient } from '../engine/queries.ts';
import { type LinkState, useMirror } from '../stores/engineMirror.ts';

export function ConnectScreen() {
  const client = useClient();
  const link = useMirror((mirror) => mirror.link);
  const hasState = useMirror((mirror) => mirror.state !== null);
  const host =
    window.greenroom?.isDesktop === true ? say('this machine||after “from” or “on”') : window.location.hostname;
  const [title, text] = titleAndTextOf(link.state, hasState, host);
  return (
    <main className="message-screen" aria-live="polite">
      <AppIcon />
      <h1>{link.refusal === null ? title : link.refusal.message}</h1>
      <p>{link.refusal === null ? text : link.refusal.nextStep}</p>
      {link.state !== 'connecting' && (
        <button type="button" className="button" onClick={() => client.retryNow()}>
          {say('Retry now')}
        </button>
      )}
    </main>
  );
}

function titleAndTextOf(linkState: LinkState, hasState: boolean, host: string): readonly [string, string] {
  if (hasState) return [say('No feed is set up.'), say('Add a feed to the configuration, then restart Greenroom.')];
  if (linkState === 'open' || linkState === 'connecting')
    return [say('Connecting…'), say('The desk opens when Greenroom responds.')];
  if (linkState === 'broken')
    return [
      say('This desk can’t show what Greenroom sends. Reload this page.'),
      say('The feed may still be running. This desk reconnects automatically.'),
    ];
  return [
    say('Greenroom isn’t responding.'),
    say('The feed may still be running. Check that Greenroom is running on {host}. This page retries twice a second.', {
      host,
    }),
  ];
}
