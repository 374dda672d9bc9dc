/** The Addresses panel: where graphics software reads the feed, and its consumers. */

import type { Consumer } from '../../../contract/consumer.ts';
import { say } from '../../../core/language/say.ts';
import { vmixRowsPath } from '../../../core/recipes.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { describeShownRevision } from '../../model/words/consumerFacts.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { Panel } from './Panel.tsx';

type Address = { readonly label: string; readonly path: string };

const addressGroupsOf = (
  slug: string,
): readonly { readonly title: string; readonly note: string; readonly addresses: readonly Address[] }[] => [
  {
    title: say('Overlay'),
    note: say('A browser source in OBS, vMix or CasparCG: 1920 × 1080, transparent. It reconnects automatically.'),
    addresses: [{ label: say('Card'), path: `/overlay/card?feed=${slug}` }],
  },
  {
    title: say('Data'),
    note: say(
      'When a list gets shorter, vMix keeps the old row on screen. Twelve rows, padded with empty ones, prevent that.',
    ),
    addresses: [
      { label: say('vMix, all rows'), path: vmixRowsPath(slug) },
      { label: say('JSON, complete list'), path: `/feeds/${slug}/live.json` },
    ],
  },
  {
    title: say('Overview'),
    note: say('Every feed with its state and addresses.'),
    addresses: [
      { label: say('This machine’s feeds'), path: '/' },
      { label: say('All feeds as JSON'), path: '/feeds' },
    ],
  },
];

function describeConnection({ protocol, address }: Consumer): string {
  if (protocol === 'socket') return say('socket from {address}', { address });
  return protocol === 'events' ? say('events from {address}', { address }) : say('polls from {address}', { address });
}

export function AddressesPanel() {
  const feed = useDesk((desk) => desk.feed);
  const base = useDesk((desk) => desk.state.feedBase);
  return (
    <Panel
      label={say('Feed addresses')}
      title={say('ADDRESSES')}
      note={sayNode('Feed <b>{slug}</b>. The addresses never change, whichever collection the feed uses.', {
        slug: feed.slug,
        b: (children) => <b>{children}</b>,
      })}
    >
      {base === null && (
        <p className="advice">
          {sayNode(
            '<b>The feed’s port is not open.</b> Graphics can’t read the feed. See the message above for the next step.',
            { b: (children) => <b>{children}</b> },
          )}
        </p>
      )}
      {base !== null &&
        addressGroupsOf(encodeURIComponent(feed.slug)).map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            {group.addresses.map(({ label, path }) => (
              <div className="address" key={path}>
                <span className="address-label">{label}</span>
                <code>{base + path}</code>
                <CopyButton text={base + path} name={say('Copy address: {label}', { label })} label={say('Copy')} />
              </div>
            ))}
            <p>{group.note}</p>
          </section>
        ))}
      <section>
        <h3>{say('Consumers')}</h3>
        {feed.consumers.length === 0 && (
          <p>{say('No consumers. A graphics client appears here, and on the right, after its first request.')}</p>
        )}
        {feed.consumers.map((consumer) => (
          <div className="key-line" key={consumer.id}>
            <b className="is-outside" title={consumer.name}>
              {consumer.name}
            </b>
            <span>{describeConnection(consumer)}</span>
            <span>{describeShownRevision(consumer)}</span>
          </div>
        ))}
      </section>
    </Panel>
  );
}
