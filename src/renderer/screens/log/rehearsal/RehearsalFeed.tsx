/** The rehearsal's own feed: its port, addresses, picture and consumers. */
import type { RehearsalView, RehearsedList } from '../../../../contract/history.ts';
import { say } from '../../../../core/language/say.ts';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { useDesk, useIsDisconnected } from '../../../stores/useDesk.ts';
import { ConsumerLines } from '../../show/ConsumerLines.tsx';
import { OverlayFrame } from '../../show/OverlayFrame.tsx';

type RehearsalFeedProps = { readonly rehearsal: RehearsalView; readonly list: RehearsedList | null };

export function RehearsalFeed({ rehearsal, list }: RehearsalFeedProps) {
  const { base } = rehearsal;
  const feedSlug = useDesk(({ feed }) => feed.slug);
  const isDisconnected = useIsDisconnected();
  const slug = encodeURIComponent(feedSlug);
  const addresses: readonly (readonly [string, string])[] = [
    [say('Overlay, card'), `/overlay/card?feed=${slug}`],
    [say('List'), `/feeds/${slug}/live.json`],
    ['vMix', `/feeds/${slug}/vmix.json`],
  ];
  const { consumers, revision } = list ?? { consumers: [], revision: 0 };
  return (
    <aside className="rail" aria-label={say('Rehearsal feed')}>
      <section className="panel">
        <h3 className="panel-head">
          {say('REHEARSAL FEED')} <span className="panel-aside">{say('port {port}', { port: portOf(base) })}</span>
        </h3>
        <div className="rehearsal-feed">
          <p>{say('Load a template from here to test it. Only the port differs from the show’s addresses.')}</p>
          {addresses.map(([name, path]) => (
            <div className="address is-short" key={path}>
              <span>{name}</span>
              <CopyButton
                text={base + path}
                name={say('Copy rehearsal address: {name}', { name })}
                label={say('Copy')}
              />
              <code>{base + path}</code>
            </div>
          ))}
        </div>
      </section>
      <section className="panel is-screen" aria-label={say('Rehearsal picture')}>
        <div className={`screen is-hatched${list === null || isDisconnected ? ' is-blank' : ' is-transparent'}`}>
          {list === null || isDisconnected ? (
            <div className="screen-message">{say('No picture')}</div>
          ) : (
            <OverlayFrame base={base} slug={feedSlug} title={say('Card overlay of the rehearsal')} />
          )}
          <span className="screen-label">{say('REHEARSAL')}</span>
        </div>
      </section>
      <section className="panel consumers" aria-label={say('Consumers on port {port}', { port: portOf(base) })}>
        <h3 className="panel-head">
          {say('CONSUMERS ON {port}', { port: portOf(base) })} <span className="panel-aside">{consumers.length}</span>
        </h3>
        {consumers.length === 0 && (
          <p className="panel-empty">{say('No consumers. The picture above is not counted.')}</p>
        )}
        <ConsumerLines consumers={consumers} feedRevision={revision} />
      </section>
    </aside>
  );
}

/** The port of an address; the whole address when it has no port. */
export function portOf(base: string): string {
  return /:(\d+)/.exec(base)?.[1] ?? base;
}
