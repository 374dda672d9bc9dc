/** The faults screen: each test fault with its effect on readers and a switch. Exists only with `--faults`. */
import { Lamp } from '../../ui/Lamp.tsx';
import { Segments } from '../../ui/Segments.tsx';
import type { ActiveFault } from '../api/shapes.ts';
import { type FaultDescription, faultDescriptions, formatAmount } from '../state/faults.ts';
import { usePage } from '../ui/usePage.ts';
import { useList } from '../ui/useService.ts';

const switchChoices = [
  ['off', 'Off'],
  ['on', 'On'],
] as const;

export function FaultsScreen() {
  const { serviceActions } = usePage();
  const faults = useList('faults') ?? [];
  return (
    <main className="service-page">
      <section className="narrow">
        <h2>Faults</h2>
        <p className="part-lead">
          For testing readers. This screen exists only when the service was started with <code>--faults</code>. Never
          run a show from such a service.
        </p>
        <table className="data-table">
          <thead>
            <tr>
              <th>State</th>
              <th>Fault</th>
              <th>What readers get</th>
              <th>Amount</th>
              <th>
                <span className="visually-hidden">Switch</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {[...faultDescriptions, ...describeOtherFaults(faults)].map(({ title, effect, setting }) => {
              const activeFault = faults.find((fault) => fault.setting.fault === setting.fault);
              const isOn = activeFault !== undefined;
              const others = faults.filter((fault) => fault !== activeFault).map((fault) => fault.setting);
              return (
                <tr key={title} className={isOn ? 'is-warn' : undefined}>
                  <td>
                    <Lamp kind={isOn ? 'warn' : 'off'} text={isOn ? 'On' : 'Off'} />
                  </td>
                  <th scope="row">{title}</th>
                  <td>{effect}</td>
                  <td>{isOn ? formatAmount(activeFault) : ''}</td>
                  <td>
                    <Segments
                      className="segments"
                      label={title}
                      choices={switchChoices}
                      selected={isOn ? 'on' : 'off'}
                      disabledReason={null}
                      onSelect={(choice) =>
                        void serviceActions.setFaults(choice === 'on' ? [...others, setting] : others)
                      }
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </main>
  );
}

/** Lists active faults that `faultDescriptions` lacks, so that the page can switch them off too. */
function describeOtherFaults(faults: readonly ActiveFault[]): readonly FaultDescription[] {
  const isDescribed = ({ setting }: ActiveFault) =>
    faultDescriptions.some((known) => known.setting.fault === setting.fault);
  const others = faults.filter((fault) => !isDescribed(fault));
  return others.map(({ setting }) => ({ title: setting.fault, effect: 'Switched on through the API', setting }));
}
