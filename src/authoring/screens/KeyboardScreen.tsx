/** The keys of the page. */
import { shortcuts } from '../state/shortcuts.ts';

export function KeyboardScreen() {
  return (
    <main className="service-page" aria-label="Keys">
      <h2>Keys</h2>
      <p className="part-lead">They work on the Collections screen. Letter keys are off while you type.</p>
      <div className="keymap-groups">
        {shortcuts.map(({ group, keys }) => (
          <section key={group}>
            <h3>{group}</h3>
            {keys.map(({ caps, label }) => (
              <div className="key-line" key={label}>
                <span className="key-caps">
                  {caps.map((cap) => (
                    <kbd key={cap}>{cap}</kbd>
                  ))}
                </span>
                <span>{label}</span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </main>
  );
}
