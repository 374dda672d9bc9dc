/** The screen of faults, there only when the service was started with them: what a reader gets, and a switch for each. */
import type { FaultOn } from '../api/shapes.ts';
import { type FaultWords, faultWords, howMuch } from '../state/faultWords.ts';
import { Lamp } from '../ui/marks.tsx';
import { Segments } from '../ui/Segments.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

const switchOptions = [
  { value: 'off', words: 'Off' },
  { value: 'on', words: 'On' },
] as const;

export function FaultsScreen() {
  const { running } = usePage();
  const faults = usePageState((state) => state.faults) ?? [];
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
            {[...faultWords, ...otherFaults(faults)].map(({ title, words, setting }) => {
              const found = faults.find((one) => one.setting.fault === setting.fault);
              const isOn = found !== undefined;
              const others = faults.filter((one) => one !== found).map((one) => one.setting);
              return (
                <tr key={title} className={isOn ? 'is-warn' : undefined}>
                  <td>
                    <Lamp kind={isOn ? 'warn' : 'off'} words={isOn ? 'On' : 'Off'} />
                  </td>
                  <th scope="row">{title}</th>
                  <td>{words}</td>
                  <td>{isOn ? howMuch(found) : ''}</td>
                  <td>
                    <Segments
                      label={title}
                      options={switchOptions}
                      value={isOn ? 'on' : 'off'}
                      onChoose={(value) => void running.setFaults(value === 'on' ? [...others, setting] : others)}
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

/** Faults that were switched on elsewhere and are not among the usual ones: they can be seen and switched off. */
function otherFaults(faults: readonly FaultOn[]): readonly FaultWords[] {
  const isUsual = ({ setting }: FaultOn) => faultWords.some((usual) => usual.setting.fault === setting.fault);
  const others = faults.filter((one) => !isUsual(one));
  return others.map(({ setting }) => ({ title: setting.fault, words: 'Switched on through the API', setting }));
}
