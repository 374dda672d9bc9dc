/** The screen of faults, there only when the service was started with them: what a reader gets, and a switch for each. */
import { faultWords } from '../state/faultWords.ts';
import { Lamp } from '../ui/marks.tsx';
import { Segments } from '../ui/Segments.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

const switchOptions = [
  { value: 'off', words: 'Off' },
  { value: 'on', words: 'On' },
] as const;

export function FaultsScreen() {
  const { running } = usePage();
  const faults = usePageState((state) => state.faults) ?? {};
  return (
    <main className="service-page">
      <section className="narrow">
        <h2>Faults</h2>
        <p className="part-lead">
          For testing readers. This screen is there only when the service was started with <code>--faults</code>; a show
          is never served from it.
        </p>
        <table className="checks">
          <thead>
            <tr>
              <th>State</th>
              <th>Fault</th>
              <th>What a reader gets</th>
              <th>How much</th>
              <th>
                <span className="out-of-sight">Switch</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {faultWords.map(({ name, title, words, setting }) => {
              const isOn = faults[name] !== undefined && faults[name] !== null && faults[name] !== false;
              return (
                <tr key={name} className={isOn ? 'is-warn' : undefined}>
                  <td>
                    <Lamp kind={isOn ? 'warn' : 'off'} words={isOn ? 'On' : 'Off'} />
                  </td>
                  <th scope="row">{title}</th>
                  <td>{words}</td>
                  <td>{isOn ? howMuch(faults[name]) : ''}</td>
                  <td>
                    <Segments
                      label={title}
                      options={switchOptions}
                      value={isOn ? 'on' : 'off'}
                      onChoose={(value) =>
                        void running.setFaults({ ...faults, [name]: value === 'on' ? setting : null })
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

function howMuch(setting: unknown): string {
  if (typeof setting !== 'object' || setting === null) return setting === true ? '' : String(setting);
  return Object.entries(setting)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}
