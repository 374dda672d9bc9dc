/** The Addresses panel: where graphics software reads the feed, and its consumers. */

import { CopyButton } from '../../../ui/CopyButton.tsx';
import { describeShownRevision } from '../../model/words/consumerFacts.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { Panel } from './Panel.tsx';

type Address = { readonly label: string; readonly path: string };

const addressGroupsOf = (
  slug: string,
): readonly { readonly title: string; readonly note: string; readonly addresses: readonly Address[] }[] => [
  {
    title: 'Overlay',
    note: 'A browser source in OBS, vMix or CasparCG: 1920 × 1080, transparent. It reconnects automatically.',
    addresses: [{ label: 'Card', path: `/overlay/card?feed=${slug}` }],
  },
  {
    title: 'Data',
    note: 'When a list gets shorter, vMix keeps the old row on screen. Twelve rows, padded with empty ones, prevent that.',
    addresses: [
      { label: 'vMix, all rows', path: `/feeds/${slug}/vmix.json?rows=12` },
      { label: 'JSON, complete list', path: `/feeds/${slug}/live.json` },
    ],
  },
  {
    title: 'Overview',
    note: 'Every feed with its state and addresses.',
    addresses: [
      { label: 'This machine’s feeds', path: '/' },
      { label: 'All feeds as JSON', path: '/feeds' },
    ],
  },
];

export function AddressesPanel() {
  const feed = useDesk((desk) => desk.feed);
  const base = useDesk((desk) => desk.state.feedBase);
  return (
    <Panel
      label="Feed addresses"
      title="ADDRESSES"
      note={
        <>
          Feed <b>{feed.slug}</b>. The addresses never change, whichever collection the feed uses.
        </>
      }
    >
      {base === null && (
        <p className="advice">
          <b>The feed’s port is not open.</b> Graphics can’t read the feed. See the message above for the next step.
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
                <CopyButton text={base + path} name={`Copy address: ${label}`} label="Copy" />
              </div>
            ))}
            <p>{group.note}</p>
          </section>
        ))}
      <section>
        <h3>Consumers</h3>
        {feed.consumers.length === 0 && (
          <p>No consumers. A graphics client appears here, and on the right, after its first request.</p>
        )}
        {feed.consumers.map((consumer) => (
          <div className="key-line" key={consumer.id}>
            <b>{consumer.name}</b>
            <span>
              {consumer.protocol === 'socket' ? 'socket' : consumer.protocol === 'events' ? 'events' : 'polls'} from{' '}
              {consumer.address}
            </span>
            <span>{describeShownRevision(consumer)}</span>
          </div>
        ))}
      </section>
    </Panel>
  );
}
