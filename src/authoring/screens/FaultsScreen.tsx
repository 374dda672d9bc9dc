/** The faults screen: each test fault with its effect on readers and a switch. Exists only with `--faults`. */
import { markMessage, say } from '../../core/language/say.ts';
import { Lamp } from '../../ui/Lamp.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { sayNode } from '../../ui/sayNode.ts';
import type { ActiveFault } from '../api/shapes.ts';
import { type FaultDescription, faultDescriptions, formatAmount } from '../state/faults.ts';
import { usePage } from '../ui/usePage.ts';
import { useFaults } from '../ui/useService.ts';

const listSwitchChoices = () =>
  [
    ['off', say('Off||a fault')],
    ['on', say('On||a fault')],
  ] as const;

export function FaultsScreen() {
  const { serviceActions } = usePage();
  const faults = useFaults() ?? [];
  return (
    <main className="service-page">
      <section className="narrow">
        <h2>{say('Faults')}</h2>
        <p className="part-lead">
          {sayNode(
            'For testing readers. This screen exists only when the service was started with {option}. Never run a show from such a service.',
            { option: <code>--faults</code> },
          )}
        </p>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('State')}</th>
              <th>{say('Fault')}</th>
              <th>{say('What readers get')}</th>
              <th>{say('Amount')}</th>
              <th>
                <span className="visually-hidden">{say('Switch||column of faults')}</span>
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
                    <Lamp kind={isOn ? 'warn' : 'off'} text={isOn ? say('On||a fault') : say('Off||a fault')} />
                  </td>
                  <th scope="row">{say(title)}</th>
                  <td>{say(effect)}</td>
                  <td>{isOn ? formatAmount(activeFault) : ''}</td>
                  <td>
                    <Segments
                      className="segments"
                      label={say(title)}
                      choices={listSwitchChoices()}
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
  return others.map(({ setting }) => ({
    title: setting.fault,
    effect: markMessage('Switched on through the API'),
    setting,
  }));
}
