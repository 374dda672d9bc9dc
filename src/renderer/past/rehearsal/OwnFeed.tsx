/** Where the rehearsal is read: its addresses, its picture and its readers, all on its own port. */
import type { RehearsalView, RehearsedList } from '../../../contract/past.ts';
import { CopyButton } from '../../panels/CopyButton.tsx';
import { ConsumerLine } from '../../show/ConsumerLine.tsx';
import { OverlayFrame } from '../../show/OverlayFrame.tsx';
import { useDesk } from '../../state/desk.ts';

type OwnFeedProps = { readonly rehearsal: RehearsalView; readonly list: RehearsedList | null };

export function OwnFeed({ rehearsal, list }: OwnFeedProps) {
  const { base } = rehearsal;
  const { feed, isCutOff } = useDesk();
  const slug = encodeURIComponent(feed.slug);
  const addresses: readonly (readonly [string, string])[] = [
    ['Overlay, card', `/overlay/card?feed=${slug}`],
    ['List', `/feeds/${slug}/live.json`],
    ['vMix', `/feeds/${slug}/vmix.json`],
  ];
  const { readers, revision } = list ?? { readers: [], revision: 0 };
  return (
    <aside className="rail" aria-label="Its own feed">
      <section className="panel">
        <h3 className="panel-head">
          ITS OWN FEED <span className="panel-aside">port {portOf(base)}</span>
        </h3>
        <div className="rehearsal-feed">
          <p>Point a template here to try it. The addresses differ from the show’s by the port alone.</p>
          {addresses.map(([name, path]) => (
            <div className="address is-short" key={path}>
              <span>{name}</span>
              <CopyButton words={base + path} name={`Copy the address of the rehearsal: ${name}`} label="Copy" />
              <code>{base + path}</code>
            </div>
          ))}
        </div>
      </section>
      <section className="panel is-screen" aria-label="Picture of the rehearsal">
        <div className={`screen is-hatched${list === null || isCutOff ? ' is-dark' : ' is-clear'}`}>
          {list === null || isCutOff ? (
            <div className="screen-none">Nothing is painted</div>
          ) : (
            <OverlayFrame base={base} slug={feed.slug} title="What the card overlay paints in the rehearsal" />
          )}
          <span className="screen-label">REHEARSAL</span>
        </div>
      </section>
      <section className="panel consumers" aria-label={`Readers of port ${portOf(base)}`}>
        <h3 className="panel-head">
          READERS OF {portOf(base)} <span className="panel-aside">{readers.length}</span>
        </h3>
        {readers.length === 0 && (
          <p className="panel-empty">Nobody reads the rehearsal. This picture is not counted.</p>
        )}
        <div className="consumers-list">
          {readers.map((reader) => (
            <ConsumerLine key={reader.id} consumer={reader} served={revision} />
          ))}
        </div>
      </section>
    </aside>
  );
}

/** The port of an address, as far as it says one. */
export function portOf(base: string): string {
  return /:(\d+)/.exec(base)?.[1] ?? base;
}
