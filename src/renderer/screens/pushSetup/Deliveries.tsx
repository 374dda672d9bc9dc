/** The captured deliveries, and whether a signature format matches each. */
import type { Detection } from '../../../contract/settings.ts';
import { formatTenths } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { formatPreciseDayTime } from '../../../core/time.ts';
import { Lamp } from '../../../ui/Lamp.tsx';
import { neededDeliveries } from '../../model/detectionPhase.ts';
import { useToday } from '../../stores/useDesk.ts';

type Delivery = Detection['captured'][number];

export function Deliveries({ detection }: { readonly detection: Detection | null }) {
  const today = useToday();
  const captured = detection?.captured ?? [];
  const missing = Math.max(0, neededDeliveries - captured.length);
  const first = detection?.found == null ? -1 : captured.findIndex((delivery) => matches(delivery, detection));
  return (
    <table className="data-table deliveries">
      <thead>
        <tr>
          <th scope="col">{say('Delivery')}</th>
          <th scope="col">{say('Received')}</th>
          <th scope="col">{say('Body')}</th>
          <th scope="col">{say('From||address of a sender')}</th>
          <th scope="col">{say('Result')}</th>
        </tr>
      </thead>
      <tbody>
        {captured.map((delivery, index) => (
          <tr key={`${delivery.at} ${delivery.bytes}`}>
            <th scope="row">{index + 1}</th>
            <td className="mono">{formatPreciseDayTime(delivery.at, today)}</td>
            <td>
              <bdi className="is-outside" title={delivery.event ?? undefined}>
                {describeBody(delivery)}
              </bdi>
            </td>
            <td className="mono">{delivery.from}</td>
            <td>
              <DeliveryResult delivery={delivery} detection={detection} isFirst={index === first} />
            </td>
          </tr>
        ))}
        {Array.from({ length: missing }, (_, index) => (
          <tr key={`missing ${captured.length + index}`}>
            <th scope="row">{captured.length + index + 1}</th>
            <td className="mono" colSpan={4}>
              {say('not yet')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeBody({ bytes, event }: Delivery): string {
  const size = say('{size} KB', { size: formatTenths(bytes / 1000) });
  return event === null ? size : `${size}, ${event}`;
}

const matches = ({ fits }: Delivery, { found }: Detection): boolean => found !== null && fits.includes(found.signing);

type DeliveryResultProps = {
  readonly delivery: Delivery;
  readonly detection: Detection | null;
  /** The first that the found format matches. */
  readonly isFirst: boolean;
};

function DeliveryResult({ delivery, detection, isFirst }: DeliveryResultProps) {
  if (delivery.note !== null) return <Lamp kind="wait" text={delivery.note} />;
  if (detection !== null && matches(delivery, detection))
    return <Lamp kind="good" text={isFirst ? say('Match') : say('Match, same format')} />;
  if (delivery.fits.length > 0) return <Lamp kind="wait" text={say('Match')} />;
  return <Lamp kind="warn" text={delivery.hasSignature ? say('Signature present; no match') : say('No signature')} />;
}
