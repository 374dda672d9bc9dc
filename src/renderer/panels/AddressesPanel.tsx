/** The addresses of a feed, to be wired into graphics software once and for ever. */
import { useDesk } from '../state/desk.ts';
import { CopyButton } from './CopyButton.tsx';
import { Panel } from './Panel.tsx';

type Address = { readonly label: string; readonly path: string };

const groups = (
  slug: string,
): readonly { readonly title: string; readonly note: string; readonly addresses: readonly Address[] }[] => [
  {
    title: 'Overlay',
    note: 'A browser source of 1920 × 1080 in OBS, vMix or CasparCG. Transparent, and heals by itself.',
    addresses: [{ label: 'Card', path: `/overlay/card?feed=${slug}` }],
  },
  {
    title: 'Data',
    note: 'vMix reads the rows as a JSON data source; twelve rows leave no old one on screen when the list gets shorter.',
    addresses: [
      { label: 'vMix, rows', path: `/feeds/${slug}/vmix.json?rows=12` },
      { label: 'JSON, all of it', path: `/feeds/${slug}/live.json` },
    ],
  },
  {
    title: 'For looking',
    note: 'Every feed with its state and its addresses, for people and for programs.',
    addresses: [
      { label: 'This machine’s feeds', path: '/' },
      { label: 'The same as JSON', path: '/feeds' },
    ],
  },
];

export function AddressesPanel() {
  const { feed, state } = useDesk();
  const base = state.feedBase;
  return (
    <Panel
      label="Feed addresses"
      title="ADDRESSES"
      note={
        <>
          Feed <b>{feed.slug}</b>. They never change, whatever it reads.
        </>
      }
    >
      {base === null && (
        <p className="advice">
          <b>The feed’s port is not open.</b> Nobody can read it. The line above says why, and what to do.
        </p>
      )}
      {base !== null &&
        groups(encodeURIComponent(feed.slug)).map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            {group.addresses.map(({ label, path }) => (
              <div className="address" key={path}>
                <span className="address-label">{label}</span>
                <code>{base + path}</code>
                <CopyButton words={base + path} name={`Copy the address: ${label}`} label="Copy" />
              </div>
            ))}
            <p>{group.note}</p>
          </section>
        ))}
      <section>
        <h3>Who reads it now</h3>
        {feed.consumers.length === 0 && (
          <p>Nobody. A target shows up here, and on the right, as soon as it has really asked.</p>
        )}
        {feed.consumers.map((one) => (
          <div className="key-line" key={one.id}>
            <b>{one.name}</b>
            <span>
              {one.protocol === 'socket' ? 'socket' : one.protocol === 'events' ? 'events' : 'asks now and then'} from{' '}
              {one.address}
            </span>
            <span>revision {one.paintedRevision ?? one.revision}</span>
          </div>
        ))}
      </section>
    </Panel>
  );
}
