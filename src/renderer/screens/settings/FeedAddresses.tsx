/** Settings, Feed server: the addresses for graphics, on each network that the feed is open to. */
import { Fragment } from 'react';
import type { Network } from '../../../contract/queries.ts';
import { joinWithAnd } from '../../../core/joinWithAnd.ts';
import { say } from '../../../core/language/say.ts';
import { vmixRowsPath } from '../../../core/recipes.ts';
import { CopyableValue } from '../../../ui/CopyButton.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { type SettingsAnswer, settingInUse } from './SettingRow.tsx';

export const thisMachine = 'thisMachine';
export const everywhere = 'everywhere';

/** The choice that these settings are; other settings are named as they are. */
export function selectionOf(host: string, interfaces: readonly string[]): string {
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  if (host === '0.0.0.0' || host === '::') return everywhere;
  if (isLocal && interfaces.length === 0) return thisMachine;
  return joinWithAnd([...(isLocal ? [] : [host]), ...interfaces]);
}

type NamedBase = { readonly name: string; readonly base: string };

/** Where graphics can read the feed: the networks that it is open to, or this machine only. */
function listBases(
  base: string,
  host: string,
  interfaces: readonly string[],
  networks: readonly Network[],
): readonly NamedBase[] {
  const isOpen = (network: Network): boolean =>
    host === '::' ||
    (host === '0.0.0.0' ? !network.address.includes(':') : interfaces.includes(network.name)) ||
    network.address === host;
  const open = networks.filter(isOpen).map(({ name, address }) => ({ name, base: withHost(base, address) }));
  return open.length > 0 ? open : [{ name: thisMachine, base }];
}

function describeCopy(label: string, network: string | null): string {
  return network === null
    ? say('Copy address: {label}', { label })
    : say('Copy address: {label}, {network}', { label, network });
}

function withHost(base: string, address: string): string {
  const host = address.includes(':') ? `[${address}]` : address;
  return base.replace(/\/\/(\[[^\]]*\]|[^/:]+)/, `//${host}`);
}

export function FeedAddresses({ answer }: { readonly answer: SettingsAnswer }) {
  const networks = useEngineQuery('networks', {}, null).data?.networks ?? [];
  const slug = useDesk(({ feed }) => feed.slug);
  const base = useDesk(({ state }) => state.feedBase);
  // Without its token, the feed stays on this machine whatever the settings say.
  const isKeptClosed = useDesk(({ state }) => state.problems.some(({ code }) => code === 'FEED_TOKEN_MISSING'));
  const end = answer.secrets.readToken.endsWith;
  if (base === null) return null;
  const host = String(settingInUse(answer, 'feedServer.host').value);
  const interfaces = (settingInUse(answer, 'feedServer.interfaces').value ?? []) as readonly string[];
  const bases = listBases(base, host, interfaces, isKeptClosed ? [] : networks);
  const token = answer.secrets.readToken.isSet ? `&token=…${end ?? ''}` : '';
  return (
    <>
      <h2>
        {bases.some(({ name }) => name !== thisMachine)
          ? say('Addresses for other machines')
          : say('Addresses for graphics')}
      </h2>
      {bases.map((named) => (
        <Fragment key={named.name}>
          {bases.length > 1 && <p className="setting-lead">{named.name}</p>}
          {[
            [say('OBS, browser'), `${named.base}/overlay/card?feed=${slug}`] as const,
            [say('vMix, data source'), `${named.base}${vmixRowsPath(slug)}`] as const,
          ].map(([label, address]) => (
            <CopyableValue
              key={label}
              label={label}
              value={address + token}
              // Without the token, which the desk never gets back, a copied address would be refused.
              copyName={token === '' ? describeCopy(label, bases.length > 1 ? named.name : null) : null}
            />
          ))}
        </Fragment>
      ))}
      {token !== '' && (
        <p className="setting-lead">{say('Add the read token that was shown once, or create a new one above.')}</p>
      )}
    </>
  );
}
