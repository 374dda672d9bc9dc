/** The keys of the page. */
import { say } from '../../core/language/say.ts';
import { shortcuts } from '../state/shortcuts.ts';

export function KeyboardScreen() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: in a small window it scrolls, and nothing in it can have the focus
    <main className="service-page" aria-label={say('Keys')} tabIndex={0}>
      <h2>{say('Keys')}</h2>
      <p className="part-lead">{say('They work on the Collections screen. Letter keys are off while you type.')}</p>
      <div className="shortcut-groups">
        {shortcuts.map(({ group, keys }) => (
          <section key={group}>
            <h3>{say(group)}</h3>
            {keys.map(({ caps, label }) => (
              <div className="shortcut" key={label}>
                <span className="shortcut-keys">
                  {caps.map((cap) => (
                    <kbd key={cap}>{say(cap)}</kbd>
                  ))}
                </span>
                <span>{say(label)}</span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </main>
  );
}
